import json

from platform_calls import Record


class Message(Record):
    pass


class CallbackQuery(Record):
    pass


class Update:
    @classmethod
    def de_json(cls, text):
        plain = json.loads(text)
        made = cls()
        made.message = Message(plain["message"]) if "message" in plain else None
        made.callback_query = CallbackQuery(plain["callback_query"]) if "callback_query" in plain else None
        return made


class InlineKeyboardMarkup:
    @classmethod
    def de_json(cls, plain):
        made = cls()
        made.plain = plain
        return made

    def to_dict(self):
        return self.plain
