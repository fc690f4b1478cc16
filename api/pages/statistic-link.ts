/** The page behind the operator bot's link to the statistics: it goes on by itself, or by its button without scripts. */
import type { Reply } from '../envelope.js';
import { html } from './html.js';
import { pageReply } from './page.js';
import { pageWords } from './words.js';

export function statisticLinkPage(action: string, languageCode: string): Reply {
  const { language, words } = pageWords(languageCode);
  const body = html`<main>
    <form method="post" action="${action}">
      <p class="opening">${words.text('page-opening')}</p>
      <p><button type="submit" class="button">${words.text('page-go-on')}</button></p>
    </form>
  </main>`;
  return pageReply({
    title: words.text('page-opening'),
    language,
    kind: 'redirect',
    scripts: ['statistic-link.js'],
    body,
  });
}
