"""A bot over asyncio and aiohttp, with nothing but the gate."""
import asyncio
import os

import aiohttp

from sponsorgate_asyncio import AsyncClient, AsyncGate, platform_api


async def main():
    env = os.environ
    async with AsyncClient(env["SERVICE_URL"], env["BOT_KEY"]) as client, aiohttp.ClientSession() as session:
        call = platform_api(session, env["BOT_TOKEN"], env["PLATFORM_API_ROOT"])
        gate = AsyncGate(client, call, unavailable="pass", debounce_seconds=0)
        offset = 0
        while True:
            for update in await call("getUpdates", offset=offset, timeout=30):
                offset = update["update_id"] + 1
                for wanted in await gate.take(update):
                    if "message" in wanted:
                        text = "Here is what you asked for: " + wanted["message"]["text"]
                        await call("sendMessage", chat_id=wanted["message"]["chat"]["id"], text=text)


asyncio.run(main())
