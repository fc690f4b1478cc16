/**
 * Links that a caller asks about, however they are written (`decisions.md`, Subscriptions): as links of orders compare, by
 * scheme, host alias, case of usernames and slash; of our own links, by the token in them.
 */
import { parseLink } from '../orders/index.js';
import type { TrackedLinks } from '../tracked-links.js';

export type AskedLinks = ReturnType<typeof readAskedLinks>;

export function readAskedLinks(
  links: readonly string[],
  {
    trackedLinks,
    publicUrl,
    nowMs,
  }: { trackedLinks: Pick<TrackedLinks, 'read'>; publicUrl: string; nowMs: number },
) {
  const keys = new Set(links.map(keyOf));
  const base = new URL(publicUrl);
  return {
    /** Nothing is asked about. */
    isEmpty: links.length === 0,
    /** Whether this link is asked about, in whatever writing. */
    has: (link: string) => link !== '' && keys.has(keyOf(link)),
    /** What those of them that lead through us stand for; forged and expired ones for nothing. */
    targets: links.flatMap((link) => {
      const token = tokenOf(link, base);
      const target = token === null ? null : trackedLinks.read(token, nowMs);
      return target === null ? [] : [{ target, link }];
    }),
  };
}

/** What is no link of an order is compared as it stands. */
function keyOf(link: string): string {
  const parsed = parseLink(link);
  return parsed.kind === 'invalid' ? link.trim() : parsed.key;
}

/** The token of one of our own links, by whatever scheme and with or without a slash; null for anybody else's. */
function tokenOf(link: string, base: URL): string | null {
  const text = link.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return null;
  const { host, pathname } = new URL(whole);
  const root = base.pathname.replace(/\/$/, '');
  if (host !== base.host || !pathname.startsWith(`${root}/r/`)) return null;
  return pathname.slice(`${root}/r/`.length).replace(/\/$/, '');
}
