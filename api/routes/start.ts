/** GET /: what this is, how it works for both sides, and the ways in; unless JSON is asked for. */
import { ServiceError } from '../../core/errors.js';
import { languageOf, pageWords, type PageWords } from '../pages/words.js';
import { publicGet } from '../route.js';
import { send, type Reply } from '../envelope.js';
import type { Settings } from '../../core/config.js';
import { formatMoney, parseMoney } from '../../core/money.js';
import { accountLanguages, languageName } from '../../words/index.js';
import { html, type Html } from '../pages/html.js';
import { pageReply } from '../pages/page.js';

export const route = publicGet('/', async ({ service, request, response }) => {
  response.setHeader('Vary', 'Accept, Accept-Language');
  if (request.accepts(['text/html', 'application/json']) !== 'text/html')
    throw new ServiceError('not_found', 'There is no such path.');
  const { lang } = request.query;
  const language = languageOf(request, typeof lang === 'string' ? lang : undefined);
  const bot = await service.checkers.named(null);
  const address = `${service.settings.PLATFORM_LINK_ROOT}/${bot?.username ?? ''}`;
  send(response, startPage(language, service.settings, bot && { username: bot.username, address }));
});

const TAG = /<[^>]*>/g;
const STEPS = [1, 2, 3] as const;
const BUTTONS = [1, 2, 3] as const;

/** @param bot with its address; null: the platform has not said who it is, and the page leads to it no more */
function startPage(
  language: string,
  settings: Pick<Settings, 'SERVICE_NAME' | 'CURRENCY' | 'PRICE_MIN'>,
  bot: { username: string; address: string } | null,
): Reply {
  const { words } = pageWords(language);
  const { SERVICE_NAME: name, CURRENCY, PRICE_MIN } = settings;
  const price = formatMoney(parseMoney(PRICE_MIN), CURRENCY, language, 2);
  const body = html`${header(words, name)}
    <main>
      <div class="opening">
        <div>
          <h1>${words.text('landing-title')}</h1>
          <p class="lead">${words.text('landing-lead')}</p>
          <p class="ways">
            <a class="button primary" href="/cabinet">${words.text('landing-sign-in')}</a>
            ${bot !== null && html`<a class="button" href="${bot.address}">${words.text('landing-bot', { bot: bot.username })}</a>`}
          </p>
        </div>
        ${block(words)}
      </div>
      <div class="sides">
        ${side(words, 'owners', '/cabinet/bots?add=1')}
        ${side(words, 'advertisers', '/cabinet/orders/new', { price })}
      </div>
    </main>
    <footer>
      ${words.text('landing-programs')} <a href="/openapi.json">OpenAPI</a> · <a href="/llms.txt">llms.txt</a>
      <p class="ways">${otherLanguages(language)}</p>
    </footer>`;
  return pageReply({ title: name, language, kind: 'start', isListed: true, body });
}

function header(words: PageWords, name: string): Html {
  return html`<header class="top">
    <span class="brand">${name}</span>
    <nav aria-label="${name}">
      <a href="/cabinet">${words.text('landing-cabinet')}</a><a href="/docs">${words.text('landing-docs')}</a
      ><a href="/client">${words.text('landing-client')}</a>
    </nav>
  </header>`;
}

function otherLanguages(language: string): Html[] {
  return accountLanguages
    .filter((other) => other !== language)
    .map(
      (other) =>
        html`<a lang="${other}" hreflang="${other}" href="/?lang=${other}">${languageName(other)}</a>`,
    );
}

/** The block as users see it: the words of real ones. */
function block(words: PageWords): Html {
  const [title = '', text = ''] = words.text('block-sponsors').replaceAll(TAG, '').split('\n\n');
  return html`<div class="block" role="img" aria-label="${words.text('landing-picture')}">
    <div class="bubble"><strong>${title}</strong><br />${text}</div>
    <div class="keys">
      ${BUTTONS.map((number) => html`<span>${words.text(`landing-sponsor-${String(number)}`)}</span>`)}
      <span class="done">${words.text('block-confirm')}</span>
    </div>
  </div>`;
}

function side(words: PageWords, name: string, way: string, values: Record<string, string> = {}): Html {
  const say = (key: string) => words.text(`landing-${name}-${key}`, values);
  return html`<section>
    <h2>${say('title')}</h2>
    <ol>
      ${STEPS.map((number) => html`<li>${say(String(number))}</li>`)}
    </ol>
    <p>${say('money')}</p>
    <p><a class="button" href="${way}">${say('way')}</a></p>
  </section>`;
}
