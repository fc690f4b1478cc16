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

export function html(template: TemplateStringsArray, ...contents: Content[]): Html {
  const parts = withoutIndents(template);
  let text = parts[0] ?? '';
  for (let index = 1; index < parts.length; index += 1) {
    text += toText(contents[index - 1]) + (parts[index] ?? '');
  }
  return { [SAFE]: text };
}

/** Written for readers of the code, templates have more white space than a browser needs: once each, a line end is left. */
const stripped = new WeakMap<TemplateStringsArray, readonly string[]>();

function withoutIndents(template: TemplateStringsArray): readonly string[] {
  const known = stripped.get(template);
  if (known !== undefined) return known;
  const parts = template.map((part) => part.replace(/\n\s+/g, '\n'));
  stripped.set(template, parts);
  return parts;
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
