#!/bin/sh
# Asks which sponsors a user must subscribe to, with curl.
#   SERVICE_URL=http://127.0.0.1:8080 BOT_KEY=sg_bot_... sh curl.sh <user id>
set -eu
curl --silent --show-error --max-time 5 "${SERVICE_URL:-http://127.0.0.1:8080}/get-sponsors" \
  --header "Auth: ${BOT_KEY:?set BOT_KEY to the key of your bot}" \
  --header 'Content-Type: application/json' \
  --data "{\"user_id\": $1, \"chat_id\": $1, \"get_links\": 1}"
