"""What the client for Python promises, alone: tried by test/client/python.test.ts against a peer at PEER_URL."""
import asyncio
import contextlib
import hashlib
import hmac
import http.server
import io
import json
import os
import tempfile
import threading
import time
import unittest
from email.utils import formatdate
from unittest import mock

# Fakes of what their documentation says.
import telegram
from aiogram import Bot, Dispatcher
from aiogram.types import Update
from telebot import TeleBot
from sponsorgate import (
    AsyncClient,
    AsyncGate,
    Client,
    Gate,
    MemoryState,
    SponsorgateError,
    SqliteState,
    platform_api,
    verify_webhook,
)
from sponsorgate import ptb, telebot
from sponsorgate.aiogram import SponsorMiddleware
from sponsorgate.breaker import Breaker
from sponsorgate.transport import read

PEER = os.environ["PEER_URL"]
UPDATE = {"update_id": 1, "message": {"message_id": 1, "chat": {"id": 7}, "from": {"id": 7}, "text": "/get"}}


class Drips(http.server.BaseHTTPRequestHandler):
    """Sends a byte of its answer now and then."""

    def do_POST(self):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        try:
            for _ in range(40):
                self.wfile.write(b" ")
                time.sleep(0.1)
        except OSError:
            pass

    def log_message(self, *words):
        pass


def silent_call(method, **parameters):
    return {"message_id": 1}


async def silent_coroutine(method, **parameters):
    return {"message_id": 1}


class Requests(unittest.TestCase):
    def fails(self, path, key="sg_secret", **body):
        with self.assertRaises(SponsorgateError) as caught:
            Client(PEER + path, key, seconds=0.3, tries=2).post("/get-balance", body)
        self.assertNotIn("sg_secret", str(caught.exception))
        return caught.exception

    def test_a_refusal_names_code_and_field(self):
        refused = self.fails("/refuses")
        self.assertEqual((refused.code, refused.field), (422, "user_id"))

    def test_what_can_be_sent_nowhere_is_named(self):
        address, key = "The address must begin with https:// or http://.", "The key has characters that no key has."
        for url, given, said in [("", "k", address), ("localhost:1", "k", address), (PEER, "sg_bot_…", key)]:
            with self.assertRaises(SponsorgateError) as refused:
                Client(url, given, tries=1).get_balance()
            self.assertEqual(str(refused.exception), said)
        self.assertEqual(Client(PEER + "/fine", "k\n").get_balance()["status"], "ok")

    def test_the_token_stays_secret_whatever_the_address(self):
        for root in ("", "api.telegram.org", "https://"):
            with self.assertRaises(SponsorgateError) as refused:
                platform_api("1:secret", root)("getMe")
            self.assertNotIn("secret", str(refused.exception))

    def test_the_key_stays_secret(self):
        self.assertEqual(str(self.fails("/echoes")), "The key … is unknown.")

    def test_what_only_reads_is_repeated(self):
        self.assertEqual(Client(PEER + "/fails-once", "k").get_balance()["status"], "ok")

    def test_what_makes_something_is_not(self):
        with self.assertRaises(SponsorgateError):
            Client(PEER + "/fails-once-order", "k").orders("create", link="https://t.me/garden")

    def test_a_redirect_is_not_followed(self):
        self.assertEqual(self.fails("/redirects").code, 502)

    def test_an_answer_that_comes_bit_by_bit_ends_in_time(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Drips)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        started = time.monotonic()
        with self.assertRaises(SponsorgateError) as caught:
            Client("http://127.0.0.1:%d" % server.server_port, "k", seconds=0.3, tries=1).get_balance()
        self.assertLess(time.monotonic() - started, 2)
        self.assertEqual(caught.exception.code, 0)
        server.shutdown()
        server.server_close()

    def test_how_long_to_wait_is_said_in_seconds_or_as_a_date(self):
        soon = formatdate(time.time() + 30, usegmt=True)
        for said, low, high in [("7", 7, 7), (soon, 28, 31), (formatdate(0, usegmt=True), 0, 0)]:
            with self.assertRaises(SponsorgateError) as caught:
                read((503, b"", said), "k")
            self.assertTrue(low <= caught.exception.retry_after <= high, said)
        for said in (None, "", "soon", "9" * 5_000):
            with self.assertRaises(SponsorgateError) as caught:
                read((503, b"", said), "k")
            self.assertIsNone(caught.exception.retry_after)

    def test_an_answer_that_breaks_off_is_none(self):
        self.assertEqual(self.fails("/breaks-off").code, 0)

    def test_asyncio_the_same(self):
        async def ask():
            async with AsyncClient(PEER + "/refuses", "sg_secret") as client:
                await client.get_balance()

        with self.assertRaises(SponsorgateError) as caught:
            asyncio.run(ask())
        self.assertEqual((caught.exception.code, caught.exception.field), (422, "user_id"))


class Silence(unittest.TestCase):
    def test_costs_an_update_little(self):
        gate = Gate(Client(PEER + "/silent", "k"), silent_call, unavailable="pass", seconds=0.5)
        started = time.monotonic()
        for number in range(50):
            update = {**UPDATE, "update_id": number}
            self.assertEqual(gate.take(update), [update])
        self.assertLess((time.monotonic() - started) / 50, 0.05)

    def test_holds_where_the_bot_wants_it(self):
        gate = Gate(Client(PEER + "/silent", "k"), silent_call, unavailable="hold", seconds=0.1)
        self.assertEqual((gate.take(UPDATE), gate.check(UPDATE)), ([], "unavailable"))

    def test_asks_for_nothing_again_of_a_user_who_is_held(self):
        calls = Calls()
        gate = Gate(Client(PEER + "/asks", "k"), calls, unavailable="hold")
        self.assertEqual(gate.take(message(text="/get")), [])
        gate._client.url = PEER + "/breaks-off"
        # The second comes too soon after the first to be asked about.
        self.assertEqual((gate.take(press()), gate.take(press())), ([], []))
        answers = [parameters["text"] for method, parameters in calls.made if method == "answerCallbackQuery"]
        self.assertEqual(answers, ["Please try again in a moment."] * 2)

    def test_asyncio_the_same(self):
        async def walk():
            async with AsyncClient(PEER + "/silent", "k") as client:
                gate = AsyncGate(client, silent_coroutine, unavailable="pass", seconds=0.5)
                return [await gate.take(UPDATE) for _ in range(50)]

        started = time.monotonic()
        self.assertEqual(asyncio.run(walk()), [[UPDATE]] * 50)
        self.assertLess((time.monotonic() - started) / 50, 0.05)

    def test_ends_with_the_service_back_also_where_each_update_has_a_loop_of_its_own(self):
        # A request in the background is cut off before its first step, or after.
        for steps in (0, 1):

            async def take():
                wanted = await gate.take(UPDATE)
                for _ in range(steps):
                    await asyncio.sleep(0)
                return wanted

            client = AsyncClient(PEER + "/silent", "k")
            gate = AsyncGate(client, silent_coroutine, unavailable="pass", seconds=0.2)
            self.assertEqual(asyncio.run(take()), [UPDATE])
            client.url = PEER + "/asks"
            now = time.monotonic()
            with mock.patch("sponsorgate.breaker.monotonic", return_value=now + 60):
                self.assertEqual(asyncio.run(take()), [UPDATE])
                self.assertEqual(asyncio.run(take()), [])

    def test_ends_when_the_service_is_back_even_after_an_answer_that_broke_off(self):
        gate = Gate(Client(PEER + "/comes-back", "k"), silent_call, unavailable="pass", seconds=0.1)
        now = time.monotonic()
        for later in (0, 2, 10):
            with mock.patch("sponsorgate.breaker.monotonic", return_value=now + later):
                self.assertEqual(gate.take(UPDATE), [UPDATE])
                [thread.join() for thread in threading.enumerate() if thread.daemon]
        self.assertEqual(gate.take(UPDATE), [])

    def test_somebody_must_say_what_becomes_of_users(self):
        with self.assertRaises(ValueError):
            Gate(Client(PEER, "k"), silent_call, unavailable="maybe")


class Calls:
    """The platform, which only remembers what it was asked."""

    def __init__(self):
        self.made = []

    def __call__(self, method, **parameters):
        self.made.append((method, parameters))
        return {"message_id": 11}

    def methods(self):
        return [method for method, _ in self.made]


def gate_of(calls, way="/asks", **options):
    return Gate(Client(PEER + way, "k"), calls, unavailable="pass", debounce_seconds=0, **options)


def message(number=1, chat=None, **more):
    person = {"id": 7, "is_bot": False, "first_name": "Emma"}
    return {"update_id": number, "message": {"message_id": number, "chat": chat or {"id": 7}, "from": person, **more}}


def press(data="subgram-op", user=7, chat=None, **more):
    shown = {"message_id": 11, "chat": chat or {"id": 7}, **more}
    return {"update_id": 2, "callback_query": {"id": "q", "from": {"id": user}, "data": data, "message": shown}}


GROUP = {"id": -100, "type": "supergroup"}


class Groups(unittest.TestCase):
    def test_the_block_of_another_user_is_left_alone(self):
        calls = Calls()
        gate = gate_of(calls)
        gate.take(message(chat=GROUP, text="/get"))
        gate.take(press(user=8, chat=GROUP))
        self.assertEqual(calls.methods(), ["sendMessage", "answerCallbackQuery", "sendMessage"])

    def topic_of(self, **more):
        calls = Calls()
        gate_of(calls).take(message(chat=GROUP, text="/get", **more))
        parameters = calls.made[0][1]
        return {name: parameters[name] for name in parameters if name.endswith(("thread_id", "topic_id"))}

    def test_a_block_stays_in_its_topic(self):
        self.assertEqual(self.topic_of(is_topic_message=True, message_thread_id=5), {"message_thread_id": 5})
        self.assertEqual(self.topic_of(direct_messages_topic={"topic_id": 6}), {"direct_messages_topic_id": 6})
        # A thread of replies in a plain group takes no messages.
        self.assertEqual(self.topic_of(message_thread_id=5), {})


class Persons(unittest.TestCase):
    def test_whatever_a_person_writes_is_held(self):
        for written in ("text", "rich_message", "live_photo", "photo", "voice", "document", "location", "dice", "poll"):
            calls = Calls()
            self.assertEqual(gate_of(calls).take(message(**{written: "x"})), [], written)
            self.assertEqual(calls.methods(), ["sendMessage"], written)

    def test_what_no_person_asked_for_passes(self):
        notices = [
            {"boost_added": {"boost_count": 1}},
            {"gift": {"gift": {}}},
            {"giveaway_created": {}},
            {"video_chat_scheduled": {"start_date": 1}},
            {"forum_topic_closed": {}},
            {"suggested_post_paid": {}},
            {"successful_payment": {}},
            {"a_notice_of_next_year": {"x": 1}},
        ]
        channel = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
        posts = [
            {"text": "a post", "from": channel, "is_automatic_forward": True, "sender_chat": {"id": -5, "type": "channel"}},
            {"text": "as the group", "from": {"id": 1087968824, "is_bot": True}, "sender_chat": GROUP},
            {"text": "as a channel", "sender_chat": {"id": -6, "type": "channel"}},
        ]
        others = [
            {"text": "by the platform", "from": channel},
            {"text": "by a bot of a business", "sender_business_bot": {"id": 5, "is_bot": True}},
            {"text": "in a chat of a business", "business_connection_id": "b"},
            {"text": "to a guest", "guest_query_id": "1"},
            {"text": "sent while they were away", "is_from_offline": True},
        ]
        updates = [message(chat=GROUP, **more) for more in [*notices, *posts, *others]]
        updates += [
            {"update_id": 9, "edited_message": message(text="x")["message"]},
            {"update_id": 9, "channel_post": {"message_id": 1, "chat": {"id": -5}, "text": "x"}},
            {"update_id": 9, "inline_query": {"id": "1", "from": {"id": 7}, "query": ""}},
            {"update_id": 9, "callback_query": {"id": "q", "from": {"id": 7}, "inline_message_id": "1", "data": "x"}},
            press("x", chat={"id": -5, "type": "channel"}),
            press("x", business_connection_id="b"),
        ]
        calls = Calls()
        gate = gate_of(calls)
        for update in updates:
            self.assertEqual(gate.take(update), [update])
        self.assertEqual(calls.made, [])

    def test_an_album_comes_back_whole_and_nothing_that_came_after_it(self):
        paid = set()
        gate = gate_of(Calls(), exempt=lambda user: user["id"] in paid)
        album = [message(number, photo=["x"], media_group_id="5") for number in (1, 2)]
        for update in [*album, album[1], message(3, photo=["x"], media_group_id="6"), message(4, photo=["x"])]:
            self.assertEqual(gate.take(update), [])
        paid.add(7)
        self.assertEqual(gate.take(press()), album)

    def test_a_block_that_is_refused_holds_nobody_and_is_reported_once_per_chat(self):
        class Refuses(Calls):
            def __call__(self, method, **parameters):
                super().__call__(method, **parameters)
                raise ValueError("not enough rights")

        failures = []
        gate = gate_of(Refuses(), on_error=failures.append)
        album = [message(number, chat=GROUP, photo=["x"], media_group_id="5") for number in (1, 2)]
        texts = [message(3, chat=GROUP, text="/a"), message(4, chat=GROUP, text="/a")]
        for update in [*album, *texts]:
            self.assertEqual(gate.take(update), [update])
        self.assertEqual([str(error) for error in failures], ["not enough rights"])
        self.assertEqual(gate.take(message(5, text="/a")), [message(5, text="/a")])
        self.assertEqual(len(failures), 2)
        self.assertEqual(gate.check(message(6, chat=GROUP, text="/a")), "none")

        async def refuse(method, **parameters):
            raise ValueError("not enough rights")

        later = AsyncGate(AsyncClient(PEER + "/asks", "k"), refuse, unavailable="hold", on_error=failures.append)
        self.assertEqual(asyncio.run(later.take(texts[0])), [texts[0]])
        self.assertEqual(len(failures), 3)

    def test_a_refusal_of_the_platform_itself_holds_no_user(self):
        def refuse(method, **parameters):
            raise SponsorgateError(400, "The platform refused sendMessage: BUTTON_URL_INVALID")

        self.assertEqual(gate_of(refuse).take(message(text="/a")), [message(text="/a")])

    def test_the_handler_answers_a_press_that_is_not_held(self):
        class Refuses(Calls):
            def __call__(self, method, **parameters):
                super().__call__(method, **parameters)
                raise ValueError("not enough rights")

        calls, update = Refuses(), press("more")
        self.assertEqual(gate_of(calls).take(update), [update])
        self.assertEqual(calls.methods(), ["sendMessage"])

    def test_too_many_messages_are_no_refusal(self):
        class Waits(Exception):
            retry_after = 3

        class Counted(Exception):
            error_code = 429

        waits = SponsorgateError(429, "Too Many Requests", retry_after=3)
        for error in (Waits("too many requests"), Counted("too many requests"), waits):

            class Slow(Calls):
                def __call__(self, method, **parameters):
                    super().__call__(method, **parameters)
                    raise error

            failures = []
            gate = gate_of(Slow(), on_error=failures.append)
            self.assertEqual(gate.take(message(1, chat=GROUP, text="/a")), [])
            self.assertEqual(len(failures), 1)

    def test_two_pictures_are_not_the_same(self):
        paid = set()
        gate = gate_of(Calls(), exempt=lambda user: user["id"] in paid)
        first, second = message(1, photo=["x"]), message(2, photo=["x"])
        self.assertEqual(gate.take(first), [])
        paid.add(7)
        self.assertEqual(gate.take(second), [first, second])

    def test_those_whom_the_bot_exempts_pass(self):
        calls, paid = Calls(), set()
        gate = gate_of(calls, exempt=lambda user: user["id"] in paid)
        first = message(text="/get")
        self.assertEqual(gate.take(first), [])
        paid.add(7)
        self.assertEqual(gate.take(press()), [first])
        self.assertEqual(calls.methods()[1:], ["deleteMessage", "answerCallbackQuery"])


class Rest(unittest.TestCase):
    def test_of_a_service_that_asks_for_a_day_ends_soon(self):
        breaker = Breaker()
        breaker.note(SponsorgateError(503, "Away.", retry_after=86_400))
        self.assertFalse(breaker.may_probe())
        with mock.patch("sponsorgate.breaker.monotonic", return_value=time.monotonic() + 61):
            self.assertTrue(breaker.may_probe())

    def test_ends_for_a_user_who_goes_on_writing(self):
        gate = gate_of(Calls(), "/asks-later")
        now = time.monotonic()
        for later, handled in ((0, True), (40, True), (80, False)):
            with mock.patch("sponsorgate.state.monotonic", return_value=now + later):
                self.assertEqual(gate.take(message(text="/a")), [message(text="/a")] if handled else [])


class ClockSetBack(unittest.TestCase):
    """Nothing lasts longer for it than it was to last."""

    def setUp(self):
        self.hour_ago = time.time() - 3_600

    def test_has_a_user_who_writes_on_checked_again(self):
        calls = Calls()
        gate = gate_of(calls)
        gate.take(message(text="/a"))
        with mock.patch("time.time", return_value=self.hour_ago):
            gate.take(message(2, text="/b"))
        self.assertEqual(calls.methods(), ["sendMessage", "deleteMessage", "sendMessage"])

    def test_gives_names_free_in_time(self):
        state = MemoryState()
        self.assertTrue(state.claim("press", 0.01))
        time.sleep(0.02)
        with mock.patch("time.time", return_value=self.hour_ago):
            self.assertTrue(state.claim("press", 0.01))

    def test_has_a_service_that_failed_tried_again_in_time(self):
        breaker = Breaker()
        breaker.rest = 0.01
        for _ in range(2):
            breaker.note(SponsorgateError(503, "Away."))
        time.sleep(0.02)
        with mock.patch("time.time", return_value=self.hour_ago):
            self.assertTrue(breaker.may_probe())


class Restarts(unittest.TestCase):
    def pressed(self, way, **options):
        calls = Calls()
        gate = gate_of(calls, way, **options)
        self.assertEqual(gate.take(press()), [])
        return gate, calls

    def test_a_forgotten_block_goes_when_it_is_pressed_and_says_what_to_do(self):
        gate, calls = self.pressed("/fine")
        self.assertEqual(calls.methods(), ["answerCallbackQuery", "deleteMessage"])
        self.assertEqual(calls.made[0][1]["text"], "Thank you! Please send your request again.")
        # It may be pressed twice before it goes.
        self.assertEqual(gate.take(press()), [])
        self.assertNotIn("text", calls.made[2][1])

    def test_a_forgotten_block_that_is_pressed_too_early_says_what_to_do_in_the_end(self):
        for asked in ([], [message(3, text="/get")]):
            paid = set()
            calls = Calls()
            gate = gate_of(calls, exempt=lambda user: user["id"] in paid)
            self.assertEqual(gate.take(press()), [])
            for update in asked:
                self.assertEqual(gate.take(update), [])
            paid.add(7)
            self.assertEqual(gate.take(press()), asked)
            answers = [parameters for method, parameters in calls.made if method == "answerCallbackQuery"]
            self.assertEqual("again" in answers[-1].get("text", ""), not asked)

    def test_a_forgotten_block_stays_while_the_service_is_away(self):
        _, calls = self.pressed("/breaks-off")
        self.assertEqual(calls.methods(), ["answerCallbackQuery"])
        self.assertEqual(calls.made[0][1]["text"], "Please try again in a moment.")


class Counts(unittest.TestCase):
    def asked(self, **options):
        client = Client(PEER + "/asks", "k")
        with mock.patch.object(client, "post", wraps=client.post) as post:
            Gate(client, Calls(), unavailable="pass", **options).take(message(text="/get"))
        return post.call_args.args[1].get("max_sponsors")

    def test_are_those_of_the_bots_setting_unless_they_are_given(self):
        self.assertIsNone(self.asked())
        self.assertEqual(self.asked(max_sponsors=2), 2)


class Edits(unittest.TestCase):
    def edited(self, refusal):
        class Refuses(Calls):
            def __call__(self, method, **parameters):
                super().__call__(method, **parameters)
                if method == "editMessageText" and self.methods().count(method) == 1:
                    raise ValueError(refusal)
                return {"message_id": 11}

        calls, failures = Refuses(), []
        gate = gate_of(calls, on_error=failures.append)
        for _ in range(3):
            self.assertEqual(gate.take(press()), [])
        return calls.methods().count("editMessageText"), [str(error) for error in failures]

    def test_that_were_refused_are_made_by_the_next_press(self):
        self.assertEqual(self.edited("Too Many Requests"), (2, ["Too Many Requests"]))

    def test_that_change_nothing_are_no_refusal(self):
        # python-telegram-bot writes it with a capital letter.
        for refusal in ("Bad Request: message is not modified: ...", "Message is not modified: ..."):
            self.assertEqual(self.edited(refusal), (1, []))


class LostMemory(unittest.TestCase):
    def test_that_is_silent_keeps_no_update_for_long(self):
        class Silent(MemoryState):
            async def get(self, key):
                await asyncio.sleep(60)

        async def silent(method, **parameters):
            return {"message_id": 1}

        failures = []
        options = {"unavailable": "pass", "state": Silent(), "seconds": 0.05, "on_error": failures.append}
        gate = AsyncGate(AsyncClient(PEER, "k"), silent, **options)
        self.assertEqual(asyncio.run(gate.take(UPDATE)), [UPDATE])
        self.assertEqual([str(error) for error in failures], ["The state did not answer within 0.05 s."])

    def test_that_gives_a_name_too_late_loses_no_request(self):
        async def walk():
            late, released = asyncio.Event(), asyncio.Event()

            class Late(MemoryState):
                async def claim(self, key, seconds):
                    is_mine = super().claim(key, seconds)
                    if key.startswith("end:"):
                        await late.wait()
                    return is_mine

                async def delete(self, key):
                    super().delete(key)
                    if key.startswith("end:"):
                        released.set()

            state, paid = Late(), set()
            options = {"unavailable": "pass", "state": state, "seconds": 0.1, "debounce_seconds": 0}
            exempt = lambda user: user["id"] in paid  # noqa: E731
            gate = AsyncGate(AsyncClient(PEER + "/asks", "k"), silent_coroutine, exempt=exempt, **options)
            first = message(text="/get")
            self.assertEqual(await gate.take(first), [])
            paid.add(7)
            self.assertEqual(await gate.take(press()), [])
            late.set()
            await asyncio.wait_for(released.wait(), 5)
            return await gate.take(press())

        self.assertEqual(asyncio.run(walk()), [message(text="/get")])

    def test_is_reported_to_a_coroutine(self):
        failures = []

        async def report(error):
            failures.append(str(error))

        state = MemoryState()
        gate = AsyncGate(AsyncClient(PEER, "k"), silent_coroutine, unavailable="pass", state=state, on_error=report)
        with mock.patch.object(state, "get", side_effect=OSError("The disk is gone.")):
            self.assertEqual(asyncio.run(gate.take(UPDATE)), [UPDATE])
        self.assertEqual(failures, ["The disk is gone."])

    def test_holds_no_user_where_its_report_fails(self):
        state, printed = MemoryState(), io.StringIO()
        gate = gate_of(Calls(), state=state, on_error=mock.Mock(side_effect=KeyError("not written")))
        with mock.patch.object(state, "get", side_effect=OSError("The disk is gone.")):
            with contextlib.redirect_stderr(printed):
                self.assertEqual(gate.take(UPDATE), [UPDATE])
        self.assertIn("KeyError: 'not written'", printed.getvalue())

    def test_keeps_no_button_of_the_gate_unanswered_and_gives_the_bot_none(self):
        for unavailable in ("pass", "hold"):
            calls, state = Calls(), MemoryState()
            gate = Gate(Client(PEER, "k"), calls, unavailable=unavailable, state=state)
            with mock.patch.object(state, "get", side_effect=OSError("The disk is gone.")):
                self.assertEqual(gate.take(press()), [])
            self.assertEqual(calls.methods(), ["answerCallbackQuery"])
            self.assertEqual(calls.made[0][1]["text"], "Please try again in a moment.")

    def test_loses_nothing_of_what_is_claimed(self):
        for update, handled in ((press(), [1]), (message(3, text="more"), [1, 3])):
            calls, state, paid, failures = Calls(), MemoryState(), set(), []
            gate = gate_of(calls, state=state, exempt=lambda user: user["id"] in paid, on_error=failures.append)
            gate.take(message(text="/get"))
            paid.add(7)
            with mock.patch.object(state, "delete", side_effect=OSError("The disk is locked.")):
                self.assertEqual([one["update_id"] for one in gate.take(update)], handled)
            self.assertEqual([str(error) for error in failures], ["The disk is locked."])
            self.assertIn("deleteMessage", calls.methods())

    def test_asks_who_is_held_to_try_again(self):
        for chat, methods in (({"id": 7}, ["sendMessage"]), (GROUP, [])):
            calls, state = Calls(), MemoryState()
            gate = Gate(Client(PEER, "k"), calls, unavailable="hold", state=state)
            with mock.patch.object(state, "get", side_effect=OSError("The disk is gone.")):
                self.assertEqual(gate.take(message(chat=chat, text="/get")), [])
            self.assertEqual(calls.methods(), methods)
            for _, parameters in calls.made:
                self.assertEqual(parameters["text"], "Please try again in a moment.")


class Again(unittest.TestCase):
    def test_what_comes_again_passes_once(self):
        calls, paid, queue = Calls(), set(), []
        gate = gate_of(calls, exempt=lambda user: user["id"] in paid)
        first = press("more")
        self.assertFalse(gate.passes(first, queue.append))
        paid.add(7)
        self.assertFalse(gate.passes(message(3, text="on"), queue.append))
        self.assertEqual([one["update_id"] for one in queue], [2, 3])
        paid.clear()
        self.assertTrue(gate.is_answered("q"))
        self.assertTrue(gate.passes(queue[0], queue.append))
        self.assertEqual(len(queue), 2)


    def test_what_has_no_number_comes_back_each_time_that_it_is_held(self):
        paid = set()
        gate = gate_of(Calls(), exempt=lambda user: user["id"] in paid)
        # telebot passes the number of an update on to no middleware.
        first, second = ({**message(number, text=f"/{number}"), "update_id": 0} for number in (1, 2))
        self.assertEqual(gate.take(first), [])
        gate._client.url = PEER + "/breaks-off"
        self.assertEqual(gate.take(press()), [first])
        gate._client.url = PEER + "/asks"
        self.assertEqual(gate.take(second), [])
        paid.add(7)
        self.assertEqual(gate.take(press()), [second])


class Processes(unittest.TestCase):
    def test_that_share_a_state_show_one_block_of_an_album_and_keep_all_of_it(self):
        class Slow(Calls):
            def __call__(self, method, **parameters):
                # Others come meanwhile.
                time.sleep(0.05)
                return super().__call__(method, **parameters)

        with tempfile.TemporaryDirectory() as folder:
            file, calls, paid = os.path.join(folder, "bot.db"), Slow(), set()
            album = [message(number, photo=["x"], media_group_id="5") for number in range(1, 5)]
            handled = []

            def take(update):
                state = SqliteState(file)
                gate = gate_of(calls, state=state, exempt=lambda user: user["id"] in paid)
                handled.extend(one["update_id"] for one in gate.take(update))

            SqliteState(file)
            threads = [threading.Thread(target=take, args=(update,)) for update in reversed(album)]
            [thread.start() for thread in threads]
            [thread.join() for thread in threads]
            self.assertEqual((handled, calls.methods()), ([], ["sendMessage"]))
            paid.add(7)
            take(press())
            self.assertEqual(handled, [1, 2, 3, 4])

    def test_of_which_one_died_keep_no_user_waiting_for_long(self):
        async def walk():
            state = MemoryState()
            state.claim("turn:7:7", 60)
            gate = AsyncGate(AsyncClient(PEER + "/asks", "k"), silent_coroutine, unavailable="pass", state=state, seconds=0.2)
            return await gate.take(UPDATE)

        started = time.monotonic()
        self.assertEqual(asyncio.run(walk()), [])
        self.assertLess(time.monotonic() - started, 5)


class Bots(unittest.TestCase):
    def test_that_make_updates_themselves_have_them_held(self):
        async def walk():
            dispatcher, bot, state = Dispatcher(), Bot("1:a"), MemoryState()
            middleware = SponsorMiddleware(dispatcher, PEER + "/asks", "k", unavailable="pass", state=state)
            dispatcher.update.outer_middleware(middleware)
            middleware._gate_of(bot)._call = silent_coroutine
            preview = {"url": "https://a.example"}
            await dispatcher.feed_update(bot, Update(**message(text="a", link_preview_options=preview)))
            return json.loads(state.get("1:wall:7:7"))["first"]

        # What aiogram puts in place of a field that was not sent says as little.
        preview = {"url": "https://a.example", "is_disabled": None}
        self.assertEqual(asyncio.run(walk()), message(text="a", link_preview_options=preview))

    def test_that_share_a_state_keep_apart_what_they_have_shown(self):
        way, dispatched = (PEER + "/asks", "k"), []

        def of_aiogram(token, options):
            if not dispatched:
                dispatched.append(SponsorMiddleware(None, *way, **options))
            return dispatched[0]._gate_of(Bot(token))

        def of_telebot(token, options):
            return telebot.SponsorMiddleware(TeleBot(token, use_class_middlewares=True), *way, **options)._gate

        def of_async_telebot(token, options):
            return telebot.AsyncSponsorMiddleware(TeleBot(token), *way, **options)._gate

        def of_ptb(token, options):
            wall = ptb._AsyncWall(*way, options.pop("unavailable"), options)
            wall._bot = telegram.Bot(token)
            return wall._gate

        for gate_with in (of_aiogram, of_telebot, of_async_telebot, of_ptb):
            state = MemoryState()
            for token in ("1:a", "2:b"):
                gate = gate_with(token, {"unavailable": "pass", "state": state})
                gate._call = silent_call if isinstance(gate, Gate) else silent_coroutine
                wanted = gate.take(UPDATE)
                self.assertEqual(wanted if isinstance(gate, Gate) else asyncio.run(wanted), [])
            shown = sorted(key for key in state._entries if "wall" in key)
            self.assertEqual(shown, ["1:wall:7:7", "2:wall:7:7"], gate_with.__name__)


class States(unittest.TestCase):
    def check(self, state):
        self.assertIsNone(state.get("a"))
        state.set("a", "щоб", 60)
        self.assertEqual(state.get("a"), "щоб")
        state.delete("a")
        self.assertIsNone(state.get("a"))
        won = []
        claim = lambda: won.append(state.claim("press", 60))  # noqa: E731
        threads = [threading.Thread(target=claim) for _ in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(won.count(True), 1)
        state.set("b", "1", -1)
        self.assertIsNone(state.get("b"))
        self.assertTrue(state.claim("b", 60))

    def test_memory(self):
        self.check(MemoryState())

    def test_sqlite(self):
        with tempfile.TemporaryDirectory() as folder:
            self.check(SqliteState(os.path.join(folder, "bot.db")))

    def test_memory_is_bounded(self):
        state = MemoryState(length_max=1_000)
        kept = lambda: [len(state.get(key) or "") for key in "abc"]  # noqa: E731
        for key in "abc":
            state.set(key, "x" * 300, 60)
        self.assertEqual(kept(), [0, 300, 300])
        # What is replaced or deleted leaves its room.
        for _ in range(5):
            state.set("c", "x" * 300, 60)
        state.delete("c")
        state.set("a", "x" * 300, 60)
        self.assertEqual(kept(), [300, 300, 0])
        state.set("c", "x" * 2_000, 60)
        self.assertEqual(kept(), [0, 0, 0])


class Webhooks(unittest.TestCase):
    def test_signature(self):
        body = b'{"webhooks":[]}'
        signature = hmac.new(b"key", body, hashlib.sha256).hexdigest()
        self.assertTrue(verify_webhook(body, signature, "other", "key"))
        for given, keys in ((signature, ["other"]), (None, ["key"]), (signature[1:], ["key"]), (signature, [""]), ("é", ["key"])):
            self.assertFalse(verify_webhook(body, given, *keys))


if __name__ == "__main__":
    unittest.main()
