import json

from platform_calls import Record


class TelegramObject:
    pass


class InlineKeyboardMarkup(TelegramObject):
    @classmethod
    def model_validate(cls, plain):
        made = cls()
        made.plain = plain
        return made


class Message(Record, TelegramObject):
    def __init__(self, plain, bot):
        super().__init__(plain)
        self.bot = bot

    async def answer(self, text):
        return await self.bot.send_message(self.chat.id, text)


class CallbackQuery(Record, TelegramObject):
    def __init__(self, plain, bot):
        super().__init__(plain)
        self.bot = bot

    async def answer(self, text=None):
        return await self.bot.answer_callback_query(self.id, text=text)


class Default:
    """Stands for a setting of the bot in fields that were not sent; it is no JSON."""


def _with_defaults(plain):
    if not isinstance(plain, dict):
        return plain
    full = {name: _with_defaults(value) for name, value in plain.items()}
    if "url" in full:
        full.setdefault("is_disabled", Default())
    return {"media_group_id": None, **full} if "message_id" in full else full


def _without_none(plain):
    if not isinstance(plain, dict):
        return plain
    return {name: _without_none(value) for name, value in plain.items() if value is not None}


class Update(TelegramObject):
    def __init__(self, **plain):
        self.bot = None
        self._read(plain)

    def _read(self, plain):
        self.plain = plain
        self.message = Message(plain["message"], self.bot) if "message" in plain else None
        query = plain.get("callback_query")
        self.callback_query = CallbackQuery(query, self.bot) if query else None

    @classmethod
    def model_validate(cls, plain, context):
        made = cls()
        made.bot = context["bot"]
        made._read(plain)
        return made

    def model_dump(self, mode="python", by_alias=False, exclude_unset=False, exclude_none=False):
        plain = self.plain if exclude_unset else _with_defaults(self.plain)
        plain = _without_none(plain) if exclude_none else plain
        return json.loads(json.dumps(plain)) if mode == "json" else plain
