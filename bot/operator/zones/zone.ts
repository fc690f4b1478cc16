/** The time zone that a person reads and picks times in: the one they said, or a guess that is named as such. */
import { isTimeZone, offsetMsAt } from '../../../core/zone.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';

const HALF_YEAR_MS = 182 * 86_400_000;

/** Where most speakers of these languages are who come here; others have the service's own zone. */
const ofLanguages: Readonly<Record<string, string>> = {
  ru: 'Europe/Moscow',
  uk: 'Europe/Kyiv',
  be: 'Europe/Minsk',
  kk: 'Asia/Almaty',
  uz: 'Asia/Tashkent',
};

/** By its IANA name; guessed is one that they never said. */
export function zoneOf({ profile, service, from }: OperatorContext) {
  const { timeZone, language } = profile.account;
  if (timeZone !== null) return { zone: timeZone, isGuessed: false };
  const spoken = (from?.language_code ?? language).toLowerCase().split('-', 1)[0] ?? '';
  return { zone: ofLanguages[spoken] ?? service.settings.SERVICE_TIMEZONE, isGuessed: true };
}

/** Keeps what times were picked in, so that a guess is the same next time. */
export async function keepZone(ctx: OperatorContext, zone: string): Promise<void> {
  const { account } = ctx.profile;
  if (account.timeZone === zone) return;
  await ctx.service.accounts.setTimeZone(account.accountId, zone);
  account.timeZone = zone;
}

/** Those to press, from west to east. */
export const zonesOffered = [
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Kyiv',
  'Europe/Moscow',
  'Europe/Minsk',
  'Europe/Istanbul',
  'Asia/Tbilisi',
  'Asia/Dubai',
  'Europe/Samara',
  'Asia/Tashkent',
  'Asia/Almaty',
  'Asia/Yekaterinburg',
  'Asia/Kolkata',
  'Asia/Omsk',
  'Asia/Novosibirsk',
  'Asia/Krasnoyarsk',
  'Asia/Irkutsk',
  'Asia/Shanghai',
  'Asia/Yakutsk',
  'Asia/Vladivostok',
] as const;

/** Such as `Moscow (UTC+3)`, with the offset of that moment. */
export function zoneText(zone: string, words: Words, atMs: number): string {
  const offset = offsetText(zone, atMs);
  if (/^(UTC|Etc\/.*)$/.test(zone)) return offset;
  const known = zonesOffered.find((offered) => offered === zone);
  return `${known === undefined ? zone : zoneName(known, words)} (${offset})`;
}

export function zoneName(zone: (typeof zonesOffered)[number], words: Words): string {
  return words.text(`zone-${zone.replace('/', '-').toLowerCase()}`);
}

/** Such as `UTC+3` or `UTC+5:30`. */
export function offsetText(zone: string, atMs: number): string {
  const minutes = Math.round(offsetMsAt(atMs, zone) / 60_000);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const clock = rest === 0 ? String(hours) : `${String(hours)}:${String(rest).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '-' : '+'}${clock}`;
}

/** An IANA name in any case, or an offset from UTC such as `UTC+3` or `UTC+5:45`; null for anything else. */
export function readZone(text: string, nowMs: number): string | null {
  const hours = /^(?:utc|gmt)?\s*([+\-−–])\s*(\d{1,2})(?::(\d\d))?$/i.exec(text.trim());
  if (hours === null) {
    const name = text.trim().replaceAll(' ', '_');
    return /^[a-z]/i.test(name) && isTimeZone(name)
      ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
      : null;
  }
  const [, sign, count = '', minutes = '00'] = hours;
  if (minutes !== '00')
    return zoneAt(`UTC${sign === '+' ? '+' : '-'}${String(Number(count))}:${minutes}`, nowMs);
  if (Number(count) === 0) return 'UTC';
  // Names of this kind count the other way round.
  const name = `Etc/GMT${sign === '+' ? '-' : '+'}${String(Number(count))}`;
  return isTimeZone(name) ? name : null;
}

/** One that has this offset all year; those to press first. */
function zoneAt(offset: string, nowMs: number): string | null {
  const seasons = [nowMs, nowMs + HALF_YEAR_MS];
  const isThere = (zone: string) => seasons.every((atMs) => offsetText(zone, atMs) === offset);
  return [...zonesOffered, ...Intl.supportedValuesOf('timeZone')].find(isThere) ?? null;
}
