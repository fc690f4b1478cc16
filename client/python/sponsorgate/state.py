"""Where a gate remembers: in memory, or in an SQLite file."""
from __future__ import annotations

import sqlite3
import threading
import time
from time import monotonic
from typing import Any, Awaitable, Callable, Dict, Mapping, Optional, Protocol, Tuple, Union

# What an entry takes besides its text, in characters.
_ENTRY_LENGTH = 100


class State(Protocol):
    """What a gate needs of a state. For an AsyncGate the methods may be coroutines."""

    def get(self, key: str) -> Union[Optional[str], Awaitable[Optional[str]]]: ...

    def set(self, key: str, value: str, seconds: float) -> Union[None, Awaitable[None]]: ...

    def delete(self, key: str) -> Union[None, Awaitable[None]]: ...

    def claim(self, key: str, seconds: float) -> Union[bool, Awaitable[bool]]:
        """Takes a name for a time: of all who ask at once, one gets True."""


class MemoryState:
    """Remembers until the process ends. A clock that is set back makes nothing last longer."""

    def __init__(self, length_max: int = 50_000_000) -> None:
        """So many characters are kept; the oldest entries go first."""
        self._entries: Dict[str, Tuple[str, float]] = {}
        self._length, self._length_max = 0, length_max
        self._lock = threading.Lock()

    def get(self, key: str) -> Optional[str]:
        value, until = self._entries.get(key, (None, 0.0))
        return value if until > monotonic() else None

    def set(self, key: str, value: str, seconds: float) -> None:
        with self._lock:
            self._put(key, value, seconds)

    def delete(self, key: str) -> None:
        with self._lock:
            self._drop(key)

    def claim(self, key: str, seconds: float) -> bool:
        with self._lock:
            if self.get(key) is not None:
                return False
            self._put(key, "", seconds)
            return True

    def _put(self, key: str, value: str, seconds: float) -> None:
        self._drop(key)
        self._entries[key] = (value, monotonic() + seconds)
        self._length += _length_of(key, value)
        while self._length > self._length_max:
            self._drop(next(iter(self._entries)))

    def _drop(self, key: str) -> None:
        if key in self._entries:
            self._length -= _length_of(key, self._entries.pop(key)[0])


def _length_of(key: str, value: str) -> int:
    return len(key) + len(value) + _ENTRY_LENGTH


class SqliteState:
    """Remembers in a table of an SQLite file, over restarts. Several processes may share it."""

    def __init__(self, file: str) -> None:
        self._database = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=5)
        self._lock = threading.Lock()
        self._run("CREATE TABLE IF NOT EXISTS sponsorgate (key TEXT PRIMARY KEY, value TEXT, until REAL)")
        self._run("CREATE INDEX IF NOT EXISTS sponsorgate_until ON sponsorgate (until)")

    def _run(self, text: str, *values: Any) -> Any:
        with self._lock:
            # Read to the end, so that no statement stays open.
            rows = self._database.execute(text, values).fetchall()
        return rows[0] if rows else None

    def get(self, key: str) -> Optional[str]:
        row = self._run("SELECT value FROM sponsorgate WHERE key = ? AND until > ?", key, time.time())
        return str(row[0]) if row else None

    def set(self, key: str, value: str, seconds: float) -> None:
        self._run("DELETE FROM sponsorgate WHERE until <= ?", time.time())
        self._run("INSERT OR REPLACE INTO sponsorgate VALUES (?, ?, ?)", key, value, time.time() + seconds)

    def delete(self, key: str) -> None:
        self._run("DELETE FROM sponsorgate WHERE key = ?", key)

    def claim(self, key: str, seconds: float) -> bool:
        now = time.time()
        text = (
            "INSERT INTO sponsorgate VALUES (?, '', ?) ON CONFLICT (key) DO UPDATE SET until = excluded.until "
            "WHERE sponsorgate.until <= ? RETURNING key"
        )
        return self._run(text, key, now + seconds, now) is not None


class PartOfState:
    """The part of a state that one of several bots has: what another has shown is not its own."""

    def __init__(self, state: State, bot_id: Callable[[], object]) -> None:
        """`bot_id` is called with the first update, before which python-telegram-bot names no bot."""
        self._state, self._bot_id = state, bot_id

    def _name(self, key: str) -> str:
        return f"{self._bot_id()}:{key}"

    def get(self, key: str) -> Union[Optional[str], Awaitable[Optional[str]]]:
        return self._state.get(self._name(key))

    def set(self, key: str, value: str, seconds: float) -> Union[None, Awaitable[None]]:
        return self._state.set(self._name(key), value, seconds)

    def delete(self, key: str) -> Union[None, Awaitable[None]]:
        return self._state.delete(self._name(key))

    def claim(self, key: str, seconds: float) -> Union[bool, Awaitable[bool]]:
        return self._state.claim(self._name(key), seconds)


def with_part(options: Mapping[str, Any], bot_id: Callable[[], object]) -> Dict[str, Any]:
    """Returns a gate's options with the part of their state that this bot has."""
    state = options.get("state")
    return {**options, "state": PartOfState(state, bot_id) if state else None}
