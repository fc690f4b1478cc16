"""The gate for aiogram 3: an outer middleware of updates.

    dispatcher.update.outer_middleware(SponsorMiddleware(dispatcher, url, bot_key, unavailable="pass"))

What a user asked for comes back as a new update of the bot, after the update that brought it has ended: it passes through
all middlewares, and finds no lock and no session of another update.
"""
from __future__ import annotations

import asyncio
import json
import weakref
from typing import Any, Awaitable, Callable, Dict, List, Set

from aiogram import BaseMiddleware, Bot, Dispatcher
from aiogram.methods import AnswerCallbackQuery
from aiogram.types import InlineKeyboardMarkup, TelegramObject, Update

from .client import AsyncClient
from .gate import AsyncGate
from .state import with_part
from .steps import Unavailable
from .update import method_name


class SponsorMiddleware(BaseMiddleware):  # type: ignore[misc]
    """Lets an update pass when its user has nothing left to do. Options are those of the gate."""

    def __init__(self, dispatcher: Dispatcher, url: str, key: str, *, unavailable: Unavailable, **options: Any) -> None:
        self._dispatcher = dispatcher
        self._options: Dict[str, Any] = {"unavailable": unavailable, **options}
        self._client = AsyncClient(url, key)
        # One dispatcher may serve several bots: what one of them has shown is not another's.
        self._gates: weakref.WeakKeyDictionary[Bot, AsyncGate] = weakref.WeakKeyDictionary()
        self._running: Set[asyncio.Task[Any]] = set()

    async def __call__(
        self,
        handler: Callable[[TelegramObject, Dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: Dict[str, Any],
    ) -> Any:
        if not isinstance(event, Update):
            raise TypeError("SponsorMiddleware stands at dispatcher.update.outer_middleware(...), and nowhere else.")
        bot: Bot = data["bot"]
        wanted: List[Dict[str, Any]] = []
        if await self._gate_of(bot).passes(_plain(event), wanted.append):
            return await handler(event, data)
        if wanted:
            self._run_later(self._feed(bot, wanted))
        return None

    def _gate_of(self, bot: Bot) -> AsyncGate:
        gate = self._gates.get(bot)
        if gate is None:
            gate = AsyncGate(self._client, _caller(bot), **with_part(self._options, lambda: bot.id))
            self._gates[bot] = gate
            bot.session.middleware(_answered_once(gate))
        return gate

    def _run_later(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        # The loop itself holds tasks weakly.
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _feed(self, bot: Bot, wanted: List[Dict[str, Any]]) -> None:
        for plain in wanted:
            await self._dispatcher.feed_update(bot, Update.model_validate(plain, context={"bot": bot}))


def _plain(update: Update) -> Dict[str, Any]:
    # Fields that were not sent hold None or defaults of aiogram, which are no JSON. Where the bot made the update itself,
    # aiogram makes it again with these as if they were sent.
    plain = update.model_dump(by_alias=True, exclude_unset=True, exclude_none=True)
    sent: Dict[str, Any] = json.loads(json.dumps(plain, default=lambda one: getattr(one, "isoformat", lambda: None)()))
    return sent


def _caller(bot: Bot) -> Callable[..., Awaitable[Any]]:
    async def call(method: str, **parameters: Any) -> Any:
        if "reply_markup" in parameters:
            parameters["reply_markup"] = InlineKeyboardMarkup.model_validate(parameters["reply_markup"])
        result = await getattr(bot, method_name(method))(**parameters)
        return result if isinstance(result, bool) else {"message_id": result.message_id}

    return call


def _answered_once(gate: AsyncGate) -> Callable[..., Awaitable[Any]]:
    """Returns a middleware of requests: a press that came back was answered when it came."""

    async def middleware(make_request: Callable[..., Awaitable[Any]], bot: Bot, method: Any) -> Any:
        if isinstance(method, AnswerCallbackQuery) and gate.is_answered(method.callback_query_id):
            return True
        return await make_request(bot, method)

    return middleware
