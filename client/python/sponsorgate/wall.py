"""What a user was asked for, and the one message that says so."""
from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence

# Kept as JSON: id, bricks, question, dark, message, checked, renewals, first, more, first_text, forgotten, block.
Wall = Dict[str, Any]

# The platform shows no more letters in an alert.
_ALERT_LENGTH_MAX = 200


def brick_of(sponsor: Mapping[str, Any]) -> Dict[str, str]:
    """Returns what is kept of a sponsor.

    It is known by its order; one behind a smart link by that link until it is opened.
    """
    state = "done" if sponsor["status"] != "unsubscribed" else "pending" if sponsor["available_now"] else "gone"
    return {
        "id": sponsor["link"] if sponsor["ads_id"] == "0" else sponsor["ads_id"],
        "link": sponsor["link"],
        "title": sponsor["resource_name"] or sponsor["button_text"],
        "state": state,
    }


def state_of(bricks: Sequence[Mapping[str, str]]) -> str:
    states = [brick["state"] for brick in bricks]
    return next((state for state in ("pending", "done") if state in states), "gone" if states else "none")


def block_of(wall: Wall, words: Mapping[str, str], prefix: str) -> Optional[Dict[str, Any]]:
    """Returns text and buttons of the one message that says what is left; None where nothing is."""
    rows = _rows_of(wall, words, prefix)
    if rows is None:
        return None
    return {
        "text": words["later"] if wall.get("dark") else wall["message"],
        "reply_markup": {"inline_keyboard": [[_button(*one) for one in row] for row in rows]},
    }


def _rows_of(wall: Wall, words: Mapping[str, str], prefix: str) -> Optional[List[Any]]:
    question, confirm = wall.get("question"), f"{prefix}-op"
    if question == "gender":
        return [[(words["male"], f"{prefix}_gender_male"), (words["female"], f"{prefix}_gender_female")]]
    if question == "age":
        ages = [words["youngest"], "11–13", "14–15", "16–17", "18–24", words["oldest"]]
        choices = [(age, f"{prefix}_age_c{number}") for number, age in enumerate(ages, 1)]
        return [choices[:2], choices[2:4], choices[4:]]
    if question:
        return [[(words["open_form"], question)], [(words["go_on"], confirm)]]
    if wall.get("dark"):
        return [[(words["again"], confirm)]]
    rows = [[(brick["title"], brick["link"])] for brick in wall["bricks"] if brick["state"] == "pending"]
    return [*rows, [(words["confirm"], confirm)]] if rows else None


def _button(text: str, target: str) -> Dict[str, str]:
    return {"text": text, "url" if "://" in target else "callback_data": target}


def missing_text(wall: Wall, words: Mapping[str, str]) -> str:
    """Returns what a user reads who pressed too early, or while the service does not answer."""
    if wall.get("dark") or wall.get("silent"):
        return words["later"]
    names = ["• " + brick["title"] for brick in wall["bricks"] if brick["state"] == "pending"]
    return "\n".join([wall["message"], *names])[:_ALERT_LENGTH_MAX]
