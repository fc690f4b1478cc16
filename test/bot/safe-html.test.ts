/** A publisher's own text on its way to the platform. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeHtml } from '../../bot/blocks/safe-html.js';
import { escapeHtml } from '../../core/html-text.js';

const cases: [what: string, typed: string, sent: string][] = [
  ['plain text', 'Hello', 'Hello'],
  ['tags the platform knows', '<b>a</b> <i>b</i> <u>c</u> <s>d</s>', '<b>a</b> <i>b</i> <u>c</u> <s>d</s>'],
  ['longer names of the same', '<strong>a</strong><em>b</em>', '<strong>a</strong><em>b</em>'],
  ['a spoiler', '<tg-spoiler>x</tg-spoiler>', '<tg-spoiler>x</tg-spoiler>'],
  [
    'a link',
    '<a href="https://a.example/?x=1&y=2">go</a>',
    '<a href="https://a.example/?x=1&amp;y=2">go</a>',
  ],
  [
    'a link inside the messenger',
    "<a href='tg://resolve?domain=x'>go</a>",
    '<a href="tg://resolve?domain=x">go</a>',
  ],
  [
    'a link that runs code',
    '<a href="javascript:alert(1)">go</a>',
    '&lt;a href=&quot;javascript:alert(1)&quot;&gt;go&lt;/a&gt;',
  ],
  ['a link without an address', '<a>go</a>', '&lt;a&gt;go&lt;/a&gt;'],
  ['attributes of other tags', '<b onclick="x">a</b>', '<b>a</b>'],
  ['a tag the platform does not know', '<script>x</script>', '&lt;script&gt;x&lt;/script&gt;'],
  ['an image', '<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['signs', '1 < 2 & 3 > 2 "', '1 &lt; 2 &amp; 3 &gt; 2 &quot;'],
  ['entities', '&lt;b&gt; &amp; &#33; &nbsp;', '&lt;b&gt; &amp; &#33; &amp;nbsp;'],
  ['what was never closed', '<b>a <i>b', '<b>a <i>b</i></b>'],
  ['what was never opened', 'a</b>', 'a&lt;/b&gt;'],
  ['crossing tags', '<b>a<i>b</b>c</i>', '<b>a<i>b</i></b>c&lt;/i&gt;'],
  ['a quote that opens', '<blockquote expandable>a</blockquote>', '<blockquote expandable>a</blockquote>'],
  [
    'a quote in a quote',
    '<blockquote>a<blockquote>b</blockquote>',
    '<blockquote>a&lt;blockquote&gt;b</blockquote>',
  ],
  [
    'code in a language',
    '<pre><code class="language-ts">x</code></pre>',
    '<pre><code class="language-ts">x</code></pre>',
  ],
  ['large letters', '<B>a</B>', '<b>a</b>'],
];

describe('a text with', () => {
  it.each(cases)('%s', (_, typed, sent) => {
    expect(safeHtml(typed)).toBe(sent);
  });
});

/** Tags open and close in order, and what stands between them is escaped. */
function isWellFormed(html: string): boolean {
  const open: string[] = [];
  const rest = html.replace(/<(\/?)([a-z-]+)(?: [^<>]*)?>/g, (_, slash: string, name: string) => {
    if (slash === '') open.push(name);
    else if (open.pop() !== name) open.push('crossed');
    return '';
  });
  return open.length === 0 && !/[<>]/.test(rest) && !/&(?!(?:#\d+|#x[\da-f]+|lt|gt|amp|quot);)/i.test(rest);
}

const pieces = fc.constantFrom(
  '<b>',
  '</b>',
  '<i',
  '>',
  '<',
  '</i>',
  '<a href="https://x.example">',
  '</a>',
  '<a href="',
  '"',
  '&',
  '&lt;',
  '&#x1;',
  'text',
  '<blockquote>',
  '</blockquote>',
  '<pre>',
  '<code>',
  '</pre>',
  ' ',
);

describe('whatever is typed', () => {
  it('is well-formed when it is sent', () => {
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
        (typed) => isWellFormed(safeHtml(typed)),
      ),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => isWellFormed(safeHtml(typed))),
    );
  });

  it('stays the same when it is made safe twice', () => {
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
        (typed) => {
          const once = safeHtml(typed);
          expect(safeHtml(once)).toBe(once);
        },
      ),
    );
  });

  it('without tags is shown as it was typed', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }).filter((text) => !/[<&]/.test(text)),
        (typed) => {
          expect(safeHtml(typed)).toBe(escapeHtml(typed));
        },
      ),
    );
  });
});
