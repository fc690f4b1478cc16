/**
 * A publisher's own text, made safe for the platform: the tags it knows stay, everything else is shown as it was typed.
 * Whatever comes in, what goes out is well-formed.
 */
import { escapeHtml } from '../../core/html-text.js';

const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^<>]*)?)>/gi;
const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|lt|gt|amp|quot);/i;

const plainTags = new Set([
  'b',
  'strong',
  'i',
  'em',
  'u',
  'ins',
  's',
  'strike',
  'del',
  'tg-spoiler',
  'pre',
  'code',
  'blockquote',
]);
/** The platform takes none of these inside itself. */
const unnested = new Set(['a', 'pre', 'code', 'blockquote']);

export function safeHtml(text: string): string {
  const open: string[] = [];
  let safe = '';
  let from = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, slash, name = '', attributes = ''] = match;
    safe += escapeText(text.slice(from, match.index));
    from = match.index + whole.length;
    const tag = name.toLowerCase();
    safe += slash === '/' ? close(tag, open, whole) : begin(tag, attributes, open, whole);
  }
  return safe + escapeText(text.slice(from)) + open.reverse().map(closing).join('');
}

function begin(tag: string, attributes: string, open: string[], whole: string): string {
  const opening = openingOf(tag, attributes);
  if (opening === null || (unnested.has(tag) && open.includes(tag))) return escapeHtml(whole);
  open.push(tag);
  return opening;
}

/** Closes the tag and whatever was opened inside it; a closing tag that opens nothing is text. */
function close(tag: string, open: string[], whole: string): string {
  const index = open.lastIndexOf(tag);
  if (index === -1) return escapeHtml(whole);
  return open.splice(index).reverse().map(closing).join('');
}

const closing = (tag: string): string => `</${tag}>`;

/** The tag as the platform takes it, or null when it takes no such. */
function openingOf(tag: string, attributes: string): string | null {
  if (tag === 'a') {
    const address = hrefOf(attributes);
    return address === null ? null : `<a href="${escapeHtml(address)}">`;
  }
  if (!plainTags.has(tag)) return null;
  if (tag === 'blockquote' && /\bexpandable\b/i.test(attributes)) return '<blockquote expandable>';
  const language = /class\s*=\s*["']?(language-[\w-]{1,30})/i.exec(attributes)?.[1];
  return tag === 'code' && language !== undefined ? `<code class="${language}">` : `<${tag}>`;
}

function hrefOf(attributes: string): string | null {
  const match = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  const address = unescape(match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim();
  return /^(https?|tg):\/\//i.test(address) && URL.canParse(address) ? address : null;
}

function unescape(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

/** Text between tags; an entity that was written as one stays one. */
function escapeText(text: string): string {
  return text
    .split(/(?=&)/)
    .map((part) => {
      const entity = ENTITY.exec(part)?.[0] ?? '';
      return entity + escapeHtml(part.slice(entity.length));
    })
    .join('');
}
