"""The gate for pyTelegramBotAPI (telebot): a class middleware.

    bot = telebot.TeleBot(token, use_class_middlewares=True)
    bot.setup_middleware(SponsorMiddleware(bot, url, bot_key, unavailable="pass"))

`AsyncSponsorMiddleware` is the same for AsyncTeleBot. What a user asked for comes back as a new update of the bot.
"""
from __future__ import annotations

import asyncio
import json
from typing import Any, Callable, Dict, List, Set

from telebot import types
from telebot.asyncio_handler_backends import BaseMiddleware as AsyncBaseMiddleware
from telebot.asyncio_handler_backends import CancelUpdate as AsyncCancelUpdate
from telebot.handler_backends import BaseMiddleware, CancelUpdate

from .client import AsyncClient, Client
from .gate import AsyncGate, Gate
from .state import with_part
from .steps import Unavailable
from .update import Update, method_name

_UPDATE_TYPES = ["message", "callback_query"]


class SponsorMiddleware(BaseMiddleware):  # type: ignore[misc]
    """Lets an update pass when its user has nothing left to do. Options are those of the gate."""

    def __init__(self, bot: Any, url: str, key: str, *, unavailable: Unavailable, **options: Any) -> None:
        super().__init__()
        _require_class_middlewares(bot)
        self.update_types = _UPDATE_TYPES
        self.update_sensitive = False
        self._bot = bot
        own = with_part(options, lambda: bot.token.split(":")[0])
        self._gate = Gate(Client(url, key), self._call, unavailable=unavailable, **own)
        self._answer = bot.answer_callback_query
        bot.answer_callback_query = self._answer_once

    def pre_process(self, message: Any, data: Any) -> Any:
        wanted: List[Update] = []
        if self._gate.passes(_plain(message), wanted.append):
            return None
        if wanted:
            self._bot.process_new_updates([types.Update.de_json(json.dumps(one)) for one in wanted])
        return CancelUpdate()

    def post_process(self, message: Any, data: Any, exception: Any) -> None:
        pass

    def _call(self, method: str, **parameters: Any) -> Any:
        way: Callable[..., Any] = self._answer if method == "answerCallbackQuery" else getattr(self._bot, method_name(method))
        return _answer_of(way(**_arguments(parameters)))

    def _answer_once(self, callback_query_id: Any, *words: Any, **more: Any) -> Any:
        """A press that came back was answered when it came; the platform takes one answer."""
        if self._gate.is_answered(str(callback_query_id)):
            return True
        return self._answer(callback_query_id, *words, **more)


class AsyncSponsorMiddleware(AsyncBaseMiddleware):  # type: ignore[misc]
    """The same for AsyncTeleBot, which needs no use_class_middlewares."""

    def __init__(self, bot: Any, url: str, key: str, *, unavailable: Unavailable, **options: Any) -> None:
        super().__init__()
        self.update_types = _UPDATE_TYPES
        self.update_sensitive = False
        self._bot = bot
        own = with_part(options, lambda: bot.token.split(":")[0])
        self._gate = AsyncGate(AsyncClient(url, key), self._call, unavailable=unavailable, **own)
        self._running: Set[asyncio.Task[Any]] = set()
        self._answer = bot.answer_callback_query
        bot.answer_callback_query = self._answer_once

    async def pre_process(self, message: Any, data: Any) -> Any:
        wanted: List[Update] = []
        if await self._gate.passes(_plain(message), wanted.append):
            return None
        if wanted:
            updates = [types.Update.de_json(json.dumps(one)) for one in wanted]
            task = asyncio.ensure_future(self._bot.process_new_updates(updates))
            # The loop itself holds tasks weakly.
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        return AsyncCancelUpdate()

    async def post_process(self, message: Any, data: Any, exception: Any) -> None:
        pass

    async def _call(self, method: str, **parameters: Any) -> Any:
        way: Callable[..., Any] = self._answer if method == "answerCallbackQuery" else getattr(self._bot, method_name(method))
        return _answer_of(await way(**_arguments(parameters)))

    async def _answer_once(self, callback_query_id: Any, *words: Any, **more: Any) -> Any:
        """A press that came back was answered when it came; the platform takes one answer."""
        if self._gate.is_answered(str(callback_query_id)):
            return True
        return await self._answer(callback_query_id, *words, **more)


def _require_class_middlewares(bot: Any) -> None:
    if not getattr(bot, "use_class_middlewares", False):
        raise TypeError("SponsorMiddleware needs TeleBot(token, use_class_middlewares=True).")


def _plain(message: Any) -> Update:
    """Returns the update that brought this message or press; its number is not passed on to middlewares."""
    plain = message.json if isinstance(message.json, dict) else json.loads(message.json)
    if isinstance(message, types.CallbackQuery):
        return {"update_id": 0, "callback_query": plain}
    return {"update_id": 0, "message": plain}


def _arguments(parameters: Dict[str, Any]) -> Dict[str, Any]:
    given = dict(parameters)
    if "reply_markup" in given:
        given["reply_markup"] = types.InlineKeyboardMarkup.de_json(given["reply_markup"])
    return given


def _answer_of(result: Any) -> Any:
    return result if isinstance(result, bool) else {"message_id": result.message_id}
