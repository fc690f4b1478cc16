/** The page at `/`: what this is, and the ways on. */
import type { Reply } from '../envelope.js';
import { html, type Html } from './html.js';
import type { Language } from './language.js';
import { pageReply } from './page.js';

interface StartWords {
  lead: string;
  owners: { title: string; text: string };
  advertisers: { title: string; text: string };
  bot: (name: string) => string;
  cabinet: string;
  docs: string;
  client: string;
  /** The other language, in its own name. */
  otherLanguage: string;
  operation: string;
}

const en: StartWords = {
  lead: 'Sponsors for Telegram bots: users subscribe to a sponsor before they get what they came for. The owner of the bot earns, the advertiser pays for each real subscriber.',
  owners: {
    title: 'I have bots',
    text: 'Add a bot, ask one path of the API before you answer a user, and earn from each subscription. The block, the check and the payout are ours.',
  },
  advertisers: {
    title: 'I want subscribers',
    text: 'Place an order for a channel, a bot or a link, choose its audience, and pay only for joins that the platform confirms.',
  },
  bot: (name) => `Open @${name}`,
  cabinet: 'Cabinet',
  docs: 'API reference',
  client: 'Client for bots',
  otherLanguage: 'Русский',
  operation: 'For programs:',
};

const ru: StartWords = {
  lead: 'Спонсоры для ботов в Telegram: пользователь подписывается на спонсора и получает то, за чем пришёл. Владелец бота зарабатывает, рекламодатель платит за каждого настоящего подписчика.',
  owners: {
    title: 'У меня есть боты',
    text: 'Добавьте бота, делайте один запрос к API перед ответом пользователю и зарабатывайте на каждой подписке. Показ, проверка и выплата — на нас.',
  },
  advertisers: {
    title: 'Мне нужны подписчики',
    text: 'Создайте заказ на канал, бота или ссылку, выберите, кому его показывать, и платите только за вступления, которые подтвердила платформа.',
  },
  bot: (name) => `Открыть @${name}`,
  cabinet: 'Кабинет',
  docs: 'Документация API',
  client: 'Клиент для ботов',
  otherLanguage: 'English',
  operation: 'Для программ:',
};

/** @param bot with its address; null: the platform has not said who it is, and the page leads to it no more */
export function startPage(language: Language, bot: { username: string; address: string } | null): Reply {
  const words = language === 'ru' ? ru : en;
  const other = language === 'ru' ? 'en' : 'ru';
  const body = html`<header class="top">
      <span class="brand">Sponsorgate</span>
      <nav aria-label="Sponsorgate">
        <a href="/cabinet">${words.cabinet}</a><a href="/docs">${words.docs}</a
        ><a href="/client">${words.client}</a>
      </nav>
      <a class="language" lang="${other}" hreflang="${other}" href="/?lang=${other}"
        >${words.otherLanguage}</a
      >
    </header>
    <main>
      <h1>Sponsorgate</h1>
      <p class="lead">${words.lead}</p>
      ${
        bot !== null &&
        html`<p>
          <a class="button primary" href="${bot.address}">${words.bot(bot.username)}</a>
        </p>`
      }
      <div class="sides">${side(words.owners)}${side(words.advertisers)}</div>
    </main>
    <footer>
      ${words.operation} <a href="/openapi.json">OpenAPI</a> · <a href="/llms.txt">llms.txt</a>
    </footer>`;
  return pageReply({ title: 'Sponsorgate', language, kind: 'start', isListed: true, body });
}

function side({ title, text }: { title: string; text: string }): Html {
  return html`<section>
    <h2>${title}</h2>
    <p>${text}</p>
  </section>`;
}
