"""Asks the users of a bot for sponsor subscriptions.

    gate = Gate(Client(url, bot_key), platform_api(bot_token), unavailable="pass")
    for update in gate.take(incoming):
        handle(update)

Frameworks have modules: sponsorgate.aiogram, sponsorgate.telebot, sponsorgate.ptb.
"""
from .client import AsyncClient, Client, async_platform_api, platform_api
from .errors import SponsorgateError
from .gate import AsyncGate, Gate
from .state import MemoryState, SqliteState, State
from .webhooks import verify_webhook

__all__ = [
    "AsyncClient",
    "AsyncGate",
    "Client",
    "Gate",
    "MemoryState",
    "SponsorgateError",
    "SqliteState",
    "State",
    "async_platform_api",
    "platform_api",
    "verify_webhook",
]
