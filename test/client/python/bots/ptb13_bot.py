import warnings

# Debian's package warns of the version of another package.
warnings.simplefilter("ignore")

from sponsorgate.ptb import sponsor_handler
from telegram.ext import CallbackQueryHandler, Filters, MessageHandler, Updater

from options import key, options, root, token, url, words_of

updater = Updater(token, base_url=root + "/bot")


def message(update, context):
    update.message.reply_text(words_of(update.message.text))


def press(update, context):
    update.callback_query.answer()
    update.callback_query.message.reply_text(words_of(update.callback_query.data))


updater.dispatcher.add_handler(sponsor_handler(url, key, **options), group=-1)
updater.dispatcher.add_handler(MessageHandler(Filters.text, message))
updater.dispatcher.add_handler(CallbackQueryHandler(press))
updater.start_polling()
updater.idle()
