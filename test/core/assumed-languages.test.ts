import { expect, it } from 'vitest';
import { createAssumedLanguages } from '../../core/audience/assumed-languages.js';
import type { Store } from '../../core/ports.js';
import { settingsWith } from './choosing-world.js';

const BOT = 7001;
const HOUR_MS = 3_600_000;

/** @param readings of a bot's languages, one after the other; null fails */
function assuming(readings: (Map<string, number> | null)[]) {
  let nowMs = 0;
  const warnings: unknown[] = [];
  const languagesOf = () => {
    const reading = readings.shift();
    return reading == null ? Promise.reject(new Error('away')) : Promise.resolve(reading);
  };
  const assumedIn = createAssumedLanguages({
    store: { audience: { languagesOf } } as unknown as Store,
    clock: { now: () => nowMs },
    log: { info: () => undefined, warn: (facts) => warnings.push(facts), error: () => undefined },
    settings: settingsWith({ DEFAULT_LANGUAGE: 'ru' }),
  });
  const at = async (atMs: number) => {
    nowMs = atMs;
    const assumed = await assumedIn(BOT, nowMs);
    await new Promise((resolve) => setImmediate(resolve));
    return assumed;
  };
  return { at, warnings, left: readings };
}

it('a bot whose users cannot be counted has the default language, and is counted again a minute later', async () => {
  const { at, warnings } = assuming([null, new Map([['uz', 20]])]);
  expect(await at(0)).toBe('ru');
  expect(await at(59_999)).toBe('ru');
  expect(warnings).toEqual([{ botId: BOT, error: 'Error: away' }]);
  expect(await at(60_000)).toBe('ru');
  expect(await at(60_001)).toBe('uz');
});

it('keeps what was counted before, where counting again fails', async () => {
  const { at, left } = assuming([new Map([['uz', 20]]), null, new Map([['kk', 20]])]);
  expect(await at(0)).toBe('uz');
  expect(await at(HOUR_MS)).toBe('uz');
  expect(await at(HOUR_MS + 59_999)).toBe('uz');
  expect(left).toHaveLength(1);
  expect(await at(HOUR_MS + 60_000)).toBe('uz');
  expect(await at(HOUR_MS + 60_001)).toBe('kk');
});
