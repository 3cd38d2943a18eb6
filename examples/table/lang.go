package main

import (
	"strings"

	"github.com/foppen-go/foppen"
)

// A language tells a game. To add one, write its phrases: nothing else in the program
// knows words of a story.
type language struct {
	foppen.Phrases
	deeds map[string]string // what is done at a table, but not by the rules
}

// phrases returns the language of a code, English for one that is not known.
func phrases(code string) language {
	switch code {
	case "de":
		return german()
	case "ja":
		return japanese()
	}
	return language{foppen.English(), map[string]string{
		"undo": "{who} takes the last choice back.", "undo_you": "You take your last choice back.",
		"leave": "{who} is away: a bot plays.", "leave_you": "You are away: a bot plays for you.",
		"return": "{who} is back.", "return_you": "You are back.",
		"arrive": "{who} is here.", "arrive_you": "You are here.",
	}}
}

// deed tells what is not a move, "" for a move.
func (l language) deed(n foppen.Narrator, you foppen.Seat, e entry) string {
	key := e.Do
	if e.Seat == you && l.deeds[key+"_you"] != "" {
		key += "_you"
	}
	before, after, _ := strings.Cut(l.deeds[key], "{who}")
	if before+after == l.deeds[key] {
		return before
	}
	return before + n.Name(e.Seat) + after
}

func german() language {
	return language{foppen.Phrases{Text: map[string]string{
		"you": "Du", "seat": "Platz {n}", "green": "Grün", "red": "Rot", "yellow": "Gelb", "blue": "Blau", "none": "keine Farbe",
		"card": "{color} {value}", "one": "eine 1", "no_card": "keine Karte",
		"cards_one": "{n} Karte", "cards_other": "{n} Karten", "points_one": "{n} Punkt", "points_other": "{n} Punkte",
		"times_one": "einmal", "times_other": "{n}-mal", "scored_fools": "Davon {points}, weil {times} gefoppt.",
		"list": "{a}, {b}", "list_last": "{a} und {b}", "sentences": "{a} {b}",

		"dealt": "Runde {round} gibt {who}: {cards} für jeden.", "dealt_you": "Runde {round} gibst du: {cards} für jeden.",
		"leads": "{who} spielt aus.", "leads_you": "Du spielst aus.",
		"hand_you":   "Auf der Hand hast du {cards}.",
		"bet_hidden": "{who} hat sich entschieden.", "bet_hidden_you": "Du hast dich entschieden.",
		"bet_no_you": "Du wettest nicht.", "bet_yes_you": "Du wettest, dass du alle Karten loswirst.",
		"bets_open": "Die Wetten werden aufgedeckt.",
		"bettors":   "{who} hat gewettet.", "bettors_you": "Du hast gewettet.", "bettors_many": "{who} haben gewettet.",
		"bettors_many_you": "{who} habt gewettet.", "bettors_none": "Niemand hat gewettet.",
		"follow": "{who} spielt {card}.", "follow_you": "Du spielst {card}.",
		"discard": "{who} wirft {card} ab.", "discard_you": "Du wirfst {card} ab.",
		"led": "{color} ist gefordert, von {who}.", "led_you": "{color} ist gefordert, von dir.",
		"trick_won": "Den Stich gewinnt {who} mit {card}.", "trick_won_you": "Den Stich gewinnst du mit {card}.",
		"freed": "{who} spielt wieder mit.", "freed_you": "Du spielst wieder mit.",
		"fooled_discard": "Gefoppt ist {who}, für die abgeworfene Karte {card}.", "fooled_discard_you": "Gefoppt bist du, für die abgeworfene Karte {card}.",
		"fooled_discard_tied":      "Gefoppt ist {who}, für die abgeworfene Karte {card}, nach der Reihenfolge.",
		"fooled_discard_tied_you":  "Gefoppt bist du, für die abgeworfene Karte {card}, nach der Reihenfolge.",
		"fooled_follower":          "Gefoppt ist {who}, {card} ist zu niedrig bedient.",
		"fooled_follower_you":      "Gefoppt bist du, {card} ist zu niedrig bedient.",
		"fooled_follower_tied":     "Gefoppt ist {who}, {card} ist zu niedrig bedient, nach der Reihenfolge.",
		"fooled_follower_tied_you": "Gefoppt bist du, {card} ist zu niedrig bedient, nach der Reihenfolge.",
		"round_ended":              "{who} hat keine Karten mehr: Runde {round} ist zu Ende.", "round_ended_you": "Du hast keine Karten mehr: Runde {round} ist zu Ende.",
		"round_ended_many": "{who} haben keine Karten mehr: Runde {round} ist zu Ende.", "round_ended_many_you": "{who} habt keine Karten mehr: Runde {round} ist zu Ende.",
		"round_ended_none": "Runde {round} ist zu Ende.",
		"scored":           "{who} bekommt {points}, zusammen {total}.", "scored_you": "Du bekommst {points}, zusammen {total}.",
		"scored_bet": "{who} bekommt mit Wette {points}, zusammen {total}.", "scored_bet_you": "Du bekommst mit Wette {points}, zusammen {total}.",
		"scored_left": "{who} hat noch {left}: {points}, zusammen {total}.", "scored_left_you": "Du hast noch {left}: {points}, zusammen {total}.",
		"scored_left_bet": "{who} hat trotz Wette noch {left}: {points}, zusammen {total}.", "scored_left_bet_you": "Du hast trotz Wette noch {left}: {points}, zusammen {total}.",
		"scored_ten": "{who} ist alle Karten los: {points}, zusammen {total}.", "scored_ten_you": "Du bist alle Karten los: {points}, zusammen {total}.",
		"scored_ten_bet": "{who} ist alle Karten los und gewinnt die Wette: {points}, zusammen {total}.", "scored_ten_bet_you": "Du bist alle Karten los und gewinnst die Wette: {points}, zusammen {total}.",
		"scored_fooled": "{who} ist alle Karten los, aber gefoppt: {points}, zusammen {total}.", "scored_fooled_you": "Du bist alle Karten los, aber gefoppt: {points}, zusammen {total}.",
		"scored_fooled_bet": "{who} ist trotz Wette gefoppt: {points}, zusammen {total}.", "scored_fooled_bet_you": "Du bist trotz Wette gefoppt: {points}, zusammen {total}.",
		"end_rounds": "Alle Runden sind gespielt.",
		"end_minus":  "Die Grenze der Minuspunkte erreicht {who}.", "end_minus_you": "Die Grenze der Minuspunkte erreichst du.",
		"end_minus_many": "{who} erreichen die Grenze der Minuspunkte.", "end_minus_many_you": "{who} erreicht die Grenze der Minuspunkte.",
		"end_minus_none": "Die Grenze der Minuspunkte ist erreicht.",
		"end_tens":       "{who} hat genug Zehner.", "end_tens_you": "Du hast genug Zehner.", "end_tens_many": "{who} haben genug Zehner.",
		"end_tens_many_you": "{who} habt genug Zehner.", "end_tens_none": "Alle zusammen haben genug Zehner.",
		"wins": "{who} gewinnt das Spiel mit {points}.", "wins_you": "Du gewinnst das Spiel mit {points}.",
		"wins_many": "{who} gewinnen das Spiel gemeinsam mit {points}.", "wins_many_you": "{who} gewinnt das Spiel gemeinsam mit {points}.",
		"wins_none": "Niemand gewinnt das Spiel.",
	}}, map[string]string{
		"undo": "{who} nimmt die letzte Wahl zurück.", "undo_you": "Du nimmst deine letzte Wahl zurück.",
		"leave": "{who} ist nicht da: Ein Bot spielt.", "leave_you": "Du bist nicht da: Ein Bot spielt für dich.",
		"return": "{who} ist wieder da.", "return_you": "Du bist wieder da.",
		"arrive": "{who} ist da.", "arrive_you": "Du bist da.",
	}}
}

// japanese has one form for all persons and numbers.
func japanese() language {
	return language{foppen.Phrases{Text: map[string]string{
		"you": "あなた", "seat": "{n}番席", "green": "緑", "red": "赤", "yellow": "黄", "blue": "青", "none": "色なし",
		"card": "{color}の{value}", "one": "1", "no_card": "なし",
		"cards_other": "{n}枚", "points_other": "{n}点", "times_other": "{n}回", "scored_fools": "そのうち{points}は{times}休みになった分です。", "list": "{a}、{b}", "list_last": "{a}、{b}", "sentences": "{a}{b}",

		"dealt": "第{round}ラウンド、{who}が{cards}ずつ配ります。", "leads": "{who}がリードします。",
		"hand_you":   "あなたの手札は{cards}です。",
		"bet_hidden": "{who}は決めました。", "bet_no_you": "あなたは賭けません。", "bet_yes_you": "あなたは賭けます。",
		"bets_open": "賭けを公開します。", "bettors": "{who}が賭けました。", "bettors_none": "誰も賭けていません。",
		"follow":  "{who}は{card}を出します。",
		"discard": "{who}は{card}を捨てます。",
		"led":     "リードの色は{color}です。", "trick_won": "{card}で{who}がトリックを取ります。",
		"freed":          "{who}は次から参加します。",
		"fooled_discard": "捨て札{card}のため、{who}は一回休みです。", "fooled_discard_tied": "後先により、捨て札{card}の{who}は一回休みです。",
		"fooled_follower": "低い{card}のため、{who}は一回休みです。", "fooled_follower_tied": "後先により、低い{card}の{who}は一回休みです。",
		"round_ended": "{who}の手札がなくなり、第{round}ラウンドは終わりです。", "round_ended_none": "第{round}ラウンドは終わりです。",
		"scored": "{who}は{points}、合計{total}点。", "scored_bet": "{who}は賭けて{points}、合計{total}点。",
		"scored_left": "{who}の残りは{left}で{points}、合計{total}点。", "scored_left_bet": "賭けた{who}の残りは{left}で{points}、合計{total}点。",
		"scored_ten": "{who}は上がって{points}、合計{total}点。", "scored_ten_bet": "{who}は賭けに勝って{points}、合計{total}点。",
		"scored_fooled": "{who}は上がりましたが休みなので{points}、合計{total}点。", "scored_fooled_bet": "賭けた{who}は上がりましたが休みなので{points}、合計{total}点。",
		"end_rounds": "全ラウンドが終わりました。", "end_minus": "{who}がマイナス点の限度に達しました。", "end_minus_none": "マイナス点の限度に達しました。",
		"end_tens": "{who}が十点を規定の回数取りました。", "end_tens_none": "全員で十点を規定の回数取りました。",
		"wins": "{points}で{who}の勝ちです。", "wins_none": "勝者はいません。",
	}, Plural: func(int) string { return "other" }}, map[string]string{
		"undo": "{who}は手を戻します。", "leave": "{who}は席を外し、ボットが代わります。", "return": "{who}が戻りました。", "arrive": "{who}が来ました。",
	}}
}
