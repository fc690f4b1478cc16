"""The typed client of the interface, and the plain way to the platform; each for sync and for asyncio."""
from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Awaitable, Callable, Coroutine, Generic, Mapping, Optional, TypeVar

from .errors import SponsorgateError
from .transport import Answer, Json, pause_before, read, send

Call = Callable[..., Any]
AsyncCall = Callable[..., Awaitable[Any]]

# What a request gives: its answer, or a coroutine of it.
Given = TypeVar("Given")

# A thread waits for each request of an asyncio client. More wait in line.
_THREADS_MAX = 32


class _Common(Generic[Given]):
    """What a Client and an AsyncClient share: all but how a request is made."""

    def __init__(self, url: str, key: str, seconds: float = 5.0, tries: int = 3) -> None:
        self.url = url.rstrip("/")
        # Read from a file, it ends with its line.
        self.key = key.strip()
        self.seconds = seconds
        self.tries = tries

    def _send(self, path: str, body: Mapping[str, Any], seconds: Optional[float]) -> Answer:
        return send(self.url + path, body, {"Auth": self.key}, seconds or self.seconds)

    def post(
        self, path: str, body: Mapping[str, Any], tries: Optional[int] = None, seconds: Optional[float] = None
    ) -> Given:
        raise NotImplementedError

    def get_sponsors(self, user_id: int, chat_id: int, **more: Any) -> Given:
        return self.post("/get-sponsors", {"user_id": user_id, "chat_id": chat_id, **more})

    def get_user_subscriptions(self, user_id: int, **more: Any) -> Given:
        return self.post("/get-user-subscriptions", {"user_id": user_id, **more})

    def get_user_info(self, user_id: int) -> Given:
        return self.post("/get-user-info", {"user_id": user_id})

    def get_balance(self) -> Given:
        return self.post("/get-balance", {})

    def bots(self, action: str, **more: Any) -> Given:
        return self.post("/bots", {"action": action, **more})

    def orders(self, action: str, **more: Any) -> Given:
        return self.post("/orders", {"action": action, **more})


class Client(_Common[Json]):
    """Speaks the interface with one key: a Bot Key, an Access Key or a statistics token."""

    def post(
        self, path: str, body: Mapping[str, Any], tries: Optional[int] = None, seconds: Optional[float] = None
    ) -> Json:
        """Posts to a path and returns the answer, e.g. client.post("/get-balance", {})."""
        done = 0
        while True:
            done += 1
            try:
                return read(self._send(path, body, seconds), self.key)
            except SponsorgateError as error:
                pause = pause_before(error, path, body, done, tries or self.tries)
                if pause is None:
                    raise
            time.sleep(pause)


class AsyncClient(_Common[Coroutine[Any, Any, Json]]):
    """The same for asyncio. Requests run in threads of the client, over the standard library."""

    def __init__(self, url: str, key: str, seconds: float = 5.0, tries: int = 3) -> None:
        super().__init__(url, key, seconds, tries)
        self._threads = ThreadPoolExecutor(_THREADS_MAX, thread_name_prefix="sponsorgate")

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()

    async def close(self) -> None:
        """Waits for no request: each ends by its own deadline."""
        self._threads.shutdown(wait=False)

    async def post(
        self, path: str, body: Mapping[str, Any], tries: Optional[int] = None, seconds: Optional[float] = None
    ) -> Json:
        """Posts to a path and returns the answer, e.g. await client.post("/get-balance", {})."""
        loop = asyncio.get_running_loop()
        done = 0
        while True:
            done += 1
            try:
                return read(await loop.run_in_executor(self._threads, self._send, path, body, seconds), self.key)
            except SponsorgateError as error:
                pause = pause_before(error, path, body, done, tries or self.tries)
                if pause is None:
                    raise
            await asyncio.sleep(pause)


def platform_api(token: str, root: str = "https://api.telegram.org") -> Call:
    """Returns call(method, **parameters), which calls the platform and returns its result. Its errors do not hold the token."""

    def call(method: str, **parameters: Any) -> Any:
        seconds = parameters.get("timeout", 0) + 10
        status, raw, _ = send(f"{root}/bot{token}/{method}", parameters, {}, seconds)
        try:
            answer = json.loads(raw)
        except ValueError:
            answer = {}
        if not answer.get("ok"):
            waits = (answer.get("parameters") or {}).get("retry_after")
            described = answer.get("description", "")
            raise SponsorgateError(status, f"The platform refused {method}: {described}", retry_after=waits)
        return answer["result"]

    return call


def async_platform_api(token: str, root: str = "https://api.telegram.org") -> AsyncCall:
    """The same for asyncio."""
    call = platform_api(token, root)
    threads = ThreadPoolExecutor(_THREADS_MAX, thread_name_prefix="platform")

    async def async_call(method: str, **parameters: Any) -> Any:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(threads, lambda: call(method, **parameters))

    return async_call
