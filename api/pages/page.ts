/**
 * The frame of every page, and what it may do: nothing is loaded from elsewhere but the script of the messenger, and few may
 * frame it.
 */
import type { Reply } from '../envelope.js';
import { assetUrl } from './assets.js';
import { html, render, type Content } from './html.js';
import { pageWords } from './words.js';
import type { Settings } from '../../core/config.js';

export interface Page {
  title: string;
  /** `en` or `ru` … */
  language?: string;
  /** Names of scripts in `assets/`. */
  scripts?: readonly string[];
  /** Names of style sheets in `assets/`, our own unless said otherwise. */
  styles?: readonly string[];
  /** Where a browser without scripts is led at once. */
  onward?: string;
  /** Set on `<body>`, for the style sheet. */
  kind: 'form' | 'redirect' | 'message' | 'docs' | 'start' | 'cabinet';
  head?: Content;
  /** Search engines may list it. */
  isListed?: boolean;
  body: Content;
  /** Below the text of a message. */
  detail?: Content;
  code?: number;
  /** Hosts besides our own that a page needs. */
  policy?: {
    scripts?: string;
    images?: string;
    frameAncestors?: string;
    /** Lets in style sheets that a script makes and marks with it. */
    styleNonce?: string;
    /** With it, whether `style` attributes in markup are let in, too; default true. */
    styleAttributes?: boolean;
  };
}

export function pageReply({
  title,
  language = 'en',
  scripts = [],
  styles = ['style.css'],
  onward,
  kind,
  head,
  isListed = false,
  body,
  code = 200,
  policy,
}: Page): Reply {
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${!isListed && html`<meta name="robots" content="noindex" />`}
        <title>${title}</title>
        <link rel="icon" href="${assetUrl('icon.svg')}" />
        ${
          policy?.styleNonce !== undefined &&
          html`<meta property="csp-nonce" content="${policy.styleNonce}" />`
        }
        ${isBranded(kind) && html`<link rel="stylesheet" href="/brand.css" />`}
        ${styles.map((name) => html`<link rel="stylesheet" href="${assetUrl(name)}" />`)}
        ${onward !== undefined && html`<noscript><meta http-equiv="refresh" content="0;url=${onward}" /></noscript>`}
        ${scripts.map((src) => html`<script defer src="${scriptUrl(src)}"></script>`)} ${head}
      </head>
      <body class="${kind}">
        ${body}
      </body>
    </html>`;
  return { code, headers: securityHeaders(policy), body: render(page) };
}

/** The others open inside the messenger, in its colours, or bring their own. */
const isBranded = (kind: Page['kind']): boolean => kind === 'start' || kind === 'cabinet';

export function messagePage(title: string, text: string, options: Partial<Page> = {}): Reply {
  const body = html`<main>
    <h1>${title}</h1>
    <p>${text}</p>
    ${options.detail}
  </main>`;
  return pageReply({ title, kind: 'message', body, ...options });
}

function scriptUrl(src: string): string {
  return src.includes('://') ? src : assetUrl(src);
}

function securityHeaders({
  scripts,
  images,
  frameAncestors = "'none'",
  styleNonce,
  styleAttributes = true,
}: Page['policy'] = {}): Record<string, string> {
  const attributes = styleAttributes ? "; style-src-attr 'unsafe-inline'" : '';
  const made = styleNonce === undefined ? '' : ` 'nonce-${styleNonce}'${attributes}`;
  const policy = [
    "default-src 'none'",
    `script-src 'self'${scripts === undefined ? '' : ` ${scripts}`}`,
    `style-src 'self'${made}`,
    `img-src 'self'${images === undefined ? '' : ` ${images}`}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(frameAncestors === "'none'" ? { 'X-Frame-Options': 'DENY' } : {}),
  };
}

/** A message by the keys of its words. @param languageCode see `pageWords` */
export function wordedPage(
  languageCode: string,
  [title, text]: readonly [string, string],
  options: Partial<Page>,
): Reply {
  const { language, words } = pageWords(languageCode);
  return messagePage(words.text(title), words.text(text), { language, ...options });
}

/** What a browser sees at an address where nothing is. */
export function notFoundPage(language: string): Reply {
  const { words } = pageWords(language);
  const detail = html`<p><a class="button" href="/">${words.text('site-nothing-home')}</a></p>`;
  return wordedPage(language, ['site-nothing', 'site-nothing-text'], { code: 404, detail });
}

const REAL_ROOT = 'https://api.telegram.org';
const REAL_SCRIPT = 'https://telegram.org/js/telegram-web-app.js';
const REAL_FRAMES = 'https://web.telegram.org https://*.telegram.org';

/** The web apps' script: from the real platform's host, which keeps it current; elsewhere from the emulated platform. */
export function messengerScript({ PLATFORM_API_ROOT }: Pick<Settings, 'PLATFORM_API_ROOT'>): string {
  return PLATFORM_API_ROOT === REAL_ROOT
    ? REAL_SCRIPT
    : new URL('/js/telegram-web-app.js', PLATFORM_API_ROOT).href;
}

/** Of pages that are opened in the messenger: its script, and who may show them in a frame. */
export function messengerPolicy(settings: Pick<Settings, 'PLATFORM_API_ROOT'>): NonNullable<Page['policy']> {
  const { PLATFORM_API_ROOT } = settings;
  const scripts = messengerScript(settings);
  if (PLATFORM_API_ROOT === REAL_ROOT) return { scripts, frameAncestors: REAL_FRAMES };
  // The emulated phone may be opened under either name of this machine.
  const { origin } = new URL(PLATFORM_API_ROOT);
  return {
    scripts,
    frameAncestors: [...new Set([origin, origin.replace('//127.0.0.1', '//localhost')])].join(' '),
  };
}
