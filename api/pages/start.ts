/** The page at `/`: what this is, and the ways on. */
import { accountLanguages, textIn } from '../../words/index.js';
import type { Reply } from '../envelope.js';
import { html, type Html } from './html.js';
import { pageReply } from './page.js';
import { pageWords, type PageWords } from './words.js';

/** @param bot with its address; null: the platform has not said who it is, and the page leads to it no more */
export function startPage(language: string, bot: { username: string; address: string } | null): Reply {
  const { words } = pageWords(language);
  const others = accountLanguages.filter((other) => other !== language);
  const body = html`<header class="top">
      <span class="brand">Sponsorgate</span>
      <nav aria-label="Sponsorgate">
        <a href="/cabinet">${words.text('site-cabinet')}</a><a href="/docs">${words.text('site-reference')}</a
        ><a href="/client">${words.text('site-client')}</a>
      </nav>
      ${others.map(
        (other) =>
          html`<a class="language" lang="${other}" hreflang="${other}" href="/?lang=${other}"
            >${textIn(other, 'language-name')}</a
          >`,
      )}
    </header>
    <main>
      <h1>Sponsorgate</h1>
      <p class="lead">${words.text('site-lead')}</p>
      ${
        bot !== null &&
        html`<p>
          <a class="button primary" href="${bot.address}"
            >${words.text('site-open-bot', { name: bot.username })}</a
          >
        </p>`
      }
      <div class="sides">${side(words, 'bots')}${side(words, 'orders')}</div>
    </main>
    <footer>
      ${words.text('site-programs')} <a href="/openapi.json">OpenAPI</a> · <a href="/llms.txt">llms.txt</a>
    </footer>`;
  return pageReply({ title: 'Sponsorgate', language, kind: 'start', isListed: true, body });
}

function side(words: PageWords, side: 'bots' | 'orders'): Html {
  return html`<section>
    <h2>${words.text(`site-side-${side}`)}</h2>
    <p>${words.text(`site-side-${side}-text`)}</p>
  </section>`;
}
