"""The gate for python-telegram-bot: a handler in a group before all others.

    application.add_handler(sponsor_handler(url, bot_key, unavailable="pass"), group=-1)

Works with versions 20 and newer, and with version 13. What a user asked for comes back through the update queue of the bot,
so the application must have been started, as `run_polling` and `run_webhook` do.
"""
from __future__ import annotations

import json
from typing import Any, Callable, Dict

import telegram
import telegram.ext
from telegram import InlineKeyboardMarkup
from telegram.ext import TypeHandler

from .client import AsyncClient, Client
from .gate import AsyncGate, Gate
from .state import with_part
from .steps import Unavailable
from .update import Update, method_name

_stop: Any = getattr(telegram.ext, "ApplicationHandlerStop", None)
_IS_ASYNCHRONOUS = _stop is not None
if _stop is None:
    # Version 13.
    _stop = getattr(telegram.ext, "DispatcherHandlerStop")

# Versions differ in which of these they know by name.
_TOPICS = ("message_thread_id", "direct_messages_topic_id")


def sponsor_handler(url: str, key: str, *, unavailable: Unavailable, **options: Any) -> Any:
    """Returns a handler for a group before all others, e.g. -1. Options are those of the gate."""
    if _IS_ASYNCHRONOUS:
        return TypeHandler(telegram.Update, _AsyncWall(url, key, unavailable, options).pass_or_stop)
    return TypeHandler(telegram.Update, _Wall(url, key, unavailable, options).pass_or_stop)


class _AsyncWall:
    def __init__(self, url: str, key: str, unavailable: Unavailable, options: Dict[str, Any]) -> None:
        self._bot: Any = None
        own = with_part(options, lambda: self._bot.token.split(":")[0])
        self._gate = AsyncGate(AsyncClient(url, key), self._call, unavailable=unavailable, **own)

    async def pass_or_stop(self, update: telegram.Update, context: Any) -> None:
        self._bot = context.bot
        if not await self._gate.passes(_plain(update), _sender(context)):
            raise _stop

    async def _call(self, method: str, **parameters: Any) -> Any:
        return _answer_of(await getattr(self._bot, method_name(method))(**_arguments(parameters, self._bot)))


class _Wall:
    def __init__(self, url: str, key: str, unavailable: Unavailable, options: Dict[str, Any]) -> None:
        self._bot: Any = None
        own = with_part(options, lambda: self._bot.token.split(":")[0])
        self._gate = Gate(Client(url, key), self._call, unavailable=unavailable, **own)

    def pass_or_stop(self, update: telegram.Update, context: Any) -> None:
        self._bot = context.bot
        if not self._gate.passes(_plain(update), _sender(context)):
            raise _stop

    def _call(self, method: str, **parameters: Any) -> Any:
        return _answer_of(getattr(self._bot, method_name(method))(**_arguments(parameters, self._bot)))


def _sender(context: Any) -> Callable[[Update], None]:
    """Returns what puts an update into the queue of the bot, which has no bound in either version."""

    def send(plain: Update) -> None:
        context.update_queue.put_nowait(_update_of(plain, context.bot))

    return send


def _plain(update: telegram.Update) -> Update:
    plain: Update = json.loads(update.to_json())
    return plain


def _update_of(plain: Update, bot: Any) -> Any:
    """Returns an update for the queue. A press in it was answered when it came: answering it again does nothing."""
    query = plain.get("callback_query")
    return telegram.Update.de_json(plain, _Answered(bot, query["id"]) if query else bot)


def _arguments(parameters: Dict[str, Any], bot: Any) -> Dict[str, Any]:
    given = dict(parameters)
    topic = {name: given.pop(name) for name in _TOPICS if name in given}
    if "reply_markup" in given:
        given["reply_markup"] = InlineKeyboardMarkup.de_json(given["reply_markup"], bot)
    return {**given, **({"api_kwargs": topic} if topic else {})}


def _answer_of(result: Any) -> Any:
    return result if isinstance(result, bool) else {"message_id": result.message_id}


class _Answered:
    """The bot, for a press that has been answered."""

    def __init__(self, bot: Any, query_id: str) -> None:
        self._bot, self._query_id = bot, query_id

    def __getattr__(self, name: str) -> Any:
        if name == "answer_callback_query":
            return self._answer
        return getattr(self._bot, name)

    def _answer(self, callback_query_id: str, *words: Any, **more: Any) -> Any:
        if callback_query_id != self._query_id:
            return self._bot.answer_callback_query(callback_query_id, *words, **more)
        return _true() if _IS_ASYNCHRONOUS else True


async def _true() -> bool:
    return True
