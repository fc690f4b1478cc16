"""What the client for Python promises, alone: tried by test/client/python.test.ts against a peer at PEER_URL."""
import asyncio
import hashlib
import hmac
import os
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.environ["CLIENT_FOLDER"])
from sponsorgate import Client, Gate, MemoryState, SponsorgateError, SqliteState, verify_webhook  # noqa: E402
from sponsorgate_asyncio import AsyncClient, AsyncGate  # noqa: E402

PEER = os.environ["PEER_URL"]
UPDATE = {"update_id": 1, "message": {"message_id": 1, "chat": {"id": 7}, "from": {"id": 7}, "text": "/get"}}


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

    def test_the_key_is_told_to_nobody(self):
        self.assertEqual(str(self.fails("/echoes")), "The key … is unknown.")

    def test_what_only_reads_is_repeated(self):
        self.assertEqual(Client(PEER + "/fails-once", "k").get_balance()["status"], "ok")

    def test_what_makes_something_is_not(self):
        with self.assertRaises(SponsorgateError):
            Client(PEER + "/fails-once-order", "k").orders("create", link="https://t.me/garden")

    def test_a_redirect_is_not_followed(self):
        self.assertEqual(self.fails("/redirects").code, 502)

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

    def test_asyncio_the_same(self):
        async def walk():
            async with AsyncClient(PEER + "/silent", "k") as client:
                gate = AsyncGate(client, silent_coroutine, unavailable="pass", seconds=0.5)
                return [await gate.take(UPDATE) for _ in range(50)]

        started = time.monotonic()
        self.assertEqual(asyncio.run(walk()), [[UPDATE]] * 50)
        self.assertLess((time.monotonic() - started) / 50, 0.05)

    def test_somebody_must_say_what_becomes_of_users(self):
        with self.assertRaises(ValueError):
            Gate(Client(PEER, "k"), silent_call, unavailable="maybe")


class Groups(unittest.TestCase):
    def test_the_block_of_another_user_is_left_alone(self):
        calls = []

        def call(method, **parameters):
            calls.append(method)
            return {"message_id": 11}

        gate = Gate(Client(PEER + "/asks", "k"), call, unavailable="pass", debounce_seconds=0)
        chat = {"id": -100}
        gate.take({"update_id": 1, "message": {"message_id": 1, "chat": chat, "from": {"id": 7}, "text": "/get"}})
        query = {"id": "q", "from": {"id": 8}, "data": "subgram-op", "message": {"message_id": 11, "chat": chat}}
        gate.take({"update_id": 2, "callback_query": query})
        self.assertEqual(calls, ["sendMessage", "answerCallbackQuery", "sendMessage"])


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
        state = MemoryState(entries_max=2)
        for key in "abc":
            state.set(key, key, 60)
        self.assertEqual([state.get(key) for key in "abc"], [None, "b", "c"])


class Webhooks(unittest.TestCase):
    def test_signature(self):
        body = b'{"webhooks":[]}'
        signature = hmac.new(b"key", body, hashlib.sha256).hexdigest()
        self.assertTrue(verify_webhook(body, signature, "other", "key"))
        for given, keys in ((signature, ["other"]), (None, ["key"]), (signature[1:], ["key"]), (signature, [""])):
            self.assertFalse(verify_webhook(body, given, *keys))


if __name__ == "__main__":
    unittest.main()
