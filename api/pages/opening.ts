/** The page behind our links: its script reports that it ran, and on what device, and goes on. Without scripts there is a link. */
import type { Settings } from '../../core/config.js';
import type { Reply } from '../envelope.js';
import { html } from './html.js';
import { messengerPolicy, messengerScript } from './messenger.js';
import { pageReply } from './page.js';
import type { PageWords } from './words.js';

/** A smart link's way on for browsers that run no scripts. */
export function plainLink(token: string): string {
  return `/r/${token}?go=1`;
}

export interface Opening {
  language: string;
  words: PageWords;
  /** It is likely to be opened inside the messenger. */
  opensInside: boolean;
  /** Where the link goes that needs no script. */
  onward: string;
  /**
   * Of a resource: what the script sends back. The page leads on by itself then, with and without scripts, since it knows
   *where to: the visitor does not wait for the report.
   */
  pass?: string;
}

export function openingPage(
  settings: Settings,
  { language, words, opensInside, onward, pass }: Opening,
): Reply {
  const body = html`<main data-pass="${pass ?? ''}">
    <h1 class="opening">${words.text('page-opening')}</h1>
    <p><a class="button" href="${onward}" rel="nofollow noreferrer">${words.text('page-go-on')}</a></p>
  </main>`;
  return pageReply({
    title: words.text('page-opening'),
    language,
    kind: 'redirect',
    // Only a page that opens inside the messenger needs its script; elsewhere it would only cost time.
    scripts: opensInside ? [messengerScript(settings), 'opening.js'] : ['opening.js'],
    ...(pass === undefined ? {} : { onward }),
    body,
    policy: messengerPolicy(settings),
  });
}
