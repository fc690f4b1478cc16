/** The form page: one question at a time, each answer a button. */
import type { Settings } from '../../core/config.js';
import type { Reply } from '../envelope.js';
import { html, type Html } from './html.js';
import { messengerPolicy, messengerScript } from './messenger.js';
import { pageReply } from './page.js';
import { pageWords, type PageWords } from './words.js';

export interface FormState {
  token: string;
  languageCode: string;
  /** What is still open; null when all is answered. */
  asks: 'gender' | 'age' | null;
}

/** The categories of ages. */
const ages = ['1', '2', '3', '4', '5', '6'] as const;

export function formPage(settings: Settings, { token, languageCode, asks }: FormState): Reply {
  const { language, words } = pageWords(languageCode);
  const body = asks === null ? thanks(words) : question(token, asks, words);
  return pageReply({
    title: words.text('page-title'),
    language,
    kind: 'form',
    scripts: [messengerScript(settings), 'form.js'],
    body,
    policy: messengerPolicy(settings),
  });
}

function question(token: string, asks: 'gender' | 'age', words: PageWords): Html {
  const answers =
    asks === 'gender'
      ? [
          { value: 'male', text: words.text('page-male') },
          { value: 'female', text: words.text('page-female') },
        ]
      : ages.map((age) => ({ value: age, text: words.text(`page-age-${age}`) }));
  return html`<main>
    <p class="lead">${words.text('page-lead')}</p>
    <form method="post" action="/form/${token}">
      <input type="hidden" name="init_data" value="" />
      <input type="hidden" name="platform" value="" />
      <fieldset class="${asks}">
        <legend><h1>${asks === 'gender' ? words.text('page-gender') : words.text('page-age')}</h1></legend>
        ${answers.map(({ value, text }) => html`<button type="submit" name="${asks}" value="${value}">${text}</button>`)}
      </fieldset>
    </form>
    <p class="progress">${words.text('page-progress', { step: asks === 'gender' ? 1 : 2, steps: 2 })}</p>
  </main>`;
}

function thanks(words: PageWords): Html {
  return html`<main class="thanks" data-done>
    <svg viewBox="0 0 48 48" aria-hidden="true"><path d="M10 25l10 10 18-22" /></svg>
    <h1>${words.text('page-thanks')}</h1>
    <p>${words.text('page-go-back')}</p>
    <button type="button" class="waiting" data-close>${words.text('page-close')}</button>
  </main>`;
}
