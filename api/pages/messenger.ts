/** The messenger that pages are opened in: its script, and who may show our pages in a frame. */
import type { Settings } from '../../core/config.js';
import type { Page } from './page.js';

const REAL_ROOT = 'https://api.telegram.org';
const REAL_SCRIPT = 'https://telegram.org/js/telegram-web-app.js';
const REAL_FRAMES = 'https://web.telegram.org https://*.telegram.org';

/** The web apps' script: from the real platform's host, which keeps it current; elsewhere from the emulated platform. */
export function messengerScript({ PLATFORM_API_ROOT }: Pick<Settings, 'PLATFORM_API_ROOT'>): string {
  return PLATFORM_API_ROOT === REAL_ROOT
    ? REAL_SCRIPT
    : new URL('/js/telegram-web-app.js', PLATFORM_API_ROOT).href;
}

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
