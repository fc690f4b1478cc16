/** The page at `/client`: how the client is installed from this service, and the checksum of each package. */
import type { ClientPackages } from '../../core/client-packages.js';
import type { Reply } from '../envelope.js';
import type { ClientArchive } from './client-archives.js';
import { html } from './html.js';
import { pageReply } from './page.js';
import { pageWords } from './words.js';

export function clientPage(
  language: string,
  name: string,
  { npm, python }: ClientPackages,
  archives: readonly ClientArchive[],
): Reply {
  const { words } = pageWords(language);
  const body = html`<header class="top"><a class="brand" href="/?lang=${language}">${name}</a></header>
    <main>
      <h1>${words.text('site-client-title')}</h1>
      <p class="lead">${words.text('site-client-lead')}</p>
      <pre><code>npm install ${npm}</code></pre>
      <pre><code>pip install ${python}</code></pre>
      <p>${words.text('site-client-names')}</p>
      <h2>${words.text('site-client-packages')}</h2>
      ${
        archives.length === 0
          ? html`<p>${words.text('site-client-empty')}</p>`
          : html`<ul>
              ${archives.map(
                ({ file, sha256 }) =>
                  html`<li><a href="/client/${file}">${file}</a><br /><code>${sha256}</code></li>`,
              )}
            </ul>`
      }
    </main>`;
  return pageReply({ title: words.text('site-client-title'), language, kind: 'start', isListed: true, body });
}
