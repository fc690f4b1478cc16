/** The frame of every page, and what it may do: nothing is loaded from elsewhere, and few may frame it. */
import type { Reply } from '../envelope.js';
import { assetUrl } from './assets.js';
import { html, render, type Content } from './html.js';

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
  /** Put last into `<head>`. */
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
  headers?: Record<string, string>;
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
  headers,
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
  return { code, headers: { ...securityHeaders(policy), ...headers }, body: render(page) };
}

/** The others open inside the messenger, in its colours, or bring their own. */
const isBranded = (kind: Page['kind']): boolean => kind === 'start' || kind === 'cabinet';

/** A page that says one thing. */
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
