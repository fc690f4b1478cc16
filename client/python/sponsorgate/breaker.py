"""Keeps a service that fails from costing every update its deadline."""
from __future__ import annotations

from time import monotonic
from typing import Optional

from .errors import SponsorgateError

_FAILURES_MAX = 2
_BREAK_SECONDS = (1.0, 30.0)
# A page in between may ask for a day; the service may be back long before.
_ASKED_MAX_SECONDS = 60


def away() -> SponsorgateError:
    return SponsorgateError(0, "The service is left alone for a while.")


class Breaker:
    """After two failures in a row, or one silence, the service is left alone; one request in the background tries it again."""

    def __init__(self) -> None:
        self.failures = 0
        self.open_until = 0.0
        self.rest = _BREAK_SECONDS[0]
        self.probing = False

    def allows(self) -> bool:
        return self.failures < _FAILURES_MAX

    def may_probe(self) -> bool:
        """Returns whether a request is to try the service in the background now."""
        if self.probing or self.open_until > monotonic():
            return False
        self.probing = True
        return True

    def lose(self) -> None:
        """The request in the background ended without an answer: the next update waits for one itself."""
        self.probing, self.failures = False, _FAILURES_MAX - 1

    def note(self, error: Optional[SponsorgateError], took: float = 0.0, seconds: float = 1.0) -> None:
        self.probing = False
        if error is None or (400 <= error.code < 500 and error.code != 429):
            self.failures, self.rest = 0, _BREAK_SECONDS[0]
            return
        # Silence costs its whole deadline: once is enough; so is being asked to wait.
        self.failures += _FAILURES_MAX if took >= seconds * 0.9 or error.retry_after else 1
        if self.failures >= _FAILURES_MAX:
            self.open_until = monotonic() + max(self.rest, min(error.retry_after or 0, _ASKED_MAX_SECONDS))
            self.rest = min(self.rest * 2, _BREAK_SECONDS[1])
