/**
 * `parse_mode: HTML` as the platform reads it: tags become entities (offsets in UTF-16 units), what is malformed is
 * refused with the platform's words, which count bytes.
 */
import type { MessageEntity } from 'grammy/types';
import { inOrder } from './entities.js';
import { badRequest } from './failure.js';

interface OpenTag {
  name: string;
  attributes: Map<string, string>;
  offset: number;
}

const kinds: Record<string, 'bold' | 'italic' | 'underline' | 'strikethrough' | 'spoiler' | 'code'> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  span: 'spoiler',
  'tg-spoiler': 'spoiler',
  code: 'code',
};
const otherTags = new Set(['a', 'pre', 'blockquote', 'tg-emoji']);
const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

const fault = (words: string): Error => badRequest(`can't parse entities: ${words}`);

/** Reads HTML into text and entities. Throws the platform's refusal. */
export function parseHtml(source: string): { text: string; entities: MessageEntity[] } {
  return new HtmlReader(source).read();
}

class HtmlReader {
  readonly #open: OpenTag[] = [];
  readonly #entities: MessageEntity[] = [];
  #at = 0;
  #text = '';

  constructor(private readonly source: string) {}

  read(): { text: string; entities: MessageEntity[] } {
    while (this.#at < this.source.length) {
      const character = this.source.charAt(this.#at);
      if (character === '<') this.#tag();
      else if (character === '&') this.#text += this.#reference();
      else {
        this.#text += character;
        this.#at += 1;
      }
    }
    const left = this.#open.at(-1);
    if (left) throw fault(`Can't find end tag corresponding to start tag "${left.name}"`);
    return { text: this.#text, entities: inOrder(this.#entities) };
  }

  #reference(): string {
    const match = /^&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/i.exec(
      this.source.slice(this.#at, this.#at + 12),
    );
    const [whole, decimal, hexadecimal, name] = match ?? [];
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    const known = name === undefined ? fromCode(code) : characters[name];
    this.#at += known === undefined || whole === undefined ? 1 : whole.length;
    return known ?? '&';
  }

  #tag(): void {
    const start = this.#at;
    if (this.source.charAt(start + 1) === '/') this.#endTag(start);
    else this.#startTag(start);
  }

  #startTag(start: number): void {
    this.#at = start + 1;
    const name = this.#take(/[^\s>/]*/y).toLowerCase();
    if (!(name in kinds) && !otherTags.has(name)) {
      throw fault(`Unsupported start tag "${name}" at byte offset ${this.#bytes(start)}`);
    }
    const attributes = this.#attributes(name, start);
    if (name === 'span' && attributes.get('class') !== 'tg-spoiler') {
      throw fault(`Tag "span" must have class "tg-spoiler" at byte offset ${this.#bytes(start)}`);
    }
    this.#open.push({ name, attributes, offset: this.#text.length });
  }

  #attributes(tag: string, start: number): Map<string, string> {
    const attributes = new Map<string, string>();
    for (;;) {
      this.#take(/[\s/]*/y);
      if (this.#at >= this.source.length)
        throw fault(`Unclosed start tag at byte offset ${this.#bytes(start)}`);
      if (this.source.charAt(this.#at) === '>') break;
      const name = this.#take(/[^\s=>/"']*/y).toLowerCase();
      if (name === '')
        throw fault(`Empty attribute name in the tag "${tag}" at byte offset ${this.#bytes(start)}`);
      attributes.set(name, this.#value(tag, start));
    }
    this.#at += 1;
    return attributes;
  }

  #value(tag: string, start: number): string {
    this.#take(/\s*/y);
    if (this.source.charAt(this.#at) !== '=') return '';
    this.#at += 1;
    this.#take(/\s*/y);
    const quote = this.source.charAt(this.#at);
    if (quote !== '"' && quote !== "'") return this.#take(/[^\s>]*/y);
    const end = this.source.indexOf(quote, this.#at + 1);
    if (end < 0) throw fault(`Unclosed start tag "${tag}" at byte offset ${this.#bytes(start)}`);
    const raw = this.source.slice(this.#at + 1, end);
    this.#at = end + 1;
    return raw.replace(/&(lt|gt|amp|quot);/g, (whole, name: string) => characters[name] ?? whole);
  }

  #endTag(start: number): void {
    this.#at = start + 2;
    const name = this.#take(/[^\s>]*/y).toLowerCase();
    this.#take(/\s*/y);
    const tag = this.#open.pop();
    if (!tag) throw fault(`Unexpected end tag at byte offset ${this.#bytes(start)}`);
    if (this.source.charAt(this.#at) !== '>')
      throw fault(`Unclosed end tag at byte offset ${this.#bytes(start)}`);
    if (name !== '' && name !== tag.name) {
      throw fault(
        `Unmatched end tag at byte offset ${this.#bytes(start)}, expected "</${tag.name}>", found "</${name}>"`,
      );
    }
    this.#at += 1;
    if (tag.name === 'code' && this.#isInPre(tag)) return;
    const length = this.#text.length - tag.offset;
    const entity = length === 0 ? null : entityOf(tag, length, this.#text.slice(tag.offset));
    if (entity) this.#entities.push(entity);
  }

  /** `<pre><code class="language-x">` is one block of code with a language. */
  #isInPre(code: OpenTag): boolean {
    const around = this.#open.at(-1);
    if (around?.name !== 'pre') return false;
    const language = /^language-(.+)/.exec(code.attributes.get('class') ?? '')?.[1];
    if (language !== undefined) around.attributes.set('language', language);
    return true;
  }

  /** Takes what the sticky pattern matches here. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.source)?.[0] ?? '';
    this.#at += taken.length;
    return taken;
  }

  #bytes(index: number): number {
    return Buffer.byteLength(this.source.slice(0, index));
  }
}

function fromCode(code: number): string | undefined {
  return Number.isInteger(code) && code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

function entityOf(tag: OpenTag, length: number, text: string): MessageEntity | null {
  const place = { offset: tag.offset, length };
  const kind = kinds[tag.name];
  if (kind !== undefined) return { type: kind, ...place };
  if (tag.name === 'pre') {
    const language = tag.attributes.get('language');
    return { type: 'pre', ...(language === undefined ? {} : { language }), ...place };
  }
  if (tag.name === 'blockquote') {
    return { type: tag.attributes.has('expandable') ? 'expandable_blockquote' : 'blockquote', ...place };
  }
  if (tag.name === 'tg-emoji') {
    return { type: 'custom_emoji', custom_emoji_id: tag.attributes.get('emoji-id') ?? '', ...place };
  }
  const url = linkOf(tag.attributes.get('href') ?? text);
  return url === null ? null : { type: 'text_link', url, ...place };
}

/** An address that leads nowhere makes no link; the text stays. */
export function linkOf(href: string): string | null {
  const address = /^[a-z][a-z\d+.-]*:/i.test(href) ? href : `http://${href}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb =
    (url.protocol === 'http:' || url.protocol === 'https:') && /\.|^localhost$|^\[/.test(url.hostname);
  return isWeb || url.protocol === 'tg:' ? url.href : null;
}
