/** HTML that escapes by default: what is put into `html` is text, unless it is html itself. */

const SAFE = Symbol('html');

export interface Html {
  [SAFE]: string;
}

export type Content = Html | string | number | null | undefined | false | readonly Content[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  return { [SAFE]: parts.reduce((text, part, index) => text + toText(contents[index - 1]) + part) };
}

export function render(page: Html): string {
  return page[SAFE];
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function toText(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'object') return isList(content) ? content.map(toText).join('') : content[SAFE];
  return escape(String(content));
}

function isList(content: Html | readonly Content[]): content is readonly Content[] {
  return Array.isArray(content);
}
