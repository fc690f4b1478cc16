/** Which addresses are the platform's own. */

/** What stands after `t.me/` in a link of the platform's, or what its `tg:` form says; null for other addresses. */
export function pathWithin(address) {
  return /^(?:https?:\/\/)?(?:t|telegram)\.me\/(.+)$/i.exec(address)?.[1] ?? tgPath(address);
}

function tgPath(address) {
  if (!/^tg:/i.test(address)) return null;
  const url = new URL(address);
  const { domain, start, invite } = Object.fromEntries(url.searchParams);
  if (invite) return `+${invite}`;
  return domain ? `${domain}${start === undefined ? '' : `?start=${encodeURIComponent(start)}`}` : '';
}
