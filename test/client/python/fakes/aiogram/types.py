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


class Update(TelegramObject):
    @classmethod
    def model_validate(cls, plain, context):
        made = cls()
        made.plain = plain
        made.message = Message(plain["message"], context["bot"]) if "message" in plain else None
        query = plain.get("callback_query")
        made.callback_query = CallbackQuery(query, context["bot"]) if query else None
        return made

    def model_dump(self, mode, by_alias, exclude_unset):
        assert (mode, by_alias, exclude_unset) == ("json", True, True)
        return self.plain
