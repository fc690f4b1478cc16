/** Entities that the platform finds by itself in plain text: links, mentions, commands, hashtags, addresses. */
import type { MessageEntity } from 'grammy/types';

type FoundKind = 'url' | 'email' | 'mention' | 'bot_command' | 'hashtag';

const patterns: [FoundKind, RegExp][] = [
  ['url', /\b(?:https?:\/\/|www\.)[^\s<>"]+[^\s<>".,;:!?)\]]|\bt\.me\/[\w+/$?=-]+/giu],
  ['email', /\b[\w.+-]+@[\w-]+\.[a-z]{2,}\b/giu],
  ['mention', /(?<![\w@/.])@[a-z]\w{2,31}/giu],
  ['bot_command', /(?<![\w/<>])\/[a-z0-9_]{1,64}(?:@\w{3,32})?(?!\/)\b/giu],
  ['hashtag', /(?<![\w#])#(?=[^\s\d]*\p{L})[\p{L}\d_]+/gu],
];

/** Within these nothing more is looked for. */
const opaque = new Set(['code', 'pre', 'text_link', 'text_mention', 'url', 'email', 'mention']);

/** TDLib, `MessageEntity.cpp`, `get_type_priority`; what is not here comes first. */
const ranks: readonly MessageEntity['type'][] = [
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
  'custom_emoji',
];

/** Adds what can be found in `text` to the entities it already has; sorted as the platform sorts them. */
export function withFoundEntities(text: string, given: MessageEntity[]): MessageEntity[] {
  const entities = [...given];
  for (const [type, pattern] of patterns) {
    for (const match of text.matchAll(pattern)) {
      // Fields in the order of the platform, too.
      const found = { offset: match.index, length: match[0].length, type };
      if (!entities.some((other) => opaque.has(other.type) && overlap(other, found))) entities.push(found);
    }
  }
  return inOrder(entities);
}

/** What stands around comes first; of two of the same place as the platform sorts them. */
export function inOrder(entities: readonly MessageEntity[]): MessageEntity[] {
  const rank = ({ type }: MessageEntity) => ranks.indexOf(type);
  return [...entities].sort(
    (one, other) => one.offset - other.offset || other.length - one.length || rank(one) - rank(other),
  );
}

function overlap(
  one: { offset: number; length: number },
  other: { offset: number; length: number },
): boolean {
  return one.offset < other.offset + other.length && other.offset < one.offset + one.length;
}
