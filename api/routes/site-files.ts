/** GET /robots.txt and /favicon.ico: what browsers and search engines ask of every host. */
import { assetText } from '../pages/assets.js';
import { publicGet } from '../route.js';
import { send } from '../envelope.js';

const ICON_PIXELS = 64;
const CACHE = 'public, max-age=86400';

/** Links of users and pages of accounts are not to be listed. */
const ROBOTS = `User-agent: *
Allow: /$
Allow: /docs
Allow: /client
Allow: /openapi.json
Allow: /llms.txt
Disallow: /
`;

export const robots = publicGet('/robots.txt', ({ response }) => {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': CACHE };
  send(response, { code: 200, headers, body: ROBOTS });
});

let icon: Promise<Buffer> | undefined;

/** Loaded when it is first asked for: most processes never draw it. */
async function drawIcon(): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(assetText('icon.svg'), { fitTo: { mode: 'width', value: ICON_PIXELS } });
  return image.asPng();
}

export const favicon = publicGet('/favicon.ico', async ({ response }) => {
  icon ??= drawIcon();
  const bytes = await icon;
  response.setHeader('Content-Type', 'image/png');
  response.setHeader('Cache-Control', CACHE);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
});
