/** What a page visit shows of its visitor, and whether it is a person's visit at all. */
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { deviceOf, type PageVisit } from '../core/audience/index.js';
import { networkOf } from './address.js';
import { isProgram } from './programs.js';
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
