/** GET /robots.txt and /favicon.ico, which browsers and search engines ask of every host; and /brand.css, the operator's colour. */
import { assetText } from '../pages/assets.js';
import { publicGet } from '../route.js';
import { send } from '../envelope.js';
import { contrast, mix, READABLE_CONTRAST, softOf } from '../../core/colors.js';

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
  response.set({ 'Content-Type': 'image/png', 'Cache-Control': CACHE }).send(await icon);
});

/** Behind text in the dark scheme; the lightest that pages and the cabinet have there. */
const DARK_PANEL = '#1d232b';
const STEP = 0.05;

/** For pages and the cabinet, in the light and in the dark scheme. */
export function brandStyles(color: string): string {
  const softOnDark = mix(color, '#11151a', 0.7);
  return `:root {
  --brand: ${color};
  --brand-pressed: ${mix(color, '#000000', 0.15)};
  --brand-soft: ${softOf(color)};
  --brand-on-dark: ${lightened(color, [DARK_PANEL, softOnDark])};
  --brand-soft-on-dark: ${softOnDark};
}
`;
}

/** As light as a link must be on dark grounds. */
function lightened(color: string, grounds: readonly string[]): string {
  for (let share = 0; share < 1; share += STEP) {
    const lighter = mix(color, '#ffffff', share);
    if (grounds.every((ground) => contrast(lighter, ground) >= READABLE_CONTRAST)) return lighter;
  }
  return '#ffffff';
}

export const brand = publicGet('/brand.css', ({ service, response }) => {
  // A restart may bring another colour.
  const headers = { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'public, max-age=300' };
  send(response, { code: 200, headers, body: brandStyles(service.settings.SERVICE_COLOR) });
});
