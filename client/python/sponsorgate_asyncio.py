"""The client and the gate of sponsorgate.py for asyncio, over aiohttp.

    async with AsyncClient(url, bot_key) as client:
        gate = AsyncGate(client, call, unavailable="pass")
        for update in await gate.take(incoming):
            await handle(update)

The steps, the words and the state are those of sponsorgate.py; the state may be one whose methods are coroutines.
"""
import asyncio
import inspect
import time
import weakref

import aiohttp

from sponsorgate import (
    AWAY,
    Breaker,
    GateSteps,
    Keep,
    MemoryState,
    SponsorgateError,
    Tell,
    _pause_before,
    _read,
    read_update,
)

__all__ = ["AsyncClient", "AsyncGate", "platform_api"]


class AsyncClient:
    """Speaks the interface with one key: a Bot Key, an Access Key or a statistics token."""

    def __init__(self, url, key, seconds=5.0, tries=3):
        self.url = url.rstrip("/")
        self.key = key
        self.seconds = seconds
        self.tries = tries
        self._session = None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.close()

    async def close(self):
        if self._session is not None:
            await self._session.close()

    async def post(self, path, body, tries=None, seconds=None):
        """Posts to a path and returns the answer, e.g. await client.post("/get-balance", {})."""
        tries = tries or self.tries
        for done in range(1, tries + 1):
            try:
                return _read(*await self._send(path, body, seconds or self.seconds), self.key)
            except SponsorgateError as error:
                pause = _pause_before(error, path, body, done, tries)
                if pause is None:
                    raise
                await asyncio.sleep(pause)

    async def _send(self, path, body, seconds):
        if self._session is None:
            self._session = aiohttp.ClientSession()
        timeout = aiohttp.ClientTimeout(total=seconds)
        headers = {"Auth": self.key}
        try:
            # A header with a key would follow a redirect.
            request = self._session.post(
                self.url + path, json=body, headers=headers, timeout=timeout, allow_redirects=False
            )
            async with request as response:
                return response.status, await response.read(), response.headers.get("Retry-After")
        except (aiohttp.ClientError, asyncio.TimeoutError, OSError):
            # What the library says of it can hold the address, and that a secret.
            raise SponsorgateError(0, "The network failed, or did not answer in time.") from None

    async def get_sponsors(self, user_id, chat_id, **more):
        return await self.post("/get-sponsors", {"user_id": user_id, "chat_id": chat_id, **more})

    async def get_user_subscriptions(self, user_id, **more):
        return await self.post("/get-user-subscriptions", {"user_id": user_id, **more})

    async def get_user_info(self, user_id):
        return await self.post("/get-user-info", {"user_id": user_id})

    async def get_balance(self):
        return await self.post("/get-balance", {})

    async def bots(self, action, **more):
        return await self.post("/bots", {"action": action, **more})

    async def orders(self, action, **more):
        return await self.post("/orders", {"action": action, **more})


def platform_api(session, token, root="https://api.telegram.org"):
    """Returns call(method, **parameters), which calls the platform over a session of aiohttp. Its errors do not hold the token."""

    async def call(method, **parameters):
        timeout = aiohttp.ClientTimeout(total=parameters.get("timeout", 0) + 10)
        try:
            async with session.post(f"{root}/bot{token}/{method}", json=parameters, timeout=timeout) as response:
                answer = await response.json()
        except (aiohttp.ClientError, asyncio.TimeoutError, OSError, ValueError):
            raise SponsorgateError(0, f"The platform did not answer {method}.") from None
        if not answer.get("ok"):
            raise SponsorgateError(400, f"The platform refused {method}: {answer.get('description', '')}")
        return answer["result"]

    return call


class AsyncGate:
    """Holds users back until they have done what sponsors ask. `call(method, **parameters)` is a coroutine that calls the platform."""

    def __init__(self, client, call, *, unavailable, state=None, seconds=1.5, on_error=None, **options):
        self._steps = GateSteps(unavailable, **options)
        self._client, self._call, self._seconds = client, call, seconds
        self._on_error = on_error or (lambda error: None)
        self._state = state or MemoryState()
        self._breaker = Breaker()
        self._locks = weakref.WeakValueDictionary()
        self._probes = set()

    async def check(self, update):
        """Returns how the user of this update stands, in one of six words, and shows them what is left."""
        return (await self._decide(update))[0]

    async def take(self, update):
        """Returns the updates to handle now, oldest first: none while the user is held."""
        return (await self._decide(update))[1]

    async def _decide(self, update):
        seen = read_update(update, self._steps.prefix)
        if seen is None:
            return "none", [update]
        lock = self._locks.setdefault((seen["chat"], seen["user"]["id"]), asyncio.Lock())
        async with lock:
            try:
                return await self._run(self._steps.decide(seen, update))
            except Exception as error:
                # What the bot keeps cannot be read, say: that is as if the service could not.
                self._on_error(error)
                return "unavailable", [update] if self._steps.unavailable == "pass" else []

    async def _run(self, steps):
        answer, failure = None, None
        while True:
            try:
                step = steps.throw(failure) if failure else steps.send(answer)
            except StopIteration as end:
                return end.value
            answer, failure = None, None
            if isinstance(step, Keep):
                answer = getattr(self._state, step.method)(*step.values)
                if inspect.isawaitable(answer):
                    answer = await answer
            elif isinstance(step, Tell):
                answer = await self._tell(step)
            else:
                try:
                    answer = await self._ask(step)
                except SponsorgateError as error:
                    failure = error

    async def _tell(self, step):
        try:
            return await self._call(step.method, **step.parameters)
        except Exception as error:
            # The platform refuses an answer that comes late, and an edit that changes nothing: that holds nobody back.
            self._on_error(error)
            return None

    async def _ask(self, step):
        if not self._breaker.allows():
            if self._breaker.may_probe():
                probe = asyncio.ensure_future(self._probe(step))
                # The loop itself holds tasks weakly.
                self._probes.add(probe)
                probe.add_done_callback(self._probes.discard)
            raise AWAY
        return await self._post(step)

    async def _probe(self, step):
        try:
            await self._post(step)
        except SponsorgateError:
            pass

    async def _post(self, step):
        started = time.monotonic()
        try:
            answer = await self._client.post(step.path, step.body, tries=1, seconds=self._seconds)
        except SponsorgateError as error:
            self._breaker.note(error, time.monotonic() - started, self._seconds)
            raise
        self._breaker.note(None)
        return answer
