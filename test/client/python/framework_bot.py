"""A bot over Debian's python-telegram-bot (13). Its gate stands in a group of handlers before all others."""
import os
import warnings

warnings.simplefilter("ignore")

from telegram import Update
from telegram.ext import DispatcherHandlerStop, Filters, MessageHandler, TypeHandler, Updater

from sponsorgate import Client, Gate, SqliteState, platform_api

env = os.environ
updater = Updater(env["BOT_TOKEN"], base_url=env["PLATFORM_API_ROOT"] + "/bot")
dispatcher = updater.dispatcher
gate = Gate(
    Client(env["SERVICE_URL"], env["BOT_KEY"]),
    platform_api(env["BOT_TOKEN"], env["PLATFORM_API_ROOT"]),
    unavailable="pass",
    state=SqliteState(env["STATE_FILE"]),
    debounce_seconds=0,
)


def wall(update, context):
    incoming = update.to_dict()
    wanted = gate.take(incoming)
    for one in wanted:
        if one is not incoming:
            dispatcher.process_update(Update.de_json(one, context.bot))
    if not any(one is incoming for one in wanted):
        raise DispatcherHandlerStop


def reply(update, context):
    update.message.reply_text("Here is what you asked for: " + update.message.text)


dispatcher.add_handler(TypeHandler(Update, wall), group=-1)
dispatcher.add_handler(MessageHandler(Filters.text, reply))
updater.start_polling()
updater.idle()
