"""What the gate reads of an update of the platform."""
from __future__ import annotations

import re
from typing import Any, Dict, Mapping, Optional, Sequence

Update = Dict[str, Any]


def method_name(method: str) -> str:
    """Returns the name that frameworks have for a method of the platform: send_message for sendMessage."""
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), method)


# What a person can write (https://core.telegram.org/bots/api#message). Every other message is a notice of the platform, of
# whatever kind, or hands over what was asked for: payments, shared users, data of a web app.
_WRITTEN = (
    "text",
    "rich_message",
    "animation",
    "audio",
    "checklist",
    "contact",
    "dice",
    "document",
    "game",
    "live_photo",
    "location",
    "paid_media",
    "photo",
    "poll",
    "sticker",
    "story",
    "venue",
    "video",
    "video_note",
    "voice",
)

# Who spoke is a chat, a bot of a business, or a guest; or the platform sent it at a time that was set before.
_NO_PERSON = (
    "sender_chat",
    "is_automatic_forward",
    "sender_business_bot",
    "business_connection_id",
    "guest_query_id",
    "is_from_offline",
)
# The platform's own account: its messages, and posts of a channel in its discussion group.
_PLATFORM_ID = 777_000


class Seen:
    """Who asks, for what and where."""

    def __init__(self, user: Mapping[str, Any], message: Mapping[str, Any], query: Optional[Mapping[str, Any]], prefix: str):
        data = str(query.get("data") or "") if query else ""
        answered = re.fullmatch(re.escape(prefix) + r"_(gender|age)_(\w+)", data)
        self.user = user
        self.user_id = int(user["id"])
        self.chat = int(message["chat"]["id"])
        self.is_private = self.chat > 0
        self.query: Optional[str] = query["id"] if query else None
        self.message = int(message["message_id"])
        self.given: Dict[str, str] = {answered[1]: answered[2]} if answered else {}
        self.is_confirming = data == f"{prefix}-op"
        # A button of the gate's own.
        self.pressed = self.is_confirming or bool(answered)
        # Nothing is known of what was pressed.
        self.is_forgotten = False
        # By which two updates that ask for the same are known: two pictures do not.
        self.text = data if query else str(message.get("text") or f"#{self.message}")
        # Each picture of an album comes as a message of its own.
        self.album: Optional[str] = None if query else message.get("media_group_id")
        self.topic = _topic_of(message)


def _topic_of(message: Mapping[str, Any]) -> Dict[str, int]:
    """Returns what keeps an answer in the forum topic, or in the topic of direct messages, that it was asked in."""
    direct = message.get("direct_messages_topic") or {}
    if direct.get("topic_id"):
        return {"direct_messages_topic_id": direct["topic_id"]}
    # Replies in plain groups have a thread, too, which takes no messages.
    if message.get("is_topic_message") and message.get("message_thread_id"):
        return {"message_thread_id": message["message_thread_id"]}
    return {}


def read_update(update: Mapping[str, Any], prefix: str) -> Optional[Seen]:
    """Returns what a person asked for, or None where no person asked.

    Posts, automatic forwards, anonymous administrators, notices, payments, members and inline queries are none.
    """
    query = update.get("callback_query")
    message = (query or update).get("message")
    asker = (query or message or {}).get("from")
    if not message or not asker or asker.get("is_bot") or asker["id"] == _PLATFORM_ID:
        return None
    # A press under a post has no chat to answer in; a chat of a business is not the bot's own.
    if message["chat"].get("type") == "channel" or message.get("business_connection_id"):
        return None
    if not query and (not _has(message, _WRITTEN) or _has(message, _NO_PERSON)):
        return None
    return Seen(asker, message, query, prefix)


def _has(message: Mapping[str, Any], fields: Sequence[str]) -> bool:
    # Frameworks that serialize an update give absent fields as empty.
    return any(message.get(one) for one in fields)


def name_of(update: Update) -> str:
    """Returns what an update is known by. Its number is not: telebot passes it on to no middleware."""
    query = update.get("callback_query")
    if query:
        return f"query:{query['id']}"
    message = update.get("message") or {}
    return f"message:{(message.get('chat') or {}).get('id')}:{message.get('message_id')}"
