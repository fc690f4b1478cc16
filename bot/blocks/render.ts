/** What a block looks like: the message for a user's screen, in the user's language. */
import { createHash } from 'node:crypto';
import { CAPTION_LENGTH_MAX, visibleLength } from '../../core/html-text.js';
import { opensInside } from '../../core/keyboard.js';
import type { MessageButton, MessageContent } from '../../core/platform.js';
import type { BlockContent } from '../../core/ports/block-store.js';
import type { BlockTask } from '../../core/sponsors/index.js';
import { blockWordsIn, type EndUserWords } from '../words.js';
import { safeHtml } from './safe-html.js';

/** Two buttons stand side by side when both are at most this long. */
const SHORT_BUTTON_LENGTH = 16;

/** The publisher's own look; null is the default. */
type Look = Pick<BlockTask, 'text' | 'image'>;

export interface Rendering {
  message: MessageContent;
  /** Differs for different renderings: by what they say, and after the dot by their image. */
  hash: string;
  isPhoto: boolean;
}

/** What all blocks of a service share. */
export interface BlockFrame {
  /** Of the callback data that publishers' bots match on (`decisions.md`, Questions and form). */
  prefix: string;
  /** A page on personal data, which every block links to; undefined: no link. */
  privacyUrl?: string | undefined;
}

export function render(content: BlockContent, look: Look, chatId: number, frame: BlockFrame): Rendering {
  const privacy = privacyRow(blockWordsIn(content.language), frame);
  const { html, image, buttons } = bare(content, look, chatId, frame.prefix);
  return finished({ html, image, buttons: [...buttons, ...privacy] });
}

function privacyRow(words: EndUserWords, { privacyUrl: url }: BlockFrame): MessageButton[][] {
  return url === undefined ? [] : [[{ kind: 'url', text: words.text('block-privacy'), url }]];
}

function bare(content: BlockContent, look: Look, chatId: number, prefix: string): MessageContent {
  const words = blockWordsIn(content.language);
  if (content.kind === 'sponsors') {
    const html = textOf(look.text) ?? words.html('block-sponsors');
    const rows = inRows(
      content.buttons.map((button) => ({
        kind: button.opensInside === true ? webAppIn(chatId, button.url) : 'url',
        text: button.text,
        url: button.url,
      })),
    );
    return { html, image: look.image, buttons: [...rows, [confirm(words, 'block-confirm', prefix)]] };
  }
  return {
    html: words.html(`block-${content.kind}`),
    image: null,
    buttons: question(content, words, chatId, prefix),
  };
}

/** The same without its image, for an image that the platform cannot fetch. */
export function withoutImage({ message, hash }: Rendering): Rendering {
  return { ...finished({ ...message, image: null }), hash: `${sayingOf(hash)}.!${imageOf(hash)}` };
}

/** What a rendering says, apart from its image. */
export const sayingOf = (hash: string): string => hash.split('.')[0] ?? '';
/** Its image; a `!` in front marks one that could not be shown. */
export const imageOf = (hash: string): string => hash.split('.')[1] ?? '';

function finished(message: MessageContent): Rendering {
  const isPhoto = message.image !== null && visibleLength(message.html) <= CAPTION_LENGTH_MAX;
  const saying = digest(JSON.stringify([message.html, message.buttons]));
  return { message, isPhoto, hash: `${saying}.${message.image === null ? '' : digest(message.image)}` };
}

function textOf(own: string | null): string | null {
  if (own === null) return null;
  const html = safeHtml(own);
  return html.replace(/<[^>]*>/g, '').trim() === '' ? null : html;
}

function question(
  content: Exclude<BlockContent, { kind: 'sponsors' }>,
  words: EndUserWords,
  chatId: number,
  prefix: string,
): MessageButton[][] {
  const answer = (key: string, data: string): MessageButton => ({
    kind: 'callback',
    text: words.text(key),
    data: `${prefix}_${data}`,
  });
  if (content.kind === 'gender') {
    return [[answer('block-gender-male', 'gender_male'), answer('block-gender-female', 'gender_female')]];
  }
  if (content.kind === 'age') {
    const ages = [1, 2, 3, 4, 5, 6].map((age) => answer(`block-age-${String(age)}`, `age_c${String(age)}`));
    return [ages.slice(0, 2), ages.slice(2, 4), ages.slice(4)];
  }
  const kind = webAppIn(chatId, content.url);
  return [
    [{ kind, text: words.text('block-form-open'), url: content.url }],
    [confirm(words, 'block-form-continue', prefix)],
  ];
}

/** The platform opens web apps from private chats only; elsewhere a page opens outside. */
function webAppIn(chatId: number, url: string): 'web_app' | 'url' {
  return chatId > 0 && opensInside(url) ? 'web_app' : 'url';
}

function confirm(words: EndUserWords, key: string, prefix: string): MessageButton {
  return { kind: 'callback', text: words.text(key), data: `${prefix}-op` };
}

function inRows(buttons: MessageButton[]): MessageButton[][] {
  const rows: MessageButton[][] = [];
  for (const button of buttons) {
    const last = rows.at(-1);
    const isPair =
      last?.length === 1 && [...last, button].every(({ text }) => text.length <= SHORT_BUTTON_LENGTH);
    if (isPair) last.push(button);
    else rows.push([button]);
  }
  return rows;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
