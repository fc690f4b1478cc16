"""What the bots of this folder share: nothing rests, so that a press shows at once what it does."""
import os
import sys

import sponsorgate

url, key, token = (os.environ[name] for name in ("SERVICE_URL", "BOT_KEY", "BOT_TOKEN"))
root = os.environ["PLATFORM_API_ROOT"]
options = {
    "unavailable": "pass",
    "state": sponsorgate.SqliteState(os.environ["STATE_FILE"]),
    "debounce_seconds": 0,
    "rest_seconds": {"none": 0},
    "on_error": lambda error: print(error, file=sys.stderr),
}


def words_of(text):
    return f"Here is what you asked for: {text}"
