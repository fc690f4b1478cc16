import asyncio

from sponsorgate import AsyncClient, AsyncGate, async_platform_api

from options import key, options, root, token, url, words_of


async def main():
    call = async_platform_api(token, root)
    async with AsyncClient(url, key) as client:
        gate = AsyncGate(client, call, **options)
        offset = 0
        while True:
            for update in await call("getUpdates", offset=offset, timeout=30):
                offset = update["update_id"] + 1
                for wanted in await gate.take(update):
                    query = wanted.get("callback_query")
                    if query and not gate.is_answered(query["id"]):
                        await call("answerCallbackQuery", callback_query_id=query["id"])
                    message = wanted.get("message") or query["message"]
                    text = query["data"] if query else message["text"]
                    await call("sendMessage", chat_id=message["chat"]["id"], text=words_of(text))


asyncio.run(main())
