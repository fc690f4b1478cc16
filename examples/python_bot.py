"""A bot without a framework. It goes on whatever comes: users who block it, refusals, a network that is down, restarts."""
import os
import sys
import time

from sponsorgate import Client, Gate, SqliteState, platform_api

env = os.environ
call = platform_api(env["BOT_TOKEN"], env.get("PLATFORM_API_ROOT", "https://api.telegram.org"))
state = SqliteState(env.get("STATE_FILE", "bot.db"))
client = Client(env["SERVICE_URL"], env["BOT_KEY"])
gate = Gate(client, call, unavailable="pass", state=state, on_error=lambda error: print(error, file=sys.stderr))


def handle(update):
    query, message = update.get("callback_query"), update.get("message", {})
    if query and not gate.is_answered(query["id"]):
        call("answerCallbackQuery", callback_query_id=query["id"])
    text = message.get("text") or message.get("caption") or ("a picture" if "photo" in message else None)
    if text:
        topic = {"message_thread_id": message["message_thread_id"]} if message.get("is_topic_message") else {}
        call("sendMessage", chat_id=message["chat"]["id"], text=f"Here is what you asked for: {text}", **topic)


def attempt(work, *given):
    try:
        work(*given)
        return True
    except Exception as error:
        print(error, file=sys.stderr)
        return False


def poll(offset):
    for update in call("getUpdates", offset=offset[0], timeout=30):
        offset[0] = update["update_id"] + 1
        for wanted in gate.take(update):
            attempt(handle, wanted)


offset = [0]
while True:
    if not attempt(poll, offset):
        time.sleep(1)
