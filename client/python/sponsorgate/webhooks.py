"""Whether an event comes from the service."""
from __future__ import annotations

import hashlib
import hmac
from typing import Optional


def verify_webhook(body: bytes, signature: Optional[str], *keys: str) -> bool:
    """Returns whether the bytes of a post were signed with one of these Bot Keys. Compares in constant time."""
    given = (signature or "").encode(errors="replace")
    made = [hmac.new(key.encode(), body, hashlib.sha256).hexdigest() for key in keys if key]
    return any([hmac.compare_digest(one.encode(), given) for one in made])
