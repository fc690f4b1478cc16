/** The page at `/client`: how the client is installed from this service, and the checksum of each package. */
import type { ClientPackages } from '../../core/client-packages.js';
import type { Reply } from '../envelope.js';
import type { ClientArchive } from './client-archives.js';
import { html } from './html.js';
import type { Language } from './language.js';
import { pageReply } from './page.js';

interface ClientWords {
  title: string;
  lead: string;
  names: string;
  packages: string;
  empty: string;
}

const en: ClientWords = {
  title: 'The client for bots',
  lead: 'A gate in one line before the handlers of your bot. Install it from this service:',
  names:
    'Use these addresses, not the bare names: the names are not ours at the registries of npm and Python, and a package there could read your Bot Key.',
  packages: 'Packages and their SHA-256',
  empty: 'The client has not been packed here.',
};

const ru: ClientWords = {
  title: 'Клиент для ботов',
  lead: 'Одна строка перед обработчиками вашего бота. Установите его с этого сервиса:',
  names:
    'Берите пакеты по этим адресам, а не по имени: в реестрах npm и Python эти имена не наши, и чужой пакет мог бы прочитать ваш Bot Key.',
  packages: 'Пакеты и их SHA-256',
  empty: 'Клиент здесь не собран.',
};

export function clientPage(
  language: Language,
  name: string,
  { npm, python }: ClientPackages,
  archives: readonly ClientArchive[],
): Reply {
  const words = language === 'ru' ? ru : en;
  const body = html`<header class="top"><a class="brand" href="/?lang=${language}">${name}</a></header>
    <main>
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      <pre><code>npm install ${npm}</code></pre>
      <pre><code>pip install ${python}</code></pre>
      <p>${words.names}</p>
      <h2>${words.packages}</h2>
      ${
        archives.length === 0
          ? html`<p>${words.empty}</p>`
          : html`<ul>
              ${archives.map(
                ({ file, sha256 }) =>
                  html`<li><a href="/client/${file}">${file}</a><br /><code>${sha256}</code></li>`,
              )}
            </ul>`
      }
    </main>`;
  return pageReply({ title: words.title, language, kind: 'start', isListed: true, body });
}
