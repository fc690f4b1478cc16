"""What a gate does, step by step: written once, carried out by a Gate and by an AsyncGate."""
from __future__ import annotations

import json
import time
import uuid
from typing import Any, Dict, Generator, List, Literal, Mapping, NamedTuple, Optional, Tuple, Union

from .errors import SponsorgateError
from .update import Seen, Update, name_of
from .wall import Wall, block_of, brick_of, missing_text, state_of
from .words import words_for

# What becomes of users while the service cannot answer.
Unavailable = Literal["pass", "hold"]

_WALL_SECONDS = 7 * 86_400
_REPLAY_SECONDS = 86_400
# A chat where the bot may not write is reported once in a while.
_MUTE_SECONDS = 3_600
# How long the result of a check counts. A message this close behind another gets no new block.
_FRESH_SECONDS = 3
# How long a user who passed is not asked about, by the state they passed with.
_REST_SECONDS: Dict[str, float] = {"none": 60, "done": 600, "gone": 60, "held": 600}
# A list that ran out is made again this often: waiting gets no user by, and no user waits for ever.
_RENEWALS_MAX = 1
# The turn of a process that died ends after so long.
_TURN_SECONDS = 10
_PAUSE_SECONDS = 0.025


class Ask(NamedTuple):
    """Asks the service. One that fails raises SponsorgateError."""

    path: str
    body: Dict[str, Any]


class Say(NamedTuple):
    """Calls the platform. Where it refuses, this is reported and gives None; or it raises, for who reports it."""

    method: str
    parameters: Dict[str, Any]
    raises: bool = False


class Report(NamedTuple):
    """Tells the bot of an error."""

    error: Exception


class Keep(NamedTuple):
    """Calls a method of the state."""

    method: str
    values: Tuple[Any, ...]


class Exempt(NamedTuple):
    """Asks the bot whether it lets this user through."""

    user: Mapping[str, Any]


class Wait(NamedTuple):
    """Waits for another process."""

    seconds: float


Step = Union[Ask, Say, Report, Keep, Exempt, Wait]
Outcome = Tuple[str, List[Update]]
# Sends what the steps before it were answered.
Steps = Generator[Step, Any, Any]


def _keep(method: str, *values: Any) -> Keep:
    return Keep(method, values)


def _is_fresh(at: float) -> bool:
    # What lies ahead was kept before the clock was set back.
    return abs(time.time() - at) < _FRESH_SECONDS


def _remember(seen: Seen, update: Update, wall: Wall) -> None:
    """Keeps what the user begins with: one message, or the pictures of one album."""
    first = wall.get("first")
    if not first:
        wall["first"], wall["first_text"], wall["forgotten"] = update, seen.text, False
        return
    kept = [(one.get("message") or {}) for one in [first, *(wall.get("more") or [])]]
    is_kept = seen.message in [one.get("message_id") for one in kept]
    if seen.album and not is_kept and kept[0].get("media_group_id") == seen.album:
        wall["more"] = [*(wall.get("more") or []), update]


def _place_of(update: Update) -> int:
    """Returns the place of a picture in its album: several processes take them in any order."""
    return int((update.get("message") or {}).get("message_id", 0))


class GateSteps:
    """The decisions of a gate, as generators of steps."""

    def __init__(
        self,
        unavailable: Unavailable,
        patience_seconds: float,
        prefix: str = "subgram",
        max_sponsors: Optional[int] = None,
        debounce_seconds: float = 2,
        rest_seconds: Optional[Mapping[str, float]] = None,
    ) -> None:
        if unavailable not in ("pass", "hold"):
            raise ValueError('unavailable: say "pass" or "hold", for when the service cannot answer.')
        self.unavailable = unavailable
        self.prefix = prefix
        self.max_sponsors = max_sponsors
        self.debounce_seconds = debounce_seconds
        self.patience_seconds = patience_seconds
        self.rest_seconds: Dict[str, float] = {**_REST_SECONDS, **(rest_seconds or {})}

    def decide(self, seen: Seen, update: Update) -> Generator[Step, Any, Outcome]:
        """Returns the state, and the updates to handle now."""
        exempt = yield Exempt(seen.user)
        if not seen.pressed:
            rested, wall = yield from self._known(seen)
            if (exempt or rested) and not wall:
                # Who passes without a question waits for no other process.
                return (yield from self._decide_one(seen, update, exempt, rested, wall))
        turn = f"turn:{seen.chat}:{seen.user_id}"
        is_mine = yield from self._take(turn)
        try:
            rested, wall = yield from self._known(seen)
            outcome = yield from self._decide_one(seen, update, exempt, rested, wall)
        except Exception:
            yield from self._give_back(turn, is_mine)
            raise
        yield from self._give_back(turn, is_mine)
        return outcome

    def _known(self, seen: Seen) -> Generator[Step, Any, Tuple[Optional[str], Optional[Wall]]]:
        rested = yield _keep("get", f"pass:{seen.user_id}")
        kept = yield _keep("get", f"wall:{seen.chat}:{seen.user_id}")
        return rested, json.loads(kept) if kept else None

    def _take(self, turn: str) -> Steps:
        """Waits while another process that shares the state decides about this user, and returns whether it has ended."""
        until = time.monotonic() + self.patience_seconds
        is_mine = yield _keep("claim", turn, _TURN_SECONDS)
        while not is_mine and time.monotonic() < until:
            yield Wait(_PAUSE_SECONDS)
            is_mine = yield _keep("claim", turn, _TURN_SECONDS)
        return is_mine

    def _give_back(self, turn: str, is_mine: bool) -> Steps:
        try:
            if is_mine:
                yield _keep("delete", turn)
        except Exception:
            # What is done stays done; the turn ends by itself.
            pass

    def _decide_one(
        self, seen: Seen, update: Update, exempt: bool, rested: Optional[str], wall: Optional[Wall]
    ) -> Generator[Step, Any, Outcome]:
        key = f"{seen.chat}:{seen.user_id}"
        seen.is_forgotten = seen.pressed and not wall and not rested
        if exempt:
            return (yield from self._pass(seen, update, "none", wall, is_rested=True))
        words = words_for(seen.user)
        if seen.pressed:
            first = yield _keep("claim", f"press:{key}:{seen.text}", self.debounce_seconds)
            if not first:
                yield from self._answer(seen, missing_text(wall, words) if wall else None)
                return ("pending" if wall else rested or "none"), []
        if rested and not wall:
            return (yield from self._pass(seen, update, rested, None, is_rested=True))
        if wall and not seen.pressed and _is_fresh(wall["checked"]):
            state = "unavailable" if wall.get("dark") else "pending"
        else:
            state, wall = yield from self._verdict(wall, seen)
            # A press began this wall: what the user had asked for is lost, until they ask again.
            wall["forgotten"] = wall.get("forgotten") or seen.is_forgotten
        if state == "pending" or (state == "unavailable" and self.unavailable == "hold"):
            is_shown = yield from self._hold(seen, update, wall)
            if is_shown or seen.pressed:
                return state, []
            # What cannot be seen holds no user.
            return "none", (yield from self._pass(seen, update, "unavailable", wall))[1]
        return (yield from self._pass(seen, update, state, wall))

    def _hold(self, seen: Seen, update: Update, wall: Wall) -> Steps:
        """Returns whether the user sees what is left."""
        words = words_for(seen.user)
        if not seen.pressed:
            _remember(seen, update, wall)
        if seen.pressed:
            yield from self._answer(seen, missing_text(wall, words) if seen.is_confirming else None)
        is_shown = yield from self._show(seen, wall, words)
        # What is not held is its handler's to answer.
        if is_shown and not seen.pressed:
            yield from self._answer(seen, None)
        yield _keep("set", f"wall:{seen.chat}:{seen.user_id}", json.dumps(wall), _WALL_SECONDS)
        return is_shown

    def _verdict(self, wall: Optional[Wall], seen: Seen) -> Generator[Step, Any, Tuple[str, Wall]]:
        if not wall or wall.get("question") or wall.get("dark"):
            return (yield from self._open(wall, seen))
        try:
            yield from self._recheck(wall, seen.user_id)
        except SponsorgateError:
            wall["silent"] = True
            return "unavailable", wall
        wall["silent"] = False
        state = state_of(wall["bricks"])
        is_out = any(brick["state"] == "gone" for brick in wall["bricks"])
        if state == "pending" or not is_out or wall["renewals"] >= _RENEWALS_MAX:
            return state, wall
        # Part of it can no longer be done: is there something else? What was done counts.
        renewed_state, renewed = yield from self._open({**wall, "renewals": wall["renewals"] + 1}, seen)
        return (renewed_state, renewed) if renewed_state == "pending" else (state, wall)

    def _open(self, wall: Optional[Wall], seen: Seen) -> Generator[Step, Any, Tuple[str, Wall]]:
        user, before = seen.user, wall or {}
        body: Dict[str, Any] = {name: user.get(name) for name in ("first_name", "username", "language_code")}
        body.update(user_id=seen.user_id, chat_id=seen.chat, is_premium=bool(user.get("is_premium")))
        body.update(seen.given, get_links=1)
        # Left out, it is as the bot's setting has it.
        if self.max_sponsors is not None:
            body["max_sponsors"] = self.max_sponsors
        opened: Wall = {name: before.get(name) for name in ("first", "more", "first_text", "block", "forgotten")}
        opened.update(id=uuid.uuid4().hex, bricks=[], renewals=before.get("renewals", 0))
        opened.update(checked=time.time(), message="")
        try:
            answer = yield Ask("/get-sponsors", body)
        except SponsorgateError:
            return "unavailable", {**opened, "dark": True}
        opened["message"] = answer.get("message", "")
        additional = answer.get("additional") or {}
        status = answer["status"]
        if status in ("gender", "age", "register"):
            opened["question"] = additional.get("registration_url") if status == "register" else status
            return "pending", opened
        opened["bricks"] = [brick_of(sponsor) for sponsor in additional.get("sponsors") or []]
        return ("none" if answer.get("code") == 404 else state_of(opened["bricks"])), opened

    def _recheck(self, wall: Wall, user_id: int) -> Steps:
        """Asks about the very offers, whatever list the service would make now: its own may have run out meanwhile."""
        pending = [brick for brick in wall["bricks"] if brick["state"] == "pending"]
        # Offers of other networks have ids below 0; a smart link is known by its link.
        numbered = {brick["id"] for brick in pending if brick["id"].lstrip("-").isdigit()}
        numbers = [int(brick["id"]) for brick in pending if brick["id"] in numbered]
        questions: List[Tuple[Dict[str, Any], Optional[str]]] = [({"ads_ids": numbers}, None)] if numbers else []
        questions += [({"links": [brick["link"]]}, brick["id"]) for brick in pending if brick["id"] not in numbered]
        found: Dict[str, str] = {}
        for question, known_as in questions:
            answer = yield Ask("/get-user-subscriptions", {"user_id": user_id, **question})
            for sponsor in answer["additional"]["sponsors"]:
                found[known_as or sponsor["ads_id"]] = brick_of(sponsor)["state"]
        for brick in pending:
            brick["state"] = found.get(brick["id"], "gone")
        wall["checked"] = time.time()

    def _pass(
        self, seen: Seen, update: Update, state: str, wall: Optional[Wall], is_rested: bool = False
    ) -> Generator[Step, Any, Outcome]:
        """Takes the block away, and returns what is to be handled now. A rest ends, whatever the user does meanwhile."""
        handle = [] if seen.pressed else [update]
        if wall:
            first = wall.get("first")
            mine = yield _keep("claim", f"end:{wall['id']}:{first and name_of(first)}", _REPLAY_SECONDS)
            # A user who asks for the same again gets it once.
            if first and mine and (seen.pressed or wall["first_text"] != seen.text):
                album = sorted([first, *(wall.get("more") or [])], key=_place_of)
                handle[:0] = [one for one in album if one is not update]
        try:
            yield from self._settle(seen, state, wall, is_rested)
        except Exception as error:
            # What is claimed is handled, though the state fails now.
            yield Report(error)
        block = wall and wall.get("block")
        if block and state != "unavailable":
            yield Say("deleteMessage", {"chat_id": block["chat"], "message_id": block["message"]})
        if seen.pressed:
            words = words_for(seen.user)
            what_to_do = words["later"] if state == "unavailable" else words["repeat"]
            is_lost = (seen.is_forgotten or (wall and wall.get("forgotten"))) and not handle
            yield from self._answer(seen, what_to_do if is_lost else None)
            if state != "unavailable" and not block and seen.is_private:
                # A process that has forgotten it has left it behind.
                yield Say("deleteMessage", {"chat_id": seen.chat, "message_id": seen.message})
        return state, handle

    def _settle(self, seen: Seen, state: str, wall: Optional[Wall], is_rested: bool) -> Steps:
        key = f"wall:{seen.chat}:{seen.user_id}"
        if wall and state != "unavailable":
            yield _keep("delete", key)
        elif wall and wall["bricks"]:
            # It is not known to be done: it is asked about again.
            yield _keep("set", key, json.dumps({**wall, "first": None, "more": None}), _WALL_SECONDS)
        if state != "unavailable" and not is_rested and self.rest_seconds[state] > 0:
            yield _keep("set", f"pass:{seen.user_id}", state, self.rest_seconds[state])

    def _answer(self, seen: Seen, alert: Optional[str]) -> Steps:
        if seen.query:
            words = {"text": alert, "show_alert": True} if alert else {}
            yield Say("answerCallbackQuery", {"callback_query_id": seen.query, **words})

    def _show(self, seen: Seen, wall: Wall, words: Mapping[str, str]) -> Steps:
        block = block_of(wall, words, self.prefix)
        if block is None:
            return True
        says, before = json.dumps(block), wall.get("block")
        # In a private chat a block that is not remembered is the user's own; in a group it may be another's.
        if seen.pressed and (before or seen.is_private):
            place = before or {"chat": seen.chat, "message": seen.message, "at": time.time(), "says": ""}
            is_edited: Any = place["says"] == says
            if not is_edited:
                is_edited = yield Say("editMessageText", {"chat_id": place["chat"], "message_id": place["message"], **block})
            # An edit that failed is made again by the next press.
            wall["block"] = {**place, "says": says if is_edited else ""}
            return True
        if before and before["says"] == says and _is_fresh(before["at"]):
            return True
        wall["block"] = None
        if before:
            yield Say("deleteMessage", {"chat_id": before["chat"], "message_id": before["message"]})
        try:
            sent = yield Say("sendMessage", {"chat_id": seen.chat, **seen.topic, **block}, raises=True)
        except Exception as error:
            if (yield _keep("claim", f"mute:{seen.chat}", _MUTE_SECONDS)):
                yield Report(error)
            # Too many messages say nothing of whether the user can see one; each framework says it in its own way.
            return getattr(error, "retry_after", None) is not None or getattr(error, "error_code", None) == 429
        wall["block"] = {"chat": seen.chat, "message": sent["message_id"], "at": time.time(), "says": says}
        return True
