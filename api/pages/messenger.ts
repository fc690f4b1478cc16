/** The messenger that pages are opened in: its script, and who may show our pages in a frame. */
import type { Settings } from '../../core/config.js';
import type { Page } from './page.js';

const REAL_ROOT = 'https://api.telegram.org';
const REAL_SCRIPT = 'https://telegram.org/js/telegram-web-app.js';
const REAL_FRAMES = 'https://web.telegram.org https://*.telegram.org';

/** Against the real platform its script comes from its own host, kept current by it; elsewhere we serve a copy. */
export function messengerScript({ PLATFORM_API_ROOT }: Pick<Settings, 'PLATFORM_API_ROOT'>): string {
  return PLATFORM_API_ROOT === REAL_ROOT ? REAL_SCRIPT : 'telegram-web-app.js';
}

export function messengerPolicy({
  PLATFORM_API_ROOT,
}: Pick<Settings, 'PLATFORM_API_ROOT'>): NonNullable<Page['policy']> {
  if (PLATFORM_API_ROOT === REAL_ROOT) return { scripts: REAL_SCRIPT, frameAncestors: REAL_FRAMES };
  // The emulated phone may be opened under either name of this machine.
  const { origin } = new URL(PLATFORM_API_ROOT);
  return { frameAncestors: [...new Set([origin, origin.replace('//127.0.0.1', '//localhost')])].join(' ') };
}
