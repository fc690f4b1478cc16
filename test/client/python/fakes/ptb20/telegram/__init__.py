"""What a bot uses of python-telegram-bot 20 and newer, by its documentation (https://docs.python-telegram-bot.org/en/stable/)."""
import json

from platform_calls import Record, call_async


class InlineKeyboardMarkup:
    @classmethod
    def de_json(cls, plain, bot):
        made = cls()
        made.plain = plain
        return made


class Message(Record):
    def __init__(self, plain, bot):
        super().__init__(plain)
        self.bot = bot

    async def reply_text(self, text):
        return await self.bot.send_message(self.chat.id, text)


class CallbackQuery(Record):
    def __init__(self, plain, bot):
        super().__init__(plain)
        self.bot = bot

    async def answer(self, text=None):
        return await self.bot.answer_callback_query(self.id, text=text)


class Update:
    @classmethod
    def de_json(cls, plain, bot):
        made = cls()
        made.plain = plain
        made.message = Message(plain["message"], bot) if "message" in plain else None
        made.callback_query = CallbackQuery(plain["callback_query"], bot) if "callback_query" in plain else None
        return made

    def to_json(self):
        return json.dumps(self.plain)


class Bot:
    def __init__(self, token):
        self.token = token

    async def send_message(self, chat_id, text, reply_markup=None, api_kwargs=None):
        markup = reply_markup and reply_markup.plain
        return Message(
            await call_async(
                self.token, "sendMessage", chat_id=chat_id, text=text, reply_markup=markup, **(api_kwargs or {})
            ),
            self,
        )

    async def edit_message_text(self, text, chat_id=None, message_id=None, reply_markup=None):
        markup = reply_markup and reply_markup.plain
        parameters = {"text": text, "chat_id": chat_id, "message_id": message_id, "reply_markup": markup}
        return Message(await call_async(self.token, "editMessageText", **parameters), self)

    async def delete_message(self, chat_id, message_id):
        return await call_async(self.token, "deleteMessage", chat_id=chat_id, message_id=message_id)

    async def answer_callback_query(self, callback_query_id, text=None, show_alert=None):
        parameters = {"callback_query_id": callback_query_id, "text": text, "show_alert": show_alert}
        return await call_async(self.token, "answerCallbackQuery", **parameters)
