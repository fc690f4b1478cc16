"""The same for asyncio (https://pytba.readthedocs.io/en/latest/async_version/index.html)."""
import asyncio
import json

from platform_calls import call_async

from . import types
from .asyncio_handler_backends import CancelUpdate


class AsyncTeleBot:
    def __init__(self, token):
        self.token = token
        self.middlewares = []
        self.handlers = {"message": [], "callback_query": []}

    def setup_middleware(self, middleware):
        self.middlewares.append(middleware)

    def message_handler(self):
        return lambda handler: self.handlers["message"].append(handler) or handler

    def callback_query_handler(self, func):
        return lambda handler: self.handlers["callback_query"].append(handler) or handler

    async def process_new_updates(self, updates):
        await asyncio.gather(*(self._run(update) for update in updates))

    async def _run(self, update):
        kind, message = ("callback_query", update.callback_query) if update.callback_query else ("message", update.message)
        for middleware in self.middlewares:
            if kind in middleware.update_types and isinstance(await middleware.pre_process(message, {}), CancelUpdate):
                return
        for handler in self.handlers[kind]:
            await handler(message)

    async def infinity_polling(self):
        offset = 0
        while True:
            for plain in await call_async(self.token, "getUpdates", offset=offset, timeout=30):
                offset = plain["update_id"] + 1
                await self.process_new_updates([types.Update.de_json(json.dumps(plain))])

    async def send_message(self, chat_id, text, reply_markup=None):
        markup = reply_markup and reply_markup.to_dict()
        return types.Message(await call_async(self.token, "sendMessage", chat_id=chat_id, text=text, reply_markup=markup))

    async def edit_message_text(self, text, chat_id=None, message_id=None, reply_markup=None):
        markup = reply_markup and reply_markup.to_dict()
        parameters = {"text": text, "chat_id": chat_id, "message_id": message_id, "reply_markup": markup}
        return types.Message(await call_async(self.token, "editMessageText", **parameters))

    async def delete_message(self, chat_id, message_id):
        return await call_async(self.token, "deleteMessage", chat_id=chat_id, message_id=message_id)

    async def answer_callback_query(self, callback_query_id, text=None, show_alert=None):
        parameters = {"callback_query_id": callback_query_id, "text": text, "show_alert": show_alert}
        return await call_async(self.token, "answerCallbackQuery", **parameters)
