from sponsorgate.ptb import sponsor_handler
from telegram.ext import Application, CallbackQueryHandler, MessageHandler

from options import key, options, token, url, words_of


async def message(update, context):
    await update.message.reply_text(words_of(update.message.text))


async def press(update, context):
    await update.callback_query.answer()
    await context.bot.send_message(update.callback_query.message.chat.id, words_of(update.callback_query.data))


application = Application(token)
application.add_handler(sponsor_handler(url, key, **options), group=-1)
application.add_handler(MessageHandler(None, message))
application.add_handler(CallbackQueryHandler(press))
application.run_polling()
