"""What a bot uses of aiogram 3, by its documentation (https://docs.aiogram.dev/en/latest/dispatcher/middlewares.html, .../api/session/middleware.html).

Updates of one user take a lock that the dispatcher holds around all its outer middlewares, as FSM isolation does.
"""
import asyncio

from platform_calls import call_async

from . import types
from .methods import AnswerCallbackQuery


class BaseMiddleware:
    async def __call__(self, handler, event, data):
        raise NotImplementedError


class _Session:
    def __init__(self):
        self.middlewares = []

    def middleware(self, middleware):
        self.middlewares.append(middleware)
        return middleware


class Bot:
    def __init__(self, token):
        self.token = token
        self.id = int(token.split(":")[0])
        self.session = _Session()

    async def __call__(self, method):
        async def request(bot, one):
            return await call_async(bot.token, one.NAME, **one.parameters)

        for middleware in reversed(self.session.middlewares):
            request = _wrapped(middleware, request)
        return await request(self, method)

    async def send_message(self, chat_id, text, reply_markup=None, message_thread_id=None):
        markup = reply_markup and reply_markup.plain
        sent = await call_async(
            self.token, "sendMessage", chat_id=chat_id, text=text, reply_markup=markup, message_thread_id=message_thread_id
        )
        return types.Message(sent, self)

    async def edit_message_text(self, text, chat_id, message_id, reply_markup=None):
        markup = reply_markup and reply_markup.plain
        return types.Message(
            await call_async(
                self.token, "editMessageText", text=text, chat_id=chat_id, message_id=message_id, reply_markup=markup
            ),
            self,
        )

    async def delete_message(self, chat_id, message_id):
        return await call_async(self.token, "deleteMessage", chat_id=chat_id, message_id=message_id)

    async def answer_callback_query(self, callback_query_id, text=None, show_alert=None):
        return await self(AnswerCallbackQuery(callback_query_id, text=text, show_alert=show_alert))


def _wrapped(middleware, request):
    async def one(bot, method):
        return await middleware(request, bot, method)

    return one


class _Observer:
    def __init__(self):
        self.outer = []
        self.handlers = []

    def outer_middleware(self, middleware):
        self.outer.append(middleware)

    def __call__(self):
        return lambda handler: self.handlers.append(handler) or handler


class Dispatcher:
    def __init__(self):
        self.update = _Observer()
        self.message = _Observer()
        self.callback_query = _Observer()
        self.locks = {}

    async def feed_update(self, bot, update):
        if update.bot != bot:
            update = types.Update.model_validate(update.model_dump(), context={"bot": bot})
        asker = (update.callback_query or update.message).from_user.id
        async with self.locks.setdefault(asker, asyncio.Lock()):
            handle = self._handle
            for middleware in reversed(self.update.outer):
                handle = _around(middleware, handle)
            await handle(update, {"bot": bot})

    async def _handle(self, update, data):
        observer = self.callback_query if update.callback_query else self.message
        for handler in observer.handlers:
            await handler(update.callback_query or update.message)

    async def start_polling(self, bot):
        offset, running = 0, set()
        while True:
            for plain in await call_async(bot.token, "getUpdates", offset=offset, timeout=30):
                offset = plain["update_id"] + 1
                task = asyncio.ensure_future(self.feed_update(bot, types.Update.model_validate(plain, context={"bot": bot})))
                running.add(task)
                task.add_done_callback(running.discard)


def _around(middleware, handle):
    async def one(event, data):
        return await middleware(handle, event, data)

    return one
