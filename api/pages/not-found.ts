/** What a browser sees at an address where nothing is. */
import type { Reply } from '../envelope.js';
import { html } from './html.js';
import type { Language } from './language.js';
import { messagePage } from './page.js';

const en = {
  title: 'There is nothing at this address',
  text: 'The link may be cut off, or the page has moved.',
  home: 'To the start page',
};
const ru: typeof en = {
  title: 'По этому адресу ничего нет',
  text: 'Возможно, ссылка обрезана или страница переехала.',
  home: 'На главную',
};

export function notFoundPage(language: Language): Reply {
  const words = language === 'ru' ? ru : en;
  const detail = html`<p><a class="button" href="/">${words.home}</a></p>`;
  return messagePage(words.title, words.text, { code: 404, language, detail });
}
