/** GET /cabinet and below: the one page of the cabinet, which finds its way by its address; and its files. */
import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../core/errors.js';
import { cabinetEntry, cabinetFileNamed } from '../pages/cabinet-files.js';
import { html } from '../pages/html.js';
import { languageOf } from '../pages/language.js';
import { messengerPolicy, messengerScript } from '../pages/messenger.js';
import { messagePage, pageReply } from '../pages/page.js';
import { publicGet, type RawContext } from '../route.js';
import { send } from '../envelope.js';

const ROOT = '/cabinet';
const NONCE_BYTES = 16;

/** The page of the cabinet, or of its figures alone at `/statistic`: its scripts find out which by the address. */
export function sendApplication({ service, request, response }: RawContext): void {
  const entry = cabinetEntry();
  const { lang } = request.query;
  const language = languageOf(request, typeof lang === 'string' ? lang : undefined);
  if (entry === null) {
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
  const file = cabinetFileNamed(String(request.params['name']));
  if (file === null) throw new ServiceError('not_found', 'There is no such file.');
  const accepted = request.acceptsEncodings([...file.encodings]);
  const encoding = file.encodings.find((each) => each === accepted) ?? 'identity';
  const bytes = await file.bytes(encoding);
  response.setHeader('Content-Type', file.type);
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.setHeader('Vary', 'Accept-Encoding');
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
});

const fileUrl = (name: string): string => `/cabinet/files/${name}`;
const nonce = (): string => randomBytes(NONCE_BYTES).toString('base64');
