/**
 * `parse_mode: MarkdownV2` as the platform reads it: marks become entities (offsets in UTF-16 units), what is malformed is
 * refused with the platform's words, which count bytes.
 */
import type { MessageEntity } from 'grammy/types';
import { inOrder } from './entities.js';
import { badRequest } from './failure.js';
import { linkOf } from './html.js';

/** As the platform's refusals name them. */
type Kind =
  | 'Bold'
  | 'Italic'
  | 'Underline'
  | 'Strikethrough'
  | 'Spoiler'
  | 'Code'
  | 'Pre'
  | 'PreCode'
  | 'TextUrl'
  | 'CustomEmoji'
  | 'BlockQuote';

interface Open {
  kind: Kind;
  /** Where it begins in the source, and in the text. */
  start: number;
  offset: number;
  language?: string;
}

/** The mark that ends each; a quote ends with its line. */
const endMarks: Record<Exclude<Kind, 'BlockQuote'>, string> = {
  Bold: '*',
  Italic: '_',
  Underline: '__',
  Strikethrough: '~',
  Spoiler: '||',
  Code: '`',
  Pre: '```',
  PreCode: '```',
  TextUrl: ']',
  CustomEmoji: ']',
};

/** What begins with a mark, the longest first. */
const startMarks: [string, Kind][] = [
  ['```', 'Pre'],
  ['__', 'Underline'],
  ['||', 'Spoiler'],
  ['![', 'CustomEmoji'],
  ['`', 'Code'],
  ['_', 'Italic'],
  ['*', 'Bold'],
  ['~', 'Strikethrough'],
  ['[', 'TextUrl'],
];

const simple = {
  Bold: 'bold',
  Italic: 'italic',
  Underline: 'underline',
  Strikethrough: 'strikethrough',
  Spoiler: 'spoiler',
  Code: 'code',
  BlockQuote: 'blockquote',
} as const;

const reserved = new Set('_*[]()~`>#+-=|{}.!\n');
const isCode = (kind: Kind | undefined): boolean => kind === 'Code' || kind === 'Pre' || kind === 'PreCode';

const fault = (words: string): Error => badRequest(`can't parse entities: ${words}`);

/** Reads MarkdownV2 into text and entities. Throws the platform's refusal. */
export function parseMarkdown(source: string): { text: string; entities: MessageEntity[] } {
  return new MarkdownReader(source).read();
}

class MarkdownReader {
  readonly #open: Open[] = [];
  readonly #entities: MessageEntity[] = [];
  #at = 0;
  #text = '';

  constructor(private readonly source: string) {}

  read(): { text: string; entities: MessageEntity[] } {
    while (this.#at < this.source.length) this.#step();
    if (this.#isInQuote()) this.#endQuote();
    const [left] = this.#open.slice(-1);
    if (left) throw this.#unended(left);
    return { text: this.#text, entities: inOrder(this.#entities) };
  }

  #step(): void {
    const character = this.source.charAt(this.#at);
    if (character === '\\' && this.#isEscape(this.#at)) {
      this.#keep(this.source.charAt(this.#at + 1));
      this.#at += 2;
      return;
    }
    const top = this.#open.at(-1);
    const isMark = isCode(top?.kind) ? character === '`' : reserved.has(character);
    if (!isMark) this.#keep(character, 1);
    else if (character === '\n') this.#lineEnd();
    else if (top && this.#endsHere(top.kind)) this.#end(top);
    else this.#begin(character);
  }

  #isEscape(at: number): boolean {
    const code = this.source.charCodeAt(at + 1);
    return code > 0 && code <= 126;
  }

  #keep(text: string, taken = 0): void {
    this.#text += text;
    this.#at += taken;
  }

  /** A quote goes on where the next line is one, too. */
  #lineEnd(): void {
    this.#keep('\n', 1);
    const isQuote = this.source.charAt(this.#at) === '>';
    if (this.#isInQuote()) {
      if (isQuote) this.#at += 1;
      else this.#endQuote(1);
    }
  }

  /** `_` before another ends nothing but what `__` ends. */
  #endsHere(kind: Kind): boolean {
    if (kind === 'BlockQuote') return false;
    const isHere = this.source.startsWith(endMarks[kind], this.#at);
    return isHere && (kind !== 'Italic' || this.source.charAt(this.#at + 1) !== '_');
  }

  #begin(character: string): void {
    const start = this.#at;
    const offset = this.#text.length;
    if (character === '>' && /(?:^|[\n\r])$/.test(this.#text) && !this.#isInQuote()) {
      this.#at += 1;
      this.#open.push({ kind: 'BlockQuote', start, offset });
      return;
    }
    const [mark, kind] = startMarks.find(([one]) => this.source.startsWith(one, start)) ?? [];
    if (mark === undefined || kind === undefined)
      throw fault(`Character '${character}' is reserved and must be escaped with the preceding '\\'`);
    this.#at += mark.length;
    this.#open.push(kind === 'Pre' ? this.#pre(start, offset) : { kind, start, offset });
  }

  /** A block of code may begin with its language, and with a line of its own. */
  #pre(start: number, offset: number): Open {
    const [, language] = /^([^\s`]+)(?=\s)/.exec(this.source.slice(this.#at)) ?? [];
    this.#at += language?.length ?? 0;
    const [line = ''] = /^(?:\r\n|\n\r|\n|\r)/.exec(this.source.slice(this.#at)) ?? [];
    this.#at += line.length;
    return language === undefined
      ? { kind: 'Pre', start, offset }
      : { kind: 'PreCode', start, offset, language };
  }

  #end(top: Open): void {
    this.#open.pop();
    this.#at += top.kind === 'BlockQuote' ? 0 : endMarks[top.kind].length;
    const entity = this.#entityOf(top);
    const length = this.#text.length - top.offset;
    if (entity && length > 0) this.#entities.push({ ...entity, offset: top.offset, length } as MessageEntity);
  }

  #entityOf({ kind, offset, language }: Open): object | null {
    if (kind === 'Pre' || kind === 'PreCode')
      return { type: 'pre', ...(language === undefined ? {} : { language }) };
    if (kind === 'TextUrl') {
      const hasUrl = this.source.charAt(this.#at) === '(';
      const url = linkOf(hasUrl ? this.#address('a URL') : this.#text.slice(offset));
      return url === null ? null : { type: 'text_link', url };
    }
    if (kind === 'CustomEmoji') {
      if (this.source.charAt(this.#at) !== '(')
        throw fault('Custom emoji entity must contain a tg://emoji URL');
      return { type: 'custom_emoji', custom_emoji_id: emojiIn(this.#address('a custom emoji URL')) };
    }
    return { type: simple[kind] };
  }

  /** What stands in brackets behind a link or an emoji. */
  #address(what: string): string {
    const start = this.#at + 1;
    let address = '';
    for (this.#at = start; this.source.charAt(this.#at) !== ')'; this.#at += 1) {
      if (this.#at >= this.source.length)
        throw fault(`Can't find end of ${what} at byte offset ${this.#bytes(start)}`);
      if (this.source.charAt(this.#at) === '\\' && this.#isEscape(this.#at)) this.#at += 1;
      address += this.source.charAt(this.#at);
    }
    this.#at += 1;
    return address;
  }

  #isInQuote(): boolean {
    return this.#open.some(({ kind }) => kind === 'BlockQuote');
  }

  /**
   * `||` at the end of a quote lets it be folded.
   * @param lineEnd the letters of the end of the line, which is part of it
   */
  #endQuote(lineEnd = 0): void {
    const last = this.#open.at(-1);
    const end = this.#text.slice(0, this.#text.length - lineEnd).replace(/\r$/, '').length;
    const isFolded = last?.kind === 'Spoiler' && last.offset >= end;
    if (isFolded) this.#open.pop();
    const quote = this.#open.at(-1);
    if (quote?.kind !== 'BlockQuote') {
      if (quote && lineEnd > 0) throw this.#unended(quote);
      return;
    }
    this.#end(quote);
    const made = this.#entities.at(-1);
    if (isFolded && made?.type === 'blockquote') made.type = 'expandable_blockquote';
  }

  #unended({ kind, start }: Open): Error {
    return fault(`Can't find end of ${kind} entity at byte offset ${this.#bytes(start)}`);
  }

  #bytes(index: number): number {
    return Buffer.byteLength(this.source.slice(0, index));
  }
}

function emojiIn(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'tg:') throw fault('Custom emoji URL must have scheme tg');
  const host = /^tg:(?:\/\/)?([^/?#]*)/i.exec(address)?.[1]?.toLowerCase();
  if (host !== 'emoji') throw fault('Custom emoji URL must have host "emoji"');
  const id = url.searchParams.get('id');
  if (id === null) throw fault('Custom emoji URL must have an emoji identifier');
  if (!/^[1-9]\d*$/.test(id)) throw fault('Invalid custom emoji identifier specified');
  return id;
}
