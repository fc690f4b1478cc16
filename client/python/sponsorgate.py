"""Asks the users of a bot for sponsor subscriptions. The standard library alone; for Python 3.9 and newer.

    gate = Gate(Client(url, bot_key), platform_api(bot_token), unavailable="pass")
    for update in gate.take(incoming):
        handle(update)

`take` returns the updates to handle now: none while the user is held, and once they have done what sponsors ask, the one that
they had begun with. `check` says how a user stands, in one of six words:

none         nothing is asked of the user
pending      something is left for the user to do
done         the user has done all that was asked
gone         what was asked can no longer be done, and was not
held         the user has done it, and it is not settled yet (this service settles at once: it never says so)
unavailable  nobody can say; the user passes or waits, as the bot has said

The same for asyncio is in sponsorgate_asyncio.py, which drives the very steps written here.
"""
import hashlib
import hmac
import json
import random
import re
import sqlite3
import threading
import time
import urllib.error
import urllib.request
import uuid
import weakref

__all__ = ["Client", "Gate", "MemoryState", "SponsorgateError", "SqliteState", "platform_api", "verify_webhook"]


class SponsorgateError(Exception):
    """A request that failed. `code` is the HTTP status, 0 where nothing was answered; `field` the field that is wrong, where the
    service names one; `retry_after` the seconds to wait. No key is ever in it."""

    def __init__(self, code, message, error_code=None, retry_after=None):
        super().__init__(message)
        self.code = code
        self.error_code = error_code
        self.retry_after = retry_after
        named = re.match(r"([a-z]\w*(?:\.\w+)*): ", message)
        self.field = named and named[1]


# What only reads, or sets what is set already, may be asked again when nobody knows whether it arrived.
_REPEATABLE = {"/get-sponsors", "/get-user-subscriptions", "/get-user-info", "/get-balance", "/toggle-exclusion"}
_READING = {"info", "list", "check_report"}
_TRY_AGAIN = {0, 408, 429, 500, 502, 503, 504}
_PATIENCE_SECONDS = 10
_FIRST_PAUSE_SECONDS = 0.2


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A header with a key would follow a redirect."""

    def redirect_request(self, *_):
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def _send(url, body, headers, seconds):
    """Returns status, JSON and seconds to wait of an answer, whatever its status."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
    try:
        with _opener.open(request, timeout=seconds) as response:
            return response.status, response.read(), response.headers.get("Retry-After")
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.read(), refusal.headers.get("Retry-After")
    except (OSError, ValueError):
        # What the library says of it can hold the address, and that a secret.
        raise SponsorgateError(0, "The network failed, or did not answer in time.") from None


def _read(status, raw, retry_after, key):
    """Returns the answer; raises SponsorgateError of what is none. A 404 with ok says that there are no sponsors."""
    try:
        answer = json.loads(raw)
    except ValueError:
        answer = None
    if isinstance(answer, dict) and answer.get("status") not in (None, "error"):
        return answer
    answer = answer if isinstance(answer, dict) else {}
    message = str(answer.get("message") or "HTTP %d" % status).replace(key or "\0", "…")
    waits = int(retry_after) if (retry_after or "").isdigit() else None
    raise SponsorgateError(status if status >= 400 else 502, message, answer.get("error_code"), waits)


def _pause_before(error, path, body, done, tries):
    """Returns the seconds to wait before the next try, or None where there is none."""
    may_repeat = path in _REPEATABLE or body.get("action") in _READING
    # A refusal that says when to come again has done nothing: then anything may be repeated.
    undone = error.retry_after is not None and error.code in (429, 503)
    waits = error.retry_after or 0
    if error.code not in _TRY_AGAIN or not (may_repeat or undone) or done >= tries or waits > _PATIENCE_SECONDS:
        return None
    return max(waits, _FIRST_PAUSE_SECONDS * 2 ** (done - 1) * random.uniform(0.5, 1.5))


class Client:
    """Speaks the interface with one key: a Bot Key, an Access Key or a statistics token."""

    def __init__(self, url, key, seconds=5.0, tries=3):
        self.url = url.rstrip("/")
        self.key = key
        self.seconds = seconds
        self.tries = tries

    def post(self, path, body, tries=None, seconds=None):
        """Posts to a path and returns the answer, e.g. client.post("/get-balance", {})."""
        tries = tries or self.tries
        for done in range(1, tries + 1):
            try:
                return _read(*_send(self.url + path, body, {"Auth": self.key}, seconds or self.seconds), self.key)
            except SponsorgateError as error:
                pause = _pause_before(error, path, body, done, tries)
                if pause is None:
                    raise
                time.sleep(pause)

    def get_sponsors(self, user_id, chat_id, **more):
        return self.post("/get-sponsors", {"user_id": user_id, "chat_id": chat_id, **more})

    def get_user_subscriptions(self, user_id, **more):
        return self.post("/get-user-subscriptions", {"user_id": user_id, **more})

    def get_user_info(self, user_id):
        return self.post("/get-user-info", {"user_id": user_id})

    def get_balance(self):
        return self.post("/get-balance", {})

    def bots(self, action, **more):
        return self.post("/bots", {"action": action, **more})

    def orders(self, action, **more):
        return self.post("/orders", {"action": action, **more})


def verify_webhook(body, signature, *keys):
    """Whether the bytes of a post were signed with one of these Bot Keys. Compares in constant time."""
    made = [hmac.new(key.encode(), body, hashlib.sha256).hexdigest() for key in keys if key]
    return any([hmac.compare_digest(one, signature or "") for one in made])


def platform_api(token, root="https://api.telegram.org"):
    """Returns call(method, **parameters), which calls the platform and returns its result. Its errors do not hold the token."""

    def call(method, **parameters):
        seconds = parameters.get("timeout", 0) + 10
        status, raw, _ = _send(f"{root}/bot{token}/{method}", parameters, {}, seconds)
        answer = json.loads(raw)
        if not answer.get("ok"):
            raise SponsorgateError(status, f"The platform refused {method}: {answer.get('description', '')}")
        return answer["result"]

    return call


class MemoryState:
    """Keeps what the gate remembers until the process ends. Another state has the same four methods."""

    def __init__(self, entries_max=100_000):
        self._entries = {}
        self._entries_max = entries_max
        self._lock = threading.Lock()

    def get(self, key):
        value, until = self._entries.get(key, (None, 0))
        return value if until > time.time() else None

    def set(self, key, value, seconds):
        with self._lock:
            self._entries.pop(key, None)
            self._entries[key] = (value, time.time() + seconds)
            if len(self._entries) > self._entries_max:
                del self._entries[next(iter(self._entries))]

    def delete(self, key):
        self._entries.pop(key, None)

    def claim(self, key, seconds):
        """Takes a name for a time: of all who ask at once, one gets True."""
        with self._lock:
            if self.get(key) is not None:
                return False
            self._entries[key] = ("", time.time() + seconds)
            return True


class SqliteState:
    """Keeps what the gate remembers in a table of an SQLite file. Several processes may share it."""

    def __init__(self, file):
        self._database = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=5)
        self._lock = threading.Lock()
        self._run("CREATE TABLE IF NOT EXISTS sponsorgate (key TEXT PRIMARY KEY, value TEXT, until REAL)")
        self._run("CREATE INDEX IF NOT EXISTS sponsorgate_until ON sponsorgate (until)")

    def _run(self, text, *values):
        with self._lock:
            # Read to the end, so that no statement stays open.
            rows = self._database.execute(text, values).fetchall()
        return rows[0] if rows else None

    def get(self, key):
        row = self._run("SELECT value FROM sponsorgate WHERE key = ? AND until > ?", key, time.time())
        return row and row[0]

    def set(self, key, value, seconds):
        self._run("DELETE FROM sponsorgate WHERE until <= ?", time.time())
        self._run("INSERT OR REPLACE INTO sponsorgate VALUES (?, ?, ?)", key, value, time.time() + seconds)

    def delete(self, key):
        self._run("DELETE FROM sponsorgate WHERE key = ?", key)

    def claim(self, key, seconds):
        now = time.time()
        text = (
            "INSERT INTO sponsorgate VALUES (?, '', ?) ON CONFLICT (key) DO UPDATE SET until = excluded.until "
            "WHERE sponsorgate.until <= ? RETURNING key"
        )
        return self._run(text, key, now + seconds, now) is not None


# In the order: confirm, later, again, male, female, the youngest and the oldest of the choices, open the form, go on. What is asked
# the service says itself, in the user's language.
_WORDS = {
    "en": "✅ Done|Please try again in a moment.|🔄 Try again|👨 Man|👩 Woman|under 10|25 and older|📝 Open the form|➡️ Continue",
    "ru": "✅ Готово|Попробуйте ещё раз через минуту.|🔄 Ещё раз|👨 Мужчина|👩 Женщина|младше 10|25 и старше|📝 Открыть форму|➡️ Продолжить",
    "uk": "✅ Готово|Спробуйте ще раз за хвилину.|🔄 Ще раз|👨 Чоловік|👩 Жінка|до 10|25 і старше|📝 Відкрити форму|➡️ Продовжити",
    "be": "✅ Гатова|Паспрабуйце яшчэ раз праз хвіліну.|🔄 Яшчэ раз|👨 Мужчына|👩 Жанчына|да 10|25 і старэй|📝 Адкрыць форму|➡️ Працягнуць",
    "uz": "✅ Tayyor|Birozdan keyin qayta urinib ko‘ring.|🔄 Qayta urinish|👨 Erkak|👩 Ayol|10 yoshgacha|25 va undan katta|📝 Formani ochish|➡️ Davom etish",
    "kk": "✅ Дайын|Біраздан кейін қайталап көріңіз.|🔄 Қайталау|👨 Ер адам|👩 Әйел адам|10 жасқа дейін|25 және одан үлкен|📝 Форманы ашу|➡️ Жалғастыру",
}
_NAMES = ("confirm", "later", "again", "male", "female", "youngest", "oldest", "open_form", "go_on")
# Messages that nobody wrote to ask for something; a payment above all must reach the bot.
_SERVICE = (
    "successful_payment refunded_payment new_chat_members left_chat_member new_chat_title new_chat_photo pinned_message "
    "delete_chat_photo migrate_to_chat_id migrate_from_chat_id group_chat_created supergroup_chat_created web_app_data "
    "channel_chat_created video_chat_started video_chat_ended message_auto_delete_timer_changed forum_topic_created "
    "users_shared chat_shared write_access_allowed".split()
)
_ALERT_LENGTH_MAX = 200
_WALL_SECONDS = 7 * 86_400
_REPLAY_SECONDS = 86_400
# What a check said still counts so long, and a message this close behind another gets no new block.
_FRESH_SECONDS = 3
# How long nobody is asked about a user who passed, by the state they passed with.
_REST_SECONDS = {"none": 60, "done": 600, "gone": 60, "held": 600}
# A list that ran out is made anew so often: nobody gets by through waiting, and nobody waits for ever.
_RENEWALS_MAX = 1
_FAILURES_MAX = 2
_BREAK_SECONDS = (1, 30)


class Ask:
    """A step: asks the service, for its answer; one that fails raises SponsorgateError."""

    def __init__(self, path, body):
        self.path, self.body = path, body


class Tell:
    """A step: calls the platform, for its result, or None where it refuses."""

    def __init__(self, method, **parameters):
        self.method, self.parameters = method, parameters


class Keep:
    """A step: calls a method of the state."""

    def __init__(self, method, *values):
        self.method, self.values = method, values


class Breaker:
    """Keeps a service that fails from costing every update its deadline."""

    def __init__(self):
        self.failures, self.open_until, self.rest, self.probing = 0, 0.0, _BREAK_SECONDS[0], False

    def allows(self):
        return self.failures < _FAILURES_MAX

    def may_probe(self):
        """Whether somebody is to try the service in the background now; nobody waits for that."""
        if self.probing or self.open_until > time.time():
            return False
        self.probing = True
        return True

    def note(self, error, took=0.0, seconds=1.0):
        self.probing = False
        if error is None or (400 <= error.code < 500 and error.code != 429):
            self.failures, self.rest = 0, _BREAK_SECONDS[0]
            return
        # Silence costs its whole deadline: once is enough; so is being asked to wait.
        self.failures += _FAILURES_MAX if took >= seconds * 0.9 or error.retry_after else 1
        if self.failures >= _FAILURES_MAX:
            self.open_until = time.time() + max(self.rest, error.retry_after or 0)
            self.rest = min(self.rest * 2, _BREAK_SECONDS[1])


AWAY = SponsorgateError(0, "The service is left alone for a while.")


def read_update(update, prefix):
    """Returns who asks and what for, or None where there is nobody to hold: posts, payments, members, inline queries."""
    query = update.get("callback_query")
    message = (query or update).get("message")
    asker = (query or message or {}).get("from")
    # Frameworks that write an update anew give each absent field as empty.
    if not message or not asker or asker.get("is_bot") or (not query and any(message.get(one) for one in _SERVICE)):
        return None
    data = (query or {}).get("data") or ""
    pressed = re.fullmatch(re.escape(prefix) + r"(?:-op|_(gender|age)_(\w+))", data)
    return {
        "user": asker,
        "chat": message["chat"]["id"],
        "query": query and query["id"],
        "message": message["message_id"] if query else None,
        "pressed": bool(pressed),
        "given": {pressed[1]: pressed[2]} if pressed and pressed[1] else {},
        "text": data if query else message.get("text") or "",
    }


def _brick(sponsor):
    """What is kept of a sponsor. It is known by its order; one behind a smart link by that link until it is opened."""
    state = "done" if sponsor["status"] != "unsubscribed" else "pending" if sponsor["available_now"] else "gone"
    return {
        "id": sponsor["link"] if sponsor["ads_id"] == "0" else sponsor["ads_id"],
        "link": sponsor["link"],
        "title": sponsor["resource_name"] or sponsor["button_text"],
        "state": state,
    }


def _state_of(bricks):
    states = [brick["state"] for brick in bricks]
    return next((state for state in ("pending", "done") if state in states), "gone" if states else "none")


def _words(user):
    language = str(user.get("language_code") or "en").lower().split("-")[0]
    return dict(zip(_NAMES, _WORDS.get(language, _WORDS["en"]).split("|")))


def _block(wall, words, prefix):
    """Returns text and buttons of the one message that tells a user what is left; None where nothing is."""
    question, confirm = wall.get("question"), f"{prefix}-op"
    if question == "gender":
        rows = [[(words["male"], f"{prefix}_gender_male"), (words["female"], f"{prefix}_gender_female")]]
    elif question == "age":
        ages = [words["youngest"], "11–13", "14–15", "16–17", "18–24", words["oldest"]]
        choices = [(age, f"{prefix}_age_c{number}") for number, age in enumerate(ages, 1)]
        rows = [choices[:2], choices[2:4], choices[4:]]
    elif question:
        rows = [[(words["open_form"], question)], [(words["go_on"], confirm)]]
    elif wall.get("dark"):
        rows = [[(words["again"], confirm)]]
    else:
        rows = [[(brick["title"], brick["link"])] for brick in wall["bricks"] if brick["state"] == "pending"]
        if not rows:
            return None
        rows.append([(words["confirm"], confirm)])

    def button(text, target):
        return {"text": text, "url" if "://" in target else "callback_data": target}

    keyboard = {"inline_keyboard": [[button(*one) for one in row] for row in rows]}
    return {"text": words["later"] if wall.get("dark") else wall["message"], "reply_markup": keyboard}


def _missing(wall, words):
    """Returns what one who pressed too early reads."""
    if wall.get("dark"):
        return words["later"]
    names = ["• " + brick["title"] for brick in wall["bricks"] if brick["state"] == "pending"]
    return "\n".join([wall["message"], *names])[:_ALERT_LENGTH_MAX]


class GateSteps:
    """What the gate does, step by step: a generator that yields Ask, Tell and Keep; its caller carries them out."""

    def __init__(self, unavailable, prefix="subgram", max_sponsors=4, debounce_seconds=2, rest_seconds=None):
        if unavailable not in ("pass", "hold"):
            raise ValueError('unavailable: say "pass" or "hold", for when the service cannot answer.')
        self.unavailable = unavailable
        self.prefix = prefix
        self.max_sponsors = max_sponsors
        self.debounce_seconds = debounce_seconds
        self.rest_seconds = {**_REST_SECONDS, **(rest_seconds or {})}

    def decide(self, seen, update):
        """Returns the state, and the updates to handle now."""
        user, chat = seen["user"], seen["chat"]
        key = f"{chat}:{user['id']}"
        rested = yield Keep("get", f"pass:{user['id']}")
        kept = yield Keep("get", f"wall:{key}")
        wall = json.loads(kept) if kept else None
        words = _words(user)
        if seen["pressed"]:
            first = yield Keep("claim", f"press:{key}:{seen['text']}", self.debounce_seconds)
            if not first:
                yield from self._answer(seen, wall and _missing(wall, words))
                return ("pending" if wall else rested or "none"), []
        if rested and not wall:
            return (yield from self._pass(seen, update, rested, None))
        if wall and not seen["pressed"] and time.time() - wall["checked"] < _FRESH_SECONDS:
            state = "unavailable" if wall.get("dark") else "pending"
        else:
            state, wall = yield from self._verdict(wall, seen)
        if state == "pending" or (state == "unavailable" and self.unavailable == "hold"):
            if not wall.get("first") and not seen["pressed"]:
                wall["first"], wall["first_text"] = update, seen["text"]
            is_early = seen["pressed"] and not seen["given"]
            yield from self._answer(seen, _missing(wall, words) if is_early else None)
            yield from self._show(seen, wall, words)
            yield Keep("set", f"wall:{key}", json.dumps(wall), _WALL_SECONDS)
            return state, []
        return (yield from self._pass(seen, update, state, wall))

    def _verdict(self, wall, seen):
        if not wall or wall.get("question") or wall.get("dark"):
            return (yield from self._open(wall, seen))
        try:
            yield from self._recheck(wall, seen["user"])
        except SponsorgateError:
            return "unavailable", wall
        state = _state_of(wall["bricks"])
        is_out = any(brick["state"] == "gone" for brick in wall["bricks"])
        if state == "pending" or not is_out or wall["renewals"] >= _RENEWALS_MAX:
            return state, wall
        # Part of it can no longer be done: is there something else? What was done counts.
        renewed_state, renewed = yield from self._open({**wall, "renewals": wall["renewals"] + 1}, seen)
        return (renewed_state, renewed) if renewed_state == "pending" else (state, wall)

    def _open(self, wall, seen):
        user = seen["user"]
        body = {name: user.get(name) for name in ("first_name", "username", "language_code")}
        body.update(user_id=user["id"], chat_id=seen["chat"], is_premium=bool(user.get("is_premium")))
        body.update(seen["given"], get_links=1, max_sponsors=self.max_sponsors)
        kept = {name: (wall or {}).get(name) for name in ("first", "first_text", "block")}
        opened = {"id": uuid.uuid4().hex, "bricks": [], "renewals": (wall or {}).get("renewals", 0), **kept}
        opened.update(checked=time.time(), message="")
        try:
            answer = yield Ask("/get-sponsors", body)
        except SponsorgateError:
            return "unavailable", {**opened, "dark": True}
        opened["message"] = answer.get("message", "")
        additional = answer.get("additional") or {}
        status = answer["status"]
        if status in ("gender", "age", "register"):
            opened["question"] = additional.get("registration_url") if status == "register" else status
            return "pending", opened
        opened["bricks"] = [_brick(sponsor) for sponsor in additional.get("sponsors") or []]
        return ("none" if answer.get("code") == 404 else _state_of(opened["bricks"])), opened

    def _recheck(self, wall, user):
        """Asks about the very offers, whatever list the service would make now: its own may have run out meanwhile."""
        pending = [brick for brick in wall["bricks"] if brick["state"] == "pending"]
        numbers = [int(brick["id"]) for brick in pending if brick["id"].isdigit()]
        questions = [({"ads_ids": numbers}, None)] if numbers else []
        questions += [({"links": [brick["link"]]}, brick["id"]) for brick in pending if not brick["id"].isdigit()]
        found = {}
        for question, known_as in questions:
            answer = yield Ask("/get-user-subscriptions", {"user_id": user["id"], **question})
            for sponsor in answer["additional"]["sponsors"]:
                found[known_as or sponsor["ads_id"]] = _brick(sponsor)["state"]
        for brick in pending:
            brick["state"] = found.get(brick["id"], "gone")
        wall["checked"] = time.time()

    def _pass(self, seen, update, state, wall):
        """Takes the block away, and returns what is to be handled now."""
        user, chat = seen["user"], seen["chat"]
        handle = [] if seen["pressed"] else [update]
        if wall:
            first = wall.get("first")
            mine = yield Keep("claim", f"end:{wall['id']}:{(first or {}).get('update_id')}", _REPLAY_SECONDS)
            # Who asks for the same again gets it once.
            if first and mine and (seen["pressed"] or wall["first_text"] != seen["text"]):
                handle.insert(0, first)
            if state == "unavailable" and wall["bricks"]:
                # Nobody has said that it is done: it is asked about again.
                kept = json.dumps({**wall, "first": None})
                yield Keep("set", f"wall:{chat}:{user['id']}", kept, _WALL_SECONDS)
            elif state != "unavailable":
                yield Keep("delete", f"wall:{chat}:{user['id']}")
                block = wall.get("block")
                if block:
                    yield Tell("deleteMessage", chat_id=block["chat"], message_id=block["message"])
        if state != "unavailable" and self.rest_seconds[state] > 0:
            yield Keep("set", f"pass:{user['id']}", state, self.rest_seconds[state])
        if seen["pressed"]:
            yield from self._answer(seen, None)
            # A press on a block of which nothing is known any more: the bot may say what to do.
            if not handle and not (wall and wall.get("block")):
                handle.append(update)
        return state, handle

    def _answer(self, seen, alert):
        if seen["query"]:
            words = {"text": alert, "show_alert": True} if alert else {}
            yield Tell("answerCallbackQuery", callback_query_id=seen["query"], **words)

    def _show(self, seen, wall, words):
        block = _block(wall, words, self.prefix)
        if block is None:
            return
        says, before = json.dumps(block), wall.get("block")
        # A block that is not remembered is the user's own where nobody else is; in a group it may be another's.
        if seen["pressed"] and (before or seen["chat"] > 0):
            place = before or {"chat": seen["chat"], "message": seen["message"], "at": time.time(), "says": ""}
            if place["says"] != says:
                yield Tell("editMessageText", chat_id=place["chat"], message_id=place["message"], **block)
            wall["block"] = {**place, "says": says}
            return
        if before and before["says"] == says and time.time() - before["at"] < _FRESH_SECONDS:
            return
        if before:
            yield Tell("deleteMessage", chat_id=before["chat"], message_id=before["message"])
        sent = yield Tell("sendMessage", chat_id=seen["chat"], **block)
        if sent:
            wall["block"] = {"chat": seen["chat"], "message": sent["message_id"], "at": time.time(), "says": says}


class Gate:
    """Holds users back until they have done what sponsors ask. `call(method, **parameters)` calls the platform."""

    def __init__(self, client, call, *, unavailable, state=None, seconds=1.5, on_error=None, **options):
        self._steps = GateSteps(unavailable, **options)
        self._client, self._call, self._seconds = client, call, seconds
        self._on_error = on_error or (lambda error: None)
        self._state = state or MemoryState()
        self._breaker = Breaker()
        self._locks = weakref.WeakValueDictionary()
        self._guard = threading.Lock()

    def check(self, update):
        """Returns how the user of this update stands, in one of six words, and shows them what is left."""
        return self._decide(update)[0]

    def take(self, update):
        """Returns the updates to handle now, oldest first: none while the user is held."""
        return self._decide(update)[1]

    def _decide(self, update):
        seen = read_update(update, self._steps.prefix)
        if seen is None:
            return "none", [update]
        with self._guard:
            lock = self._locks.setdefault((seen["chat"], seen["user"]["id"]), _Lock())
        with lock.lock:
            try:
                return self._run(self._steps.decide(seen, update))
            except Exception as error:
                # What the bot keeps cannot be read, say: that is as if the service could not.
                self._on_error(error)
                return "unavailable", [update] if self._steps.unavailable == "pass" else []

    def _run(self, steps):
        answer, failure = None, None
        while True:
            try:
                step = steps.throw(failure) if failure else steps.send(answer)
            except StopIteration as end:
                return end.value
            answer, failure = None, None
            if isinstance(step, Keep):
                answer = getattr(self._state, step.method)(*step.values)
            elif isinstance(step, Tell):
                answer = self._tell(step)
            else:
                try:
                    answer = self._ask(step)
                except SponsorgateError as error:
                    failure = error

    def _tell(self, step):
        try:
            return self._call(step.method, **step.parameters)
        except Exception as error:
            # The platform refuses an answer that comes late, and an edit that changes nothing: that holds nobody back.
            self._on_error(error)
            return None

    def _ask(self, step):
        if not self._breaker.allows():
            if self._breaker.may_probe():
                threading.Thread(target=self._probe, args=(step,), daemon=True).start()
            raise AWAY
        return self._post(step)

    def _probe(self, step):
        try:
            self._post(step)
        except SponsorgateError:
            pass

    def _post(self, step):
        started = time.monotonic()
        try:
            answer = self._client.post(step.path, step.body, tries=1, seconds=self._seconds)
        except SponsorgateError as error:
            self._breaker.note(error, time.monotonic() - started, self._seconds)
            raise
        self._breaker.note(None)
        return answer


class _Lock:
    """A lock that can be referred to weakly."""

    def __init__(self):
        self.lock = threading.Lock()
