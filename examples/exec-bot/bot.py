#!/usr/bin/env python3
"""A bot for Foppen as a program of its own, in Python without any package.

    go run ./cmd/foppen simulate -games 10 -bots "exec:python3 examples/exec-bot/bot.py,greedy,greedy,greedy"
    go run ./cmd/foppen checkbot "exec:python3 examples/exec-bot/bot.py"

It speaks foppen-bot/1: see docs/bot-protocol.md. It plays its lowest card that is
better than the worst of the trick so far, else its highest one.
"""

import json
import sys


def value(card):
    """The value of a card such as "G17"; a 1 has no color."""
    return 1 if card == "1" else int(card[1:])


def fooled(view, card):
    """Whether the card would be the worst of the trick as it lies."""
    led = view["led"]
    if led == "none":
        return True
    others = [play["card"] for play in view["trick"]]

    def follows(card):
        return card == "1" or card[0].lower() == led[0]

    # Whoever discards is worse than all who follow; else the lower card is worse.
    return all((not follows(card), -value(card)) >= (not follows(c), -value(c)) for c in others)


def choose(view, legal):
    legal = sorted(legal, key=value)
    for card in legal:
        if not fooled(view, card):
            return card
    return legal[-1]


def say(message):
    # Without the flush the line would stay in this program.
    print(json.dumps(message), flush=True)


def main():
    points = 0
    for line in sys.stdin:
        message = json.loads(line)
        if "protocol" in message:
            seat = message["seat"]
            say({"protocol": "foppen-bot/1", "name": "careful"})
        elif message.get("ask") == "play":
            say({"id": message["id"], "play": choose(message["view"], message["legal"])})
        elif message.get("ask") == "bet":
            hand = message["view"]["hand"]
            say({"id": message["id"], "bet": sum(map(value, hand)) > 10 * len(hand)})
        elif "events" in message:
            # A bot that learns finds its rewards here.
            for event in message["events"]:
                if event["type"] == "scored" and event["seat"] == seat:
                    points += event["points"]
        elif "end" in message:
            return


if __name__ == "__main__":
    main()
