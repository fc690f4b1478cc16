from sponsorgate import Client, Gate, platform_api

from options import key, options, root, token, url, words_of

call = platform_api(token, root)
gate = Gate(Client(url, key), call, **options)
offset = 0
while True:
    for update in call("getUpdates", offset=offset, timeout=30):
        offset = update["update_id"] + 1
        for wanted in gate.take(update):
            query = wanted.get("callback_query")
            if query and not gate.is_answered(query["id"]):
                call("answerCallbackQuery", callback_query_id=query["id"])
            message = wanted.get("message") or query["message"]
            text = query["data"] if query else message["text"]
            call("sendMessage", chat_id=message["chat"]["id"], text=words_of(text))
