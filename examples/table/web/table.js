// A table as one seat sees it.
import { $, h, say, setText, show, update } from "./dom.js";

const colors = { G: "green", R: "red", Y: "yellow", B: "blue", 1: "one" };
const shapes = { green: "▲", red: "●", yellow: "■", blue: "◆", one: "★" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Table {
	constructor(transport, { id, token }, lang) {
		this.online = transport.online;
		this.id = id;
		this.labels = {};
		this.queue = [];
		this.heldSince = 0;
		this.asking = Promise.resolve(); // when all that was clicked has an answer
		this.asked = new Set(); // what has none yet
		this.chosen = 0; // the last entry after the choice made here
		this.shown = null; // a trick of a replay
		this.showLast = false;
		this.listen = new AbortController();
		$("story").replaceChildren();
		$("story").lang = $("trick").lang = $("hand").lang = lang;
		for (const e of ["hand", "trick", "players-list", "links", "hints"]) $(e).replaceChildren();
		setText($("why"), "");
		setText($("status"), "Coming to the table …");
		$("table").dataset.connection = "";
		this.on("hint", () => this.hint());
		this.on("undo", () => this.do({ rev: this.rev, do: "undo" }));
		this.on("last", () => { this.showLast = !this.showLast; this.draw(); });
		this.on("away", () => this.do({ do: this.isAway() ? "return" : "leave" }));
		this.on("export", () => this.save());
		this.on("start", () => this.do({ do: "start" }));
		this.on("bet-yes", () => this.bet(true));
		this.on("bet-no", () => this.bet(false));
		this.on("replay-prev", () => this.replay(this.at() - 1));
		this.on("replay-next", () => this.replay(this.at() + 1));
		this.on("replay-at", () => this.replay(this.at()), "change");
		this.clock = setInterval(() => this.tick(), 1000);
		this.link = transport.open({
			id, token, lang,
			onMessage: (m) => this.receive(m),
			onStatus: (status, text) => this.connection(status, text),
		});
	}

	// say shows a problem, unless one has gone to another page meanwhile.
	say(text) {
		if (!this.listen.signal.aborted) say(text);
	}

	on(id, f, event = "click") { $(id).addEventListener(event, f, { signal: this.listen.signal }); }

	close() {
		this.listen.abort();
		clearInterval(this.clock);
		clearTimeout(this.later);
		this.link.close();
	}

	connection(status, text) {
		if (status === "refused") say(text);
		else if (status === "lost") say("The connection is lost. The page tries again by itself; your seat is kept.");
		else if (status === "unsaved") say("This browser does not let the page save: the game will be gone when you close it.");
		else say("");
		const note = status === "poll" ? "Many tables are open in this browser: this one is brought up to date every second." : "";
		setText($("note"), note);
		show($("note"), !!note);
		$("table").dataset.connection = status;
	}

	// receive takes messages in their order. A finished trick is shown for a while before
	// the next message, however fast it comes.
	receive(m) {
		this.queue.push(m);
		this.next();
	}

	next() {
		clearTimeout(this.later);
		const wait = this.heldSince + (this.state ? this.state.hold_ms : 0) - Date.now();
		if (this.queue.length && this.heldSince && wait > 0) {
			this.later = setTimeout(() => this.next(), wait);
			return;
		}
		this.heldSince = 0;
		const m = this.queue.shift();
		if (!m) return;
		this.take(m);
		if (this.state.held && this.queue.length < 8 && !this.first) this.heldSince = Date.now();
		if (this.queue.length) this.next();
	}

	take(m) {
		this.first = !this.state;
		this.rev = m.rev;
		this.state = m.state;
		this.deadline = m.state.left_ms >= 0 ? Date.now() + m.state.left_ms : 0;
		if (m.state.labels) this.labels = m.state.labels;
		this.you = m.state.view.seat;
		this.tell(m.say);
		if (m.events.length) {
			this.showLast = false;
			$("hints").replaceChildren();
			setText($("why"), "");
		}
		if (this.first && this.you >= 0 && m.state.missing.includes(this.you)) this.do({ do: "arrive" });
		this.draw();
	}

	// tell adds to the story. What was there stays, with what is selected in it.
	tell(sentences) {
		const story = $("story"), atEnd = story.scrollHeight - story.scrollTop - story.clientHeight < 40;
		// What was before one came is not read aloud.
		if (this.first) story.setAttribute("aria-live", "off");
		story.append(...sentences.slice(-400).map((text) => h("p", {}, text)));
		while (story.children.length > 600) story.firstChild.remove();
		if (this.first) setTimeout(() => story.setAttribute("aria-live", "polite"), 500);
		if (atEnd || this.first) story.scrollTo({ top: story.scrollHeight, behavior: calm.matches || this.first ? "auto" : "smooth" });
	}

	name(seat) { return this.state.names[seat]; }
	isAway() { return this.state.away.includes(this.you); }
	myTurn() { return this.you >= 0 && this.state.view.turn === this.you && !this.isAway() && !this.shown; }

	draw() {
		const s = this.shown ? this.shown.state : this.state;
		this.drawStatus(s);
		this.drawInvite(s);
		this.drawPlayers(s);
		this.drawTrick(s);
		this.drawHand(s);
		this.drawScores(s);
		const v = s.view, over = this.state.view.phase === "over";
		show($("bets"), v.phase === "bet" && this.myTurn());
		show($("hint"), this.myTurn());
		show($("undo"), this.you >= 0 && s.undo && !this.shown);
		show($("last"), v.tricks.length > 0 && !this.shown);
		setText($("last"), this.showLast ? "This trick" : "Last trick");
		show($("away"), this.online && this.you >= 0 && !over && v.round > 0);
		setText($("away"), this.isAway() ? "I am back: give me my seat" : "Let a bot play for me");
		show($("export"), v.round > 0);
		show($("replay"), over);
		document.title = (this.myTurn() && (v.phase === "play" || v.phase === "bet") ? "Your turn – " : "") + "Foppen";
	}

	drawStatus(s) {
		const v = s.view;
		let text;
		if (this.shown) text = "Replay: trick " + this.shown.number + " of " + this.shown.of + ", round " + v.round + ".";
		else if (v.phase === "over") text = this.winners(v);
		else if (s.missing.length && v.round === 0) text = "The cards are dealt when all are here.";
		else if (this.isAway()) text = "A bot plays for you. Take your seat back when you like.";
		else if (this.myTurn()) text = v.phase === "bet" ? "Do you bet that you will go out?" : "Your turn: play a card.";
		else if (v.phase === "deal") text = v.round ? "The round is over. The next one is dealt soon." : "The cards are being dealt.";
		else text = (this.you < 0 ? "You are watching. " : "") + this.name(v.turn) + (v.phase === "bet" ? " decides about a bet." : " is to play.");
		setText($("status"), text);
		$("status").classList.toggle("turn", this.myTurn() && (v.phase === "play" || v.phase === "bet"));
		const number = this.finished(v) ? v.tricks.length : v.trick_number;
		setText($("trick-title"), v.round ? "Round " + v.round + (number ? ", trick " + number : "") : "Trick");
	}

	winners(v) {
		const names = v.winners.map((seat) => (seat === this.you ? "you" : this.name(seat)));
		return "The game is over. Won by " + names.join(" and ") + ".";
	}

	drawInvite(s) {
		const waiting = s.view.round === 0 && s.missing.length > 0;
		show($("invite"), waiting);
		if (!waiting) return;
		setText($("missing"), "Still to come: " + s.missing.map((seat) => this.name(seat)).join(", ") + ".");
		show($("start"), this.you >= 0);
		let links = [];
		try {
			links = JSON.parse(sessionStorage.getItem("links-" + this.id)) || [];
		} catch {
			// the links were shown in another tab
		}
		update($("links"), links.filter((l) => s.missing.includes(l.seat)).map((l) => ({ ...l, key: String(l.seat) })), (l) => {
			const url = location.origin + l.path;
			const copy = h("button", { type: "button" }, "Copy");
			copy.setAttribute("aria-label", "Copy the link for " + l.name);
			copy.addEventListener("click", async () => {
				try {
					await navigator.clipboard.writeText(url);
					copy.textContent = "Copied";
				} catch {
					copy.textContent = "Copy it by hand";
				}
			});
			return h("li", {}, "Link for " + l.name + ": ", h("a", { href: url }, url), " ", copy);
		}, () => {});
	}

	drawPlayers(s) {
		const v = s.view, rows = [];
		// From the left neighbor on, oneself last: as one looks round the table.
		for (let i = 1; i <= v.players; i++) rows.push((Math.max(this.you, 0) + i) % v.players);
		if (this.you < 0) rows.unshift(rows.pop());
		update($("players-list"), rows.map((seat) => ({ key: String(seat), seat })), () => h("li"), (e, { seat }) => {
			const marks = [];
			if (s.away.includes(seat)) marks.push("away, a bot plays");
			else if (s.bots[seat]) marks.push("bot");
			if (s.missing.includes(seat)) marks.push("not here yet");
			if (v.phase === "play" && v.sits_out.includes(seat)) marks.push("◎ fooled, sits out");
			if (v.bets[seat] === "yes") marks.push("bets");
			if (v.phase === "play" && v.leader === seat && v.trick.length === 0) marks.push("leads");
			const turn = v.turn === seat && (v.phase === "play" || v.phase === "bet") && !this.shown;
			const facts = [v.round ? v.hand_sizes[seat] + " cards" : "", signed(v.totals[seat]) + (Math.abs(v.totals[seat]) === 1 ? " point" : " points")].filter(Boolean).join(" · ");
			const parts = [
				h("strong", {}, (turn ? "▶ " : "") + this.name(seat) + (seat === this.you ? " (you)" : "")),
				h("span", {}, facts), marks.length ? h("em", {}, marks.join(" · ")) : null,
			].filter(Boolean);
			const text = parts.map((p) => p.textContent).join("|");
			if (e.dataset.text === text) return;
			e.dataset.text = text;
			e.className = turn ? "turn" : "";
			e.replaceChildren(...parts);
		});
	}

	// finished returns the trick that was finished last if it is the one to show.
	finished(v) { return this.showLast || v.trick.length === 0 ? v.tricks.at(-1) : undefined; }

	drawTrick(s) {
		const v = s.view, last = v.tricks.at(-1), old = this.finished(v);
		const plays = old ? last.plays : v.trick;
		const fools = old ? last.fools.map((f) => f.seat) : [];
		$("trick").classList.toggle("finished", !!old);
		update($("trick"), plays.map((p) => ({ ...p, key: v.round + "-" + (old ? v.tricks.length : v.tricks.length + 1) + "-" + p.seat })), (p) =>
			h("li", {}, this.face(p.card, "span", { role: "img", "aria-label": this.labels[p.card] }), h("span", { class: "who" }, this.name(p.seat)), h("span", { class: "mark" })),
		(e, p) => {
			const won = old && last.winner === p.seat, fooled = fools.includes(p.seat);
			e.classList.toggle("won", !!won);
			e.classList.toggle("fooled", fooled);
			setText(e.querySelector(".mark"), won ? "✓ wins" : fooled ? "◎ fooled" : "");
		});
	}

	// face makes a card: a value, and a color that is also a letter and a shape. Those are for
	// the eye; the name of a card says its color in words.
	face(card, tag, props = {}) {
		const color = colors[card[0]];
		return h(tag, { class: "card " + color, ...props },
			h("span", { class: "pip", "data-pip": shapes[color] + (color === "one" ? "" : card[0]) }),
			h("span", { class: "value", "aria-hidden": "true" }, color === "one" ? "1" : card.slice(1)));
	}

	drawHand(s) {
		const v = s.view, list = $("hand"), verdicts = new Map(v.verdicts.map((d) => [d.card, d.reason]));
		setText($("hand-title"), this.you < 0 ? "You are watching" : "Your hand");
		const counts = {};
		const items = v.hand.map((card) => ({ card, key: card + "#" + (counts[card] = (counts[card] || 0) + 1) }));
		const focused = [...list.children].findIndex((li) => li.contains(document.activeElement));
		update(list, items, ({ card }) => {
			const button = this.face(card, "button", { type: "button", "aria-label": this.labels[card] || card });
			button.addEventListener("click", () => this.choose(card, button));
			return h("li", {}, button);
		}, (li, { card }) => {
			const button = li.firstChild, why = this.reason(s, verdicts.get(card));
			if (why) {
				button.setAttribute("aria-disabled", "true");
				button.setAttribute("aria-description", why);
				button.title = why;
			} else {
				for (const name of ["aria-disabled", "aria-description", "title"]) button.removeAttribute(name);
			}
		});
		// Whose card has been played keeps the place in the hand.
		if (focused >= 0 && document.activeElement === document.body && list.children.length) {
			list.children[Math.min(focused, list.children.length - 1)].firstChild.focus();
		}
	}

	// reason says why a card may not be played now, "" if it may.
	reason(s, verdict) {
		const v = s.view;
		if (this.shown) return "This is a replay.";
		if (v.phase !== "play") return v.phase === "bet" ? "First the bets are made." : "No card can be played now.";
		if (this.isAway()) return "A bot plays for you: take your seat back first.";
		if (v.turn !== this.you) return v.sits_out.includes(this.you) ? "You are fooled and sit out this trick (rule 3.9)." : "It is the turn of " + this.name(v.turn) + ".";
		if (verdict === "must-follow") return "The color led is " + v.led + ", and you hold " + v.led + ": play " + v.led + " or a 1 (rule 3.4).";
		return verdict === "playable" ? "" : "This card cannot be played now.";
	}

	drawScores(s) {
		const key = JSON.stringify([s.rounds.length, s.view.totals, s.names]);
		if (key === this.scored) return;
		this.scored = key;
		const row = (head, cells) => h("tr", {}, h("th", { scope: "row" }, head), ...cells.map((text) => h("td", {}, text)));
		$("scores").replaceChildren(
			h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Round"), ...s.names.map((n) => h("th", { scope: "col" }, n)))),
			h("tbody", {}, ...s.rounds.map((round, i) => row(String(i + 1), round.map((e) => signed(e.points) + (e.reason === "ten" ? " ★" : ""))))),
			h("tfoot", {}, row("Total", s.view.totals.map(signed))));
	}

	tick() {
		if (!this.state || !this.deadline || this.shown) return;
		const left = Math.max(0, Math.ceil((this.deadline - Date.now()) / 1000));
		$("status").dataset.left = left + " s";
		if (this.queue.length === 0 && this.state.person < 0) delete $("status").dataset.left;
	}

	choose(card, button) {
		const why = button.getAttribute("aria-description");
		if (why) setText($("why"), why);
		else this.do({ rev: this.rev, move: { seat: this.you, play: card } });
	}

	bet(yes) { this.do({ rev: this.rev, move: { seat: this.you, bet: yes } }); }

	// do asks for what has been clicked, one thing after the other and nothing twice. No click
	// is lost: each has the number of what was to be seen when it was made, and so is done or
	// refused with the reason, whatever has happened while it waited. Only undo is for a choice
	// that was clicked before, too, though the table may not show it yet.
	do(body) {
		const key = JSON.stringify(body);
		if (this.asked.has(key)) return;
		this.asked.add(key);
		this.asking = this.asking.then(async () => {
			try {
				if (body.do === "undo") body.rev = Math.max(body.rev, this.chosen);
				const { rev } = await this.link.do(body);
				if (body.move) this.chosen = rev;
				this.say("");
			} catch (err) {
				this.say(upper(err.message));
			}
			this.asked.delete(key);
		});
	}

	async hint() {
		$("hints").replaceChildren(h("p", {}, "Thinking …"));
		const rev = this.rev;
		try {
			const hint = await this.link.hint();
			if (rev !== this.rev) return;
			if (hint.bet !== undefined) {
				$("hints").replaceChildren(h("p", {}, hint.bet ? "Hint: bet." : "Hint: do not bet."));
				return;
			}
			$("hints").replaceChildren(h("p", {}, "Hint, from a hundred deals that fit what you see:"), h("ol", {}, ...hint.cards.slice(0, 4).map((c) =>
				h("li", {}, (this.labels[c.card] || c.card) + ": " + signed(Math.round(c.points * 10) / 10) + " points on average, fooled in " + Math.round(100 * c.fooled) + " of 100"))));
		} catch (err) {
			$("hints").replaceChildren(h("p", {}, upper(err.message)));
		}
	}

	at() { return Number($("replay-at").value); }

	async replay(k) {
		try {
			this.shown = await this.link.replay(Math.max(1, Math.min(k, this.shown ? this.shown.of : k)));
			$("replay-at").max = this.shown.of;
			$("replay-at").value = this.shown.number;
			setText($("replay-of"), this.shown.number + " of " + this.shown.of);
			$("hints").replaceChildren(h("p", {}, this.shown.say.slice(-6).join(" ")));
			this.draw();
		} catch (err) {
			say(upper(err.message));
		}
	}

	async save() {
		try {
			const text = JSON.stringify(await this.link.record());
			const url = URL.createObjectURL(new Blob([text + "\n"], { type: "application/json" }));
			h("a", { href: url, download: "foppen-game.json" }).click();
			setTimeout(() => URL.revokeObjectURL(url), 10000);
		} catch (err) {
			say(upper(err.message));
		}
	}
}

const signed = (n) => (n > 0 ? "+" : "") + String(n).replace("-", "−");
const upper = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
