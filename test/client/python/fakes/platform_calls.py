"""The Bot API over the standard library, for fakes of frameworks: PLATFORM_API_ROOT is the emulated platform."""
import asyncio
import json
import os
import urllib.error
import urllib.request

ROOT = os.environ["PLATFORM_API_ROOT"]


def call(token, method, **parameters):
    given = {name: value for name, value in parameters.items() if value is not None}
    request = urllib.request.Request(
        f"{ROOT}/bot{token}/{method}", json.dumps(given).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)["result"]
    except urllib.error.HTTPError as refusal:
        raise RuntimeError(json.load(refusal)["description"]) from None


async def call_async(token, method, **parameters):
    return await asyncio.get_running_loop().run_in_executor(None, lambda: call(token, method, **parameters))


class Record:
    """JSON as an object: nested records by attribute, absent fields None."""

    def __init__(self, plain):
        self.json = plain

    def __getattr__(self, name):
        value = self.json.get("from" if name == "from_user" else name)
        return Record(value) if isinstance(value, dict) else value
