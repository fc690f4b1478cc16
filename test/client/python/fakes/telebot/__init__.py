"""What a bot uses of pyTelegramBotAPI, by its documentation (https://pytba.readthedocs.io/en/latest/sync_version/index.html)."""
import json
from concurrent.futures import ThreadPoolExecutor

from platform_calls import call

from . import types
from .handler_backends import CancelUpdate


class TeleBot:
    def __init__(self, token, use_class_middlewares=False):
        self.token = token
        self.use_class_middlewares = use_class_middlewares
        self.middlewares = []
        self.handlers = {"message": [], "callback_query": []}
        self.pool = ThreadPoolExecutor(2)

    def setup_middleware(self, middleware):
        self.middlewares.append(middleware)

    def message_handler(self, content_types=("text",)):
        def register(handler):
            self.handlers["message"].append(lambda one: handler(one) if any(one.json.get(x) for x in content_types) else None)
            return handler

        return register

    def callback_query_handler(self, func):
        def register(handler):
            self.handlers["callback_query"].append(lambda one: handler(one) if func(one) else None)
            return handler

        return register

    def process_new_updates(self, updates):
        for update in updates:
            kind = "callback_query" if update.callback_query else "message"
            self.pool.submit(self._run, kind, update.callback_query or update.message)

    def _run(self, kind, message):
        for middleware in self.middlewares:
            if kind in middleware.update_types and isinstance(middleware.pre_process(message, {}), CancelUpdate):
                return
        for handler in self.handlers[kind]:
            handler(message)

    def infinity_polling(self):
        offset = 0
        while True:
            for plain in call(self.token, "getUpdates", offset=offset, timeout=30):
                offset = plain["update_id"] + 1
                self.process_new_updates([types.Update.de_json(json.dumps(plain))])

    def send_message(self, chat_id, text, reply_markup=None, message_thread_id=None):
        markup = reply_markup and reply_markup.to_dict()
        sent = call(
            self.token, "sendMessage", chat_id=chat_id, text=text, reply_markup=markup, message_thread_id=message_thread_id
        )
        return types.Message(sent)

    def edit_message_text(self, text, chat_id=None, message_id=None, reply_markup=None):
        markup = reply_markup and reply_markup.to_dict()
        parameters = {"text": text, "chat_id": chat_id, "message_id": message_id, "reply_markup": markup}
        return types.Message(call(self.token, "editMessageText", **parameters))

    def delete_message(self, chat_id, message_id):
        return call(self.token, "deleteMessage", chat_id=chat_id, message_id=message_id)

    def answer_callback_query(self, callback_query_id, text=None, show_alert=None):
        parameters = {"callback_query_id": callback_query_id, "text": text, "show_alert": show_alert}
        return call(self.token, "answerCallbackQuery", **parameters)
