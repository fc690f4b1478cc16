/** What a page visit shows of its visitor, and whether it is a person's visit at all. */
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { deviceOf, type PageVisit } from '../core/audience/index.js';
import { networkOf } from './rate-limiter.js';
import type { RawContext } from './route.js';

/** What the page's script adds; see docs/privacy.md for what each is for. */
export interface PageHints {
  /** The platform's word for the app the page is open in: `android`, `ios`, `tdesktop` … */
  platform?: string | undefined;
  screen?: string | undefined;
  timezone?: string | undefined;
  languages?: string | undefined;
  touchPoints?: number | undefined;
}

/** `decisions.md`, /get-sponsors: HEAD, prefetch and link-preview agents don't count. */
export function isPersonal(request: Request): boolean {
  if (request.method === 'HEAD') return false;
  const purposes = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].map((name) => request.get(name) ?? '');
  if (purposes.some((purpose) => /prefetch|preview|prerender/i.test(purpose))) return false;
  return !isProgram(request.get('user-agent') ?? '');
}

/**
 * @param hints null when no script ran: then two devices of a kind look alike, and `visitor` stands in for the
 *   fingerprint, so that no visitor is taken for another one
 */
export function visitOf(
  { request, address }: Pick<RawContext, 'request' | 'address'>,
  visitor: string,
  hints: PageHints | null,
): PageVisit {
  const userAgent = request.get('user-agent');
  const hintedSystem = request.get('sec-ch-ua-platform');
  const hintedMobile = request.get('sec-ch-ua-mobile');
  const { platform, touchPoints } = hints ?? {};
  const { type, system } = deviceOf({ userAgent, hintedSystem, hintedMobile, platform, touchPoints });
  const signs =
    hints === null
      ? ['visitor', visitor]
      : // Devices of one kind look alike the world over; behind one address they are likely the same one.
        [
          'device',
          address,
          userAgent,
          hintedSystem,
          hints.screen,
          hints.timezone,
          hints.languages,
          touchPoints,
        ];
  const fingerprint = createHash('sha256').update(JSON.stringify(signs)).digest('base64url').slice(0, 22);
  return {
    address,
    network: networkOf(address),
    deviceType: type ?? null,
    deviceOs: system ?? null,
    fingerprint,
  };
}

/**
 * Programs that fetch links without anybody looking: messengers' previews, search engines, and plain HTTP libraries. Each
 * is known by a piece of its user agent, whatever the case; `test/cases/programs.json` has a row for each. The browsers
 * that messengers bring along name the messenger, too, so a piece must be what only the preview says.
 */
export const programs = [
  // Previews of messengers and networks.
  'TelegramBot',
  'TelegramPreview',
  'WhatsApp',
  'facebookexternalhit',
  'Facebot',
  'meta-externalagent',
  'Twitterbot',
  'Slackbot',
  'Slack-ImgProxy',
  'Discordbot',
  'LinkedInBot',
  'SkypeUriPreview',
  'Viber',
  'vkShare',
  'OdklBot',
  'BingPreview',
  'Google-PageRenderer',
  'Google-InspectionTool',
  'Snap URL Preview',
  'Pinterestbot',
  'pinterest.com/bot',
  'redditbot',
  'Iframely',
  'Embedly',
  'Mastodon/',
  'Bluesky Cardyb',
  'linkpreview',
  'link-preview',
  'previewbot',
  'previewer',
  // Search engines and other crawlers.
  'Googlebot',
  'GoogleOther',
  'AdsBot-Google',
  'Mediapartners-Google',
  'bingbot',
  'YandexBot',
  'YandexImages',
  'YandexMobileBot',
  'YandexAccessibilityBot',
  'Applebot',
  'Baiduspider',
  'DuckDuckBot',
  'Bytespider',
  'AhrefsBot',
  'SemrushBot',
  'GPTBot',
  'ChatGPT-User',
  'ClaudeBot',
  'PerplexityBot',
  'CCBot',
  'headlesslinkcheck',
  'crawler',
  'spider',
  // HTTP libraries and tools.
  'curl/',
  'Wget/',
  'HTTPie/',
  'PostmanRuntime/',
  'python-requests/',
  'python-urllib',
  'python-httpx/',
  'aiohttp/',
  'Scrapy/',
  'Go-http-client/',
  'okhttp/',
  'Apache-HttpClient/',
  'Java/',
  'axios/',
  'node-fetch',
  'undici',
  'got (',
  'libwww-perl/',
  'GuzzleHttp/',
  'PHP/',
  'Ruby',
  'Dart/',
  'reqwest/',
  'PowerShell/',
] as const;

const pieces = programs.map((piece) => piece.toLowerCase());

/** Whether a user agent is a program's. Every browser names itself; what names itself in a word of its own is none. */
export function isProgram(userAgent: string): boolean {
  const agent = userAgent.trim().toLowerCase();
  return agent === '' || agent === 'node' || pieces.some((piece) => agent.includes(piece));
}
