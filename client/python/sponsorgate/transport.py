"""One request over the standard library, and how a client repeats it."""
from __future__ import annotations

import http.client
import json
import math
import random
import re
import time
import urllib.error
import urllib.request
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Optional, Tuple

from .errors import SponsorgateError

Json = Dict[str, Any]
# Status, body and the header Retry-After.
Answer = Tuple[int, bytes, Optional[str]]

# What only reads, or sets what is set already, may be asked again when it is unknown whether it arrived.
_REPEATABLE = {"/get-sponsors", "/get-user-subscriptions", "/get-user-info", "/get-balance", "/toggle-exclusion"}
_READING = {"info", "list", "check_report"}
_TRY_AGAIN = {0, 408, 429, 500, 502, 503, 504}
_PATIENCE_SECONDS = 10
_PART_BYTES = 65_536
_FIRST_PAUSE_SECONDS = 0.2


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A header with a key would follow a redirect."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def send(url: str, body: Mapping[str, Any], headers: Mapping[str, str], seconds: float) -> Answer:
    """Posts JSON and returns the answer, whatever its status."""
    data = json.dumps(body).encode()
    until = time.monotonic() + seconds
    try:
        request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
        try:
            answer: Any = _opener.open(request, timeout=seconds)
        except urllib.error.HTTPError as refusal:
            answer = refusal
        with answer:
            return answer.status, _body(answer, until), answer.headers.get("Retry-After")
    except (OSError, ValueError, http.client.HTTPException):
        # The library's own text can hold the address, and with it a secret.
        raise SponsorgateError(0, _unsent(url, headers)) from None


def _unsent(url: str, headers: Mapping[str, str]) -> str:
    # What can be sent nowhere is a mistake of the bot's setup.
    if not re.match("https?://.", url):
        return "The address must begin with https:// or http://."
    if not all(re.fullmatch("[ -~]*", one) for one in headers.values()):
        return "The key has characters that no key has."
    return "The network failed, or did not answer in time."


def _body(answer: Any, until: float) -> bytes:
    """Returns the whole body. The timeout of a connection is for each part: bit by bit an answer could take for ever."""
    parts = []
    part = answer.read1(_PART_BYTES)
    while part:
        if time.monotonic() > until:
            raise TimeoutError
        parts.append(part)
        part = answer.read1(_PART_BYTES)
    if answer.length:
        raise http.client.IncompleteRead(b"")
    return b"".join(parts)


def read(answer: Answer, key: str) -> Json:
    """Returns the JSON of an answer. A 404 with the status `ok` says that there are no sponsors.

    Raises SponsorgateError for a refusal, and for what is no answer of the service.
    """
    status, raw, retry_after = answer
    try:
        found = json.loads(raw)
    except ValueError:
        found = None
    if isinstance(found, dict) and found.get("status") not in (None, "error"):
        return found
    refusal: Json = found if isinstance(found, dict) else {}
    message = str(refusal.get("message") or "HTTP %d" % status).replace(key or "\0", "…")
    raise SponsorgateError(status if status >= 400 else 502, message, refusal.get("error_code"), _seconds(retry_after))


def _seconds(retry_after: Optional[str]) -> Optional[int]:
    """Returns what the header asks for, as seconds or as a date."""
    try:
        if not retry_after or re.fullmatch("[0-9]{1,9}", retry_after):
            return int(retry_after) if retry_after else None
        return max(0, math.ceil(parsedate_to_datetime(retry_after).timestamp() - time.time()))
    except (TypeError, ValueError):
        return None


def pause_before(error: SponsorgateError, path: str, body: Mapping[str, Any], done: int, tries: int) -> Optional[float]:
    """Returns the seconds to wait before the next try, or None where there is none."""
    may_repeat = path in _REPEATABLE or body.get("action") in _READING
    # A refusal that says when to come again has done nothing: then anything may be repeated.
    undone = error.retry_after is not None and error.code in (429, 503)
    waits = error.retry_after or 0
    if error.code not in _TRY_AGAIN or not (may_repeat or undone) or done >= tries or waits > _PATIENCE_SECONDS:
        return None
    return float(max(waits, _FIRST_PAUSE_SECONDS * 2 ** (done - 1) * random.uniform(0.5, 1.5)))
