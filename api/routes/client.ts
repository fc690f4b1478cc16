/** GET /client and the packages below it: the client for bots, served by the service that it asks. */
import { clientPackages, type ClientPackages } from '../../core/client-packages.js';
import { publicUrl } from '../../core/config.js';
import { ServiceError } from '../../core/errors.js';
import { replyTo, send, type Reply } from '../envelope.js';
import { languageOf, pageWords } from '../pages/words.js';
import { publicGet } from '../route.js';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { html } from '../pages/html.js';
import { pageReply } from '../pages/page.js';

export const clientIndex = publicGet('/client', ({ service, request, response }) => {
  response.setHeader('Vary', 'Accept, Accept-Language');
  const archives = [...clientArchives().values()];
  // What names no kind gets JSON, as on all paths for programs.
  const isPerson =
    request.get('accept') !== undefined && request.accepts(['application/json', 'text/html']) === 'text/html';
  const address = publicUrl(service.settings);
  if (isPerson)
    send(
      response,
      clientPage(languageOf(request), service.settings.SERVICE_NAME, clientPackages(address), archives),
    );
  else
    send(
      response,
      replyTo({
        message: 'The packages of the client.',
        payload: { packages: archives.map((one) => shown(address, one)) },
      }),
    );
});

const shown = (address: string, { file, name, language, version, sha256, bytes }: ClientArchive) => ({
  name,
  language,
  version,
  sha256,
  url: `${address}/client/${file}`,
  bytes: bytes.length,
});

export const clientArchive = publicGet('/client/:file', ({ request, response }) => {
  const archive = clientArchives().get(String(request.params['file']));
  if (archive === undefined) throw new ServiceError('not_found', 'There is no such package.');
  const tag = `"${archive.sha256}"`;
  response.set({ ETag: tag, 'Cache-Control': 'public, max-age=31536000, immutable' });
  if (request.get('if-none-match')?.includes(tag) === true) response.status(304).end();
  else response.set('Content-Type', 'application/gzip').send(archive.bytes);
});

/** Packages by their names for npm and pip. */
const kinds = [
  { name: 'sponsorgate-client', language: 'javascript', pattern: /^sponsorgate-client-(.+)\.tgz$/ },
  { name: 'sponsorgate', language: 'python', pattern: /^sponsorgate-(\d.*)\.tar\.gz$/ },
] as const;

/** What is in `dist/packages`, read once: a new build comes with a new process. */
let archives: ReturnType<typeof read> | null = null;

/** Returns all archives by the names of their files; none where the client has not been packed. */
const clientArchives = () => (archives ??= read());

type ClientArchive = ReturnType<typeof read> extends Map<string, infer Archive> ? Archive : never;

/** Each archive is named by its version, and never changed. */
function read() {
  // Next to the built api, or where the sources are.
  const folder = ['../../packages', '../../dist/packages']
    .map((place) => path.resolve(import.meta.dirname, place))
    .find((place) => existsSync(place));
  const files = folder === undefined ? [] : readdirSync(folder);
  return new Map(
    files.flatMap((file) =>
      kinds.flatMap(({ name, language, pattern }) => {
        const version = pattern.exec(file)?.[1];
        if (folder === undefined || version === undefined) return [];
        const bytes = readFileSync(path.join(folder, file));
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return [[file, { file, name, language, version, bytes, sha256 }] as const];
      }),
    ),
  );
}

/** How the client is installed from this service, and the checksum of each package. */
function clientPage(
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
