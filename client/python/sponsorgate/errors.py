"""What goes wrong with a request."""
from __future__ import annotations

import re
from typing import Optional


class SponsorgateError(Exception):
    """A request that failed.

    `code` is the HTTP status, 0 where nothing was answered. `field` is the field that is wrong, where the service names one.
    `retry_after` is the number of seconds to wait. The text never holds a key.
    """

    def __init__(
        self, code: int, message: str, error_code: Optional[str] = None, retry_after: Optional[int] = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.error_code = error_code
        self.retry_after = retry_after
        named = re.match(r"([a-z]\w*(?:\.\w+)*): ", message)
        self.field = named[1] if named else None
