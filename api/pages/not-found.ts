/** What a browser sees at an address where nothing is. */
import type { Reply } from '../envelope.js';
import { html } from './html.js';
import { messagePage } from './page.js';
import { pageWords } from './words.js';

export function notFoundPage(language: string): Reply {
  const { words } = pageWords(language);
  const detail = html`<p><a class="button" href="/">${words.text('site-nothing-home')}</a></p>`;
  return messagePage(words.text('site-nothing'), words.text('site-nothing-text'), {
    code: 404,
    language,
    detail,
  });
}
