"""A bot in Python, of the standard library alone, that answers who has done what the service asks for.

    SERVICE_URL=http://127.0.0.1:8080 BOT_KEY=sg_bot_... BOT_TOKEN=123456:abc python3 sponsors_bot.py

`Sponsors` is the part to take over. The service shows its block and its questions (get_links 0); a user who is done gets
what they had asked for at first.

In aiogram 3 it becomes an outer middleware of the dispatcher, `dp.update.outer_middleware(Sponsors(...))`: `__call__(handler,
event, data)` does what `lets_through` does here, with aiohttp in place of urllib. It returns without `handler` where this
returns None, and else ends with `await handler(update, data)`, where `update` is the one that `lets_through` returns: the one
that came, or the first one, which was kept. A press is answered with `event.callback_query.answer(text, show_alert=True)`.
"""
import http.client
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request
from collections import OrderedDict

# Callback data of the buttons on the service's own messages, which reach your bot.
BUTTON = re.compile(r"subgram(?:-op|_(gender|age)_(\w+))")
# So many users' first updates are kept; the oldest go first.
KEPT_MAX = 10_000
# The platform shows no more letters in an alert.
ALERT_LENGTH_MAX = 200
# The platform holds an answer back so long while nothing happens.
POLL_SECONDS = 30
RETRY_SECONDS = 3
# The other side is away, breaks off, or answers something else.
FAILURES = (OSError, ValueError, http.client.HTTPException)


def post(url, body, headers=None, seconds=5):
    """Returns the JSON that the other side answers, also when it refuses."""
    headers = {"Content-Type": "application/json", **(headers or {})}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=seconds) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)


class Sponsors:
    def __init__(self, service_url, bot_key, call):
        """`call(method, **parameters)` calls a method of the platform."""
        self.address = service_url + "/get-sponsors"
        self.headers = {"Auth": bot_key}
        self.call = call
        self.kept = OrderedDict()

    def ask(self, **body):
        try:
            return post(self.address, body, self.headers)
        except FAILURES:
            return {"status": "error"}

    def missing(self, user):
        """Names what is still to be done. A request for links leaves the block on the screen as it is."""
        answer = self.ask(**user, get_links=1)
        sponsors = (answer.get("additional") or {}).get("sponsors") or []
        left = [one for one in sponsors if one["available_now"] and one["status"] == "unsubscribed"]
        names = ["• " + (one["resource_name"] or one["button_text"]) for one in left]
        return "\n".join([answer.get("message", ""), *names])[:ALERT_LENGTH_MAX]

    def answer_press(self, press, alert=None):
        if press is not None:
            text = {} if alert is None else {"text": alert, "show_alert": True}
            self.call("answerCallbackQuery", callback_query_id=press["id"], **text)

    def lets_through(self, update):
        """Returns the update to handle: this one, the first one that was kept, or None."""
        press = update.get("callback_query")
        message = (press or update).get("message")
        if message is None:
            return update
        asker = (press or message)["from"]
        # A bot that was added without its token also sends first_name, username, language_code and is_premium.
        user = {"user_id": asker["id"], "chat_id": message["chat"]["id"]}
        pressed = BUTTON.fullmatch((press or {}).get("data", ""))
        question = pressed and pressed[1]
        answer = self.ask(**user, get_links=0, **({question: pressed[2]} if question else {}))

        key = (user["chat_id"], user["user_id"])
        # Held back on `warning` alone: on ok, error or silence the user goes on.
        if answer.get("status") == "warning":
            self.answer_press(press, self.missing(user) if pressed and not question else None)
            if not pressed:
                self.kept.setdefault(key, update)
            if len(self.kept) > KEPT_MAX:
                self.kept.popitem(last=False)
            return None
        first = self.kept.pop(key, None)
        if not pressed:
            return update
        self.answer_press(press)
        return first


def main():
    platform = os.environ.get("PLATFORM_API_ROOT", "https://api.telegram.org")
    token = os.environ["BOT_TOKEN"]

    def call(method, **parameters):
        return post(f"{platform}/bot{token}/{method}", parameters, seconds=POLL_SECONDS + 10)

    sponsors = Sponsors(os.environ.get("SERVICE_URL", "http://127.0.0.1:8080"), os.environ["BOT_KEY"], call)
    offset = 0
    while True:
        try:
            updates = call("getUpdates", offset=offset, timeout=POLL_SECONDS, allowed_updates=["message", "callback_query"])
        except FAILURES:
            # The platform is away for a moment.
            time.sleep(RETRY_SECONDS)
            continue
        for update in updates.get("result", []):
            offset = update["update_id"] + 1
            try:
                wanted = sponsors.lets_through(update)
                if wanted is not None and "message" in wanted:
                    asked = wanted["message"].get("text", "")
                    call("sendMessage", chat_id=wanted["message"]["chat"]["id"], text=f"Here is what you asked for: {asked}")
            except FAILURES as error:
                # One answer that fails ends no bot.
                print(error, file=sys.stderr)


if __name__ == "__main__":
    main()
