#!/bin/sh
# The smallest bot: it plays its first legal card and never bets. See docs/bot-protocol.md.
#
#     go run ./cmd/foppen simulate -games 10 -bots "exec:sh examples/exec-bot/bot.sh,greedy,greedy,greedy"
echo '{"protocol":"foppen-bot/1"}'; while read -r line; do case $line in *'"ask":"play"'*) l=${line##*'"legal":["'}; echo "{\"play\":\"${l%%\"*}\"}" ;; *'"ask":"bet"'*) echo '{"bet":false}' ;; esac; done
