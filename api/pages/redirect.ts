/** The page behind a smart link: it tells what targeting needs and goes on; without scripts there is a plain link. */
import type { Settings } from '../../core/config.js';
import type { Reply } from '../envelope.js';
import { html } from './html.js';
import { messengerPolicy, messengerScript } from './messenger.js';
import { pageReply } from './page.js';
import type { PageWords } from './words.js';

/** The way on for whoever runs no scripts. */
export function plainLink(token: string): string {
  return `/r/${token}?go=1`;
}

export function redirectPage(
  settings: Settings,
  token: string,
  { language, words, opensInside }: { language: string; words: PageWords; opensInside: boolean },
): Reply {
  const body = html`<main>
    <p class="opening">${words.opening}</p>
    <p><a class="button" href="${plainLink(token)}" rel="nofollow">${words.goOn}</a></p>
  </main>`;
  return pageReply({
    title: words.opening,
    language,
    kind: 'redirect',
    // Only a page that opens inside the messenger needs its script; elsewhere it would only cost time.
    scripts: opensInside ? [messengerScript(settings), 'redirect.js'] : ['redirect.js'],
    body,
    policy: messengerPolicy(settings),
  });
}
