import asyncio

from aiogram import Bot, Dispatcher
from sponsorgate.aiogram import SponsorMiddleware

from options import key, options, token, url, words_of

dispatcher = Dispatcher()
dispatcher.update.outer_middleware(SponsorMiddleware(dispatcher, url, key, **options))


@dispatcher.message()
async def message(message):
    await message.answer(words_of(message.text))


@dispatcher.callback_query()
async def press(query):
    await query.answer()
    await query.bot.send_message(query.message.chat.id, words_of(query.data))


asyncio.run(dispatcher.start_polling(Bot(token)))
