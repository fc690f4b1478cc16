import asyncio

from sponsorgate.telebot import AsyncSponsorMiddleware
from telebot.async_telebot import AsyncTeleBot

from options import key, options, token, url, words_of

bot = AsyncTeleBot(token)
bot.setup_middleware(AsyncSponsorMiddleware(bot, url, key, **options))


@bot.message_handler()
async def message(message):
    await bot.send_message(message.chat.id, words_of(message.text))


@bot.callback_query_handler(func=lambda query: True)
async def press(query):
    await bot.answer_callback_query(query.id)
    await bot.send_message(query.message.chat.id, words_of(query.data))


asyncio.run(bot.infinity_polling())
