/** What people format in their messenger, as HTML of the platform's subset (`bot/blocks/safe-html.ts` reads it again). */
import type { MessageEntity } from 'grammy/types';
import { escapeHtml } from '../../../core/html-text.js';

const tags: Partial<Record<MessageEntity['type'], string>> = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strikethrough: 's',
  spoiler: 'tg-spoiler',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
};

/**
 * The text as HTML, or null where nothing is formatted: then what looks like a tag may be meant as one. What an entity
 * marks that has no tag here, such as an emoji of their own, stays as text.
 * @param entities as the platform sends them: offsets count UTF-16 units
 */
export function formattedHtml(text: string, entities: readonly MessageEntity[] = []): string | null {
  const shown = entities
    .filter((entity) => tagsOf(entity) !== null && entity.length > 0)
    .toSorted((one, other) => one.offset - other.offset || other.length - one.length);
  return shown.length === 0 ? null : render(text, 0, text.length, shown);
}

/** What stands between two places; entities that cross the end of another are cut there. */
function render(text: string, from: number, to: number, entities: readonly MessageEntity[]): string {
  let html = '';
  let place = from;
  const rest = [...entities];
  for (let entity = rest.shift(); entity !== undefined; entity = rest.shift()) {
    const start = Math.max(place, entity.offset);
    const end = Math.min(to, entity.offset + entity.length);
    if (end <= start) continue;
    const inside = rest.splice(0, rest.filter(({ offset }) => offset < end).length);
    const [opening, closing] = tagsOf(entity) ?? ['', ''];
    html += escapeHtml(text.slice(place, start)) + opening + render(text, start, end, inside) + closing;
    // What reaches further than this one goes on behind it.
    const cut = inside.filter(({ offset, length }) => offset + length > end);
    rest.unshift(...cut);
    place = end;
  }
  return html + escapeHtml(text.slice(place, to));
}

function tagsOf(entity: MessageEntity): [opening: string, closing: string] | null {
  if (entity.type === 'text_link') return [`<a href="${escapeHtml(entity.url)}">`, '</a>'];
  if (entity.type === 'expandable_blockquote') return ['<blockquote expandable>', '</blockquote>'];
  const tag = tags[entity.type];
  return tag === undefined ? null : [`<${tag}>`, `</${tag}>`];
}
