from sponsorgate.telebot import SponsorMiddleware
from telebot import TeleBot

from options import key, options, token, url, words_of

bot = TeleBot(token, use_class_middlewares=True)
bot.setup_middleware(SponsorMiddleware(bot, url, key, **options))


@bot.message_handler(content_types=["text"])
def message(message):
    bot.send_message(message.chat.id, words_of(message.text))


@bot.callback_query_handler(func=lambda query: True)
def press(query):
    bot.answer_callback_query(query.id)
    bot.send_message(query.message.chat.id, words_of(query.data))


bot.infinity_polling()
