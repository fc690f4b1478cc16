import os

from sponsorgate import Client, Gate, platform_api

env = os.environ
call = platform_api(env["BOT_TOKEN"], env.get("PLATFORM_API_ROOT", "https://api.telegram.org"))
gate = Gate(Client(env["SERVICE_URL"], env["BOT_KEY"]), call, unavailable="pass")
offset = 0
while True:
    for update in call("getUpdates", offset=offset, timeout=30):
        offset = update["update_id"] + 1
        for wanted in gate.take(update):
            message = wanted.get("message")
            if message:
                call("sendMessage", chat_id=message["chat"]["id"], text=f"Here is what you asked for: {message['text']}")
