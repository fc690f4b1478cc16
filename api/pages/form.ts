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

export function formPage(settings: Settings, { token, languageCode, asks }: FormState): Reply {
  const { language, words } = pageWords(languageCode);
  const body = asks === null ? thanks(words) : question(token, asks, words);
  return pageReply({
    title: words.title,
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
          { value: 'male', text: words.male },
          { value: 'female', text: words.female },
        ]
      : words.ages.map((text, index) => ({ value: String(index + 1), text }));
  return html`<main>
    <p class="lead">${words.lead}</p>
    <form method="post" action="/form/${token}">
      <input type="hidden" name="init_data" value="" />
      <input type="hidden" name="platform" value="" />
      <fieldset class="${asks}">
        <legend><h1>${asks === 'gender' ? words.gender : words.age}</h1></legend>
        ${answers.map(({ value, text }) => html`<button type="submit" name="${asks}" value="${value}">${text}</button>`)}
      </fieldset>
    </form>
    <p class="progress">${words.progress(asks === 'gender' ? 1 : 2, 2)}</p>
  </main>`;
}

function thanks(words: PageWords): Html {
  return html`<main class="thanks" data-done>
    <svg viewBox="0 0 48 48" aria-hidden="true"><path d="M10 25l10 10 18-22" /></svg>
    <h1>${words.thanks}</h1>
    <p>${words.goBack}</p>
    <button type="button" class="waiting" data-close>${words.close}</button>
  </main>`;
}
