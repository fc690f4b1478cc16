import asyncio

from platform_calls import call_async
from telegram import Bot, Update


class ApplicationHandlerStop(Exception):
    pass


class TypeHandler:
    def __init__(self, type, callback):
        self.kind, self.callback = type, callback

    def fits(self, update):
        return isinstance(update, self.kind)


class MessageHandler(TypeHandler):
    def __init__(self, filters, callback):
        super().__init__(Update, callback)

    def fits(self, update):
        return update.message is not None


class CallbackQueryHandler(MessageHandler):
    def __init__(self, callback):
        super().__init__(None, callback)

    def fits(self, update):
        return update.callback_query is not None


class _Context:
    def __init__(self, application):
        self.bot, self.update_queue = application.bot, application.update_queue


class Application:
    """Handles one update at a time, each by one handler of each group."""

    def __init__(self, token):
        self.bot = Bot(token)
        self.groups = {}

    def add_handler(self, handler, group=0):
        self.groups.setdefault(group, []).append(handler)

    async def process_update(self, update):
        try:
            for _, handlers in sorted(self.groups.items()):
                handler = next((one for one in handlers if one.fits(update)), None)
                if handler:
                    await handler.callback(update, _Context(self))
        except ApplicationHandlerStop:
            pass

    def run_polling(self):
        asyncio.run(self._run())

    async def _run(self):
        self.update_queue = asyncio.Queue()
        fetching = asyncio.ensure_future(self._fetch())
        while not fetching.done():
            await self.process_update(await self.update_queue.get())

    async def _fetch(self):
        offset = 0
        while True:
            for plain in await call_async(self.bot.token, "getUpdates", offset=offset, timeout=30):
                offset = plain["update_id"] + 1
                self.update_queue.put_nowait(Update.de_json(plain, self.bot))
