/** GET /cabinet and below: the one page of the cabinet, which finds its way by its address; and its files. */
import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../core/errors.js';
import { html } from '../pages/html.js';
import { languageOf } from '../pages/words.js';
import { messengerPolicy, messengerScript, messagePage, pageReply } from '../pages/page.js';
import { publicGet, type RawContext } from '../route.js';
import { send } from '../envelope.js';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packedFile } from '../pages/packed-file.js';

const ROOT = '/cabinet';
const NONCE_BYTES = 16;

/** The page of the cabinet, or of its figures alone at `/statistic`: its scripts find out which by the address. */
export function sendApplication({ service, request, response }: RawContext): void {
  const entry = load()?.entry;
  const { lang } = request.query;
  const language = languageOf(request, typeof lang === 'string' ? lang : undefined);
  if (entry === undefined) {
    send(
      response,
      messagePage(service.settings.SERVICE_NAME, 'The cabinet has not been built.', { language, code: 503 }),
    );
    return;
  }
  const { settings } = service;
  // The messenger frames the cabinet alone.
  const framing = request.path.startsWith(ROOT) ? messengerPolicy(settings) : {};
  const reply = pageReply({
    title: settings.SERVICE_NAME,
    language,
    kind: 'cabinet',
    styles: [],
    scripts: [],
    head: html`${entry.scripts.map((name) => html`<script type="module" src="${fileUrl(name)}"></script>`)}
    ${entry.styles.map((name) => html`<link rel="stylesheet" href="${fileUrl(name)}" />`)}
    ${entry.preloads(language, request.path).map((name) => html`<link rel="modulepreload" href="${fileUrl(name)}" />`)}`,
    body: html`<div
        id="cabinet"
        data-messenger="${messengerScript(settings)}"
        data-language="${language}"
        data-name="${settings.SERVICE_NAME}"
        data-currency="${settings.CURRENCY}"
        data-zone="${settings.SERVICE_TIMEZONE}"
      ></div>
      <noscript><p>This page needs scripts.</p></noscript>`,
    policy: { ...framing, images: 'data:', styleNonce: nonce(), styleAttributes: false },
  });
  send(response, reply);
}

export const cabinetRoot = publicGet(ROOT, sendApplication);
export const cabinetPage = publicGet(`${ROOT}/*rest`, sendApplication);

export const cabinetFile = publicGet('/cabinet/files/:name', async ({ request, response }) => {
  const file = load()?.files.get(String(request.params['name']));
  if (file === undefined) throw new ServiceError('not_found', 'There is no such file.');
  await file.send(request, response, 'public, max-age=31536000, immutable');
});

const fileUrl = (name: string): string => `/cabinet/files/${name}`;
const nonce = (): string => randomBytes(NONCE_BYTES).toString('base64');

/** What is smaller gains nothing. */
const PACKED_FROM_BYTES = 1_000;

type Chunks = Readonly<Record<string, { file: string; css?: string[]; imports?: string[] }>>;

let built: ReturnType<typeof read> = null;

/** Null where the cabinet has not been built. */
const load = () => (built ??= read());

function read() {
  // Next to the built api, or where the sources of both lie side by side.
  const folder = ['../../web', '../../dist/web']
    .map((place) => path.resolve(import.meta.dirname, place))
    .find((place) => existsSync(path.join(place, 'manifest.json')));
  if (folder === undefined) return null;
  // Written by the build alone.
  const chunks = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Chunks;
  const names = readdirSync(path.join(folder, 'files'));
  return {
    entry: entryOf(chunks),
    files: new Map(names.map((name) => [name, fileAt(path.join(folder, 'files', name))])),
  };
}

/** The section that an address leads to, as `web/src/app.tsx` has them; the first that fits. */
const sections: readonly (readonly [RegExp, string])[] = [
  [/^\/cabinet\/?$/, 'src/home/home.tsx'],
  [/^\/cabinet\/orders$/, 'src/orders/list.tsx'],
  [/^\/cabinet\/orders\/new$/, 'src/orders/new.tsx'],
  [/^\/cabinet\/orders\//, 'src/orders/order.tsx'],
  [/^\/cabinet\/bots$/, 'src/bots/list.tsx'],
  [/^\/cabinet\/bots\//, 'src/bots/bot.tsx'],
  [/^\/cabinet\/wallet$/, 'src/wallet/wallet.tsx'],
  [/^\/cabinet\/account$/, 'src/account/account.tsx'],
  [/^\/cabinet\/account\/referrals$/, 'src/account/referrals.tsx'],
  [/^\/cabinet\/moderation/, 'src/moderation/moderation.tsx'],
  [/^\/cabinet\/payouts$/, 'src/moderation/payouts.tsx'],
  [/^\/statistic$/, 'src/statistic/statistic.tsx'],
];

/** As Vite calls modules that are no files (`web/vite.config.ts`); which are loaded where, `web/src/words/index.ts` says. */
const wordsOf = (language: string, address: string): string[] =>
  (address.startsWith('/statistic') ? ['language'] : ['language', 'signed-in']).map(
    (part) => `../words:${part}/${language}`,
  );

/** What the page loads first. */
function entryOf(chunks: Chunks) {
  const entries = ['src/first.ts', 'src/main.tsx'];
  const scripts = entries.map((name) => fileOf(chunks, name));
  const needed = entries.flatMap((name) => withImports(name, chunks));
  return {
    /** A small one that asks who is signed in, and the one that draws the page. */
    scripts,
    styles: [...new Set(needed.flatMap((name) => chunks[name]?.css ?? []))].map((file) =>
      path.basename(file),
    ),
    /** Scripts to be asked for in addition: what they import, the words, and the section that the address leads to. */
    preloads: (language: string, address: string) => {
      const section = sections.find(([pattern]) => pattern.test(address))?.[1];
      const next = [...wordsOf(language, address), ...(section === undefined ? [] : [section])];
      const all = [...needed, ...next.flatMap((name) => withImports(name, chunks))];
      const files = new Set(all.map((name) => fileOf(chunks, name)));
      return [...files].filter((file) => !scripts.includes(file));
    },
  };
}

/** A chunk with all that it imports, each once. */
function withImports(name: string, chunks: Chunks): string[] {
  const found = new Set([name]);
  for (const each of found) for (const imported of chunks[each]?.imports ?? []) found.add(imported);
  return [...found];
}

/** @throws Error where the build lacks what the page begins with */
function fileOf(chunks: Chunks, name: string): string {
  const chunk = chunks[name];
  if (chunk === undefined) throw new Error(`The cabinet was built without ${name}.`);
  return path.basename(chunk.file);
}

function fileAt(file: string) {
  const bytes = readFileSync(file);
  return packedFile(file, bytes, bytes.length >= PACKED_FROM_BYTES ? ['br', 'gzip'] : []);
}
