"""Holds users back until they have done what sponsors ask."""
from __future__ import annotations

import asyncio
import inspect
import threading
import time
import traceback
import weakref
from typing import Any, Awaitable, Callable, Coroutine, Dict, Generator, Generic, List, Mapping, Optional, Set, TypeVar, Union

from .breaker import Breaker, away
from .client import AsyncCall, AsyncClient, Call, Client
from .errors import SponsorgateError
from .transport import Json
from .state import MemoryState, State
from .steps import Ask, Exempt, GateSteps, Keep, Outcome, Report, Say, Step, Unavailable, Wait
from .update import Seen, Update, name_of, read_update
from .words import words_for

# For an AsyncGate it may be a coroutine.
OnError = Callable[[Exception], object]
# The first is of the platform's user: id, first_name and so on.
ExemptFunction = Callable[[Mapping[str, Any]], bool]
AsyncExemptFunction = Callable[[Mapping[str, Any]], Union[bool, Awaitable[bool]]]

_Client = TypeVar("_Client", bound=Union[Client, AsyncClient])
_Call = TypeVar("_Call", bound=Callable[..., Any])
_Exempt = TypeVar("_Exempt", bound=AsyncExemptFunction)

# Updates that went back to the bot are remembered, the newest of them.
_AGAIN_MAX = 10_000
# So long a claim that came too late is waited for.
_LATE_SECONDS = 60


class _Common(Generic[_Client, _Call, _Exempt]):
    """What a Gate and an AsyncGate share. Steps are coroutines, which in a Gate have nothing to wait for."""

    def __init__(
        self,
        client: _Client,
        call: _Call,
        *,
        unavailable: Unavailable,
        state: Optional[State] = None,
        exempt: Optional[_Exempt] = None,
        seconds: float = 1.5,
        on_error: Optional[OnError] = None,
        **options: Any,
    ) -> None:
        self._client, self._call = client, call
        self._exempt: AsyncExemptFunction = exempt or (lambda user: False)
        # As long as another process may ask the service and send its message.
        self._steps = GateSteps(unavailable, 2 * seconds, **options)
        self._state: State = state or MemoryState()
        self._seconds = seconds
        self._on_error: OnError = on_error or (lambda error: None)
        self._breaker = Breaker()
        # Of a user in a chat, for as long as it is held.
        self._locks: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()
        # Updates that went back to the bot, by name, and whether they have come since.
        self._again: Dict[str, bool] = {}

    def _in_background(self, work: Coroutine[Any, Any, None], lose: Callable[[], None]) -> None:
        """`lose` is called where the work ends early, with its loop."""
        raise NotImplementedError

    def _wait(self, seconds: float) -> Optional[Awaitable[None]]:
        raise NotImplementedError

    def _send_again(self, wanted: List[Update], update: Update, again: Callable[[Update], None]) -> bool:
        """Hands updates to the bot as new ones, but for one that may go on. Returns whether it may."""
        if len(wanted) == 1 and wanted[0] is update:
            return True
        for one in wanted:
            self._remember(one, has_come=False)
            again(one)
        return False

    def _remember(self, update: Update, has_come: bool) -> None:
        self._again[name_of(update)] = has_come
        while len(self._again) > _AGAIN_MAX:
            del self._again[next(iter(self._again))]

    def _taken(self, wanted: List[Update], update: Update) -> List[Update]:
        for one in wanted:
            if one is not update:
                self._remember(one, has_come=True)
        return wanted

    def _comes_again(self, update: Update) -> bool:
        name = name_of(update)
        if self._again.get(name) is not False:
            return False
        self._again[name] = True
        return True

    def is_answered(self, callback_query_id: str) -> bool:
        """Returns whether the press came back to the bot: it was answered when it came, and the platform takes one answer."""
        return f"query:{callback_query_id}" in self._again

    async def _give_up(self, seen: Seen, update: Update, error: Exception) -> Outcome:
        # The state cannot be read, say: that is as if the service could not answer.
        await self._report(error)
        if self._steps.unavailable == "pass" and not seen.pressed:
            return "unavailable", [update]
        later = words_for(seen.user)["later"]
        if seen.query:
            alert = {"text": later, "show_alert": True}
            await self._say(Say("answerCallbackQuery", {"callback_query_id": seen.query, **alert}))
        elif seen.is_private:
            # In a group each message would be answered by another one.
            await self._say(Say("sendMessage", {"chat_id": seen.chat, **seen.topic, "text": later}))
        return "unavailable", []

    async def _outcome(self, seen: Seen, update: Update) -> Outcome:
        try:
            outcome: Outcome = await self._run(self._steps.decide(seen, update))
            return outcome
        except Exception as error:
            return await self._give_up(seen, update, error)

    async def _run(self, steps: Generator[Step, Any, Outcome]) -> Any:
        answer: Any = None
        failure: Optional[Exception] = None
        while True:
            try:
                step = steps.throw(failure) if failure else steps.send(answer)
            except StopIteration as end:
                return end.value
            answer, failure = None, None
            try:
                answer = await self._carried_out(step)
            except Exception as error:
                failure = error

    async def _carried_out(self, step: Step) -> Any:
        if isinstance(step, Keep):
            return await self._kept(step)
        if isinstance(step, Report):
            return await self._report(step.error)
        if isinstance(step, Exempt):
            return await _settled(self._exempt(step.user))
        if isinstance(step, Wait):
            return await _settled(self._wait(step.seconds))
        return await (self._say(step) if isinstance(step, Say) else self._ask(step))

    async def _report(self, error: Exception) -> None:
        # Its own failure is printed: no user waits for it.
        try:
            await _settled(self._on_error(error))
        except Exception:
            traceback.print_exc()

    async def _kept(self, step: Keep) -> Any:
        """Returns what a state says. One that waits for its server, as long as that is away, fails in time."""
        value = getattr(self._state, step.method)(*step.values)
        if not inspect.isawaitable(value):
            return value
        work = asyncio.ensure_future(value)
        is_claim = step.method == "claim"
        try:
            return await asyncio.wait_for(asyncio.shield(work) if is_claim else work, self._seconds)
        except asyncio.TimeoutError:
            if is_claim:
                self._in_background(self._release(work, step.values[0]), lambda: None)
            raise TimeoutError(f"The state did not answer within {self._seconds} s.") from None

    async def _release(self, claim: Awaitable[bool], key: str) -> None:
        """A name that came too late for who asked is free for the next who asks."""
        try:
            if await asyncio.wait_for(claim, _LATE_SECONDS):
                await _settled(self._state.delete(key))
        except Exception:
            # The timeout was reported.
            pass

    async def _say(self, step: Say) -> Any:
        try:
            return await _settled(self._call(step.method, **step.parameters))
        except Exception as error:
            if step.raises:
                raise
            if "is not modified" in str(error):
                return True
            # The platform refuses an answer that comes late, say: that holds no user back.
            await self._report(error)
            return None

    async def _ask(self, step: Ask) -> Json:
        if not self._breaker.allows():
            if self._breaker.may_probe():
                self._in_background(self._probe(step), self._breaker.lose)
            raise away()
        return await self._post(step)

    async def _probe(self, step: Ask) -> None:
        try:
            await self._post(step)
        except SponsorgateError:
            pass

    async def _post(self, step: Ask) -> Json:
        started = time.monotonic()
        try:
            answer: Json = await _settled(self._client.post(step.path, step.body, tries=1, seconds=self._seconds))
        except SponsorgateError as error:
            self._breaker.note(error, time.monotonic() - started, self._seconds)
            await self._report(error)
            raise
        self._breaker.note(None)
        return answer


async def _settled(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value


def _completed(work: Coroutine[Any, Any, Any]) -> Any:
    """Returns what comes of steps that have nothing to wait for."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    raise TypeError("A Gate is given plain functions; AsyncGate takes coroutines.")


class Gate(_Common[Client, Call, ExemptFunction]):
    """The gate of a bot in plain functions. `call(method, **parameters)` calls the platform.

    A state says how a user stands:

    none         nothing is asked of the user
    pending      something is left for the user to do
    done         the user has done all that was asked
    gone         what was asked can no longer be done, and was not
    held         the user has done it, and it is not settled yet (this service settles at once, and never says so)
    unavailable  the service cannot say; the user passes or waits, as `unavailable` says
    """

    # Held for an instant alone: one serves all gates.
    _guard = threading.Lock()

    def check(self, update: Update) -> str:
        """Returns how the user of this update stands, and shows them what is left."""
        return self._decide(update)[0]

    def take(self, update: Update) -> List[Update]:
        """Returns the updates to handle now, oldest first: none while the user is held."""
        return self._taken(self._decide(update)[1], update)

    def passes(self, update: Update, again: Callable[[Update], None]) -> bool:
        """Returns whether the bot goes on with this update. `again` takes those that are to come as new updates of the bot."""
        return self._comes_again(update) or self._send_again(self._decide(update)[1], update, again)

    def _decide(self, update: Update) -> Outcome:
        seen = read_update(update, self._steps.prefix)
        if seen is None:
            return "none", [update]
        with self._guard:
            lock = self._locks.setdefault(f"{seen.chat}:{seen.user_id}", threading.Lock())
        with lock:
            outcome: Outcome = _completed(self._outcome(seen, update))
            return outcome

    def _in_background(self, work: Coroutine[Any, Any, None], lose: Callable[[], None]) -> None:
        threading.Thread(target=_completed, args=(work,), daemon=True).start()

    def _wait(self, seconds: float) -> None:
        time.sleep(seconds)


class AsyncGate(_Common[AsyncClient, AsyncCall, AsyncExemptFunction]):
    """The same for asyncio: `call` is a coroutine; `exempt` and the state's methods may be."""

    # The loop itself holds tasks weakly.
    _running: Set[asyncio.Task[None]] = set()

    async def check(self, update: Update) -> str:
        """Returns how the user of this update stands, and shows them what is left."""
        return (await self._decide(update))[0]

    async def take(self, update: Update) -> List[Update]:
        """Returns the updates to handle now, oldest first: none while the user is held."""
        return self._taken((await self._decide(update))[1], update)

    async def passes(self, update: Update, again: Callable[[Update], None]) -> bool:
        """Returns whether the bot goes on with this update. `again` takes those that are to come as new updates of the bot."""
        return self._comes_again(update) or self._send_again((await self._decide(update))[1], update, again)

    async def _decide(self, update: Update) -> Outcome:
        seen: Optional[Seen] = read_update(update, self._steps.prefix)
        if seen is None:
            return "none", [update]
        lock = self._locks.setdefault(f"{seen.chat}:{seen.user_id}", asyncio.Lock())
        async with lock:
            return await self._outcome(seen, update)

    def _in_background(self, work: Coroutine[Any, Any, None], lose: Callable[[], None]) -> None:
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(lambda done: lose() if done.cancelled() else None)

    def _wait(self, seconds: float) -> Awaitable[None]:
        return asyncio.sleep(seconds)
