/** The notification by which a bot's owner learns a week ahead what its subscribers will bring, and for how long that is held. */
import { expect, it } from 'vitest';
import type { Settings } from '../../core/config.js';
import { announceFactors } from '../../core/quality/index.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import { botBeforeEach, publisherId, type ServiceStage, setScene } from './service-stage.js';

const DAY_MS = 86_400_000;
/** A day long ago: what is announced then holds by now. */
const READ_MS = Date.UTC(2026, 0, 15, 3);

let stage: ServiceStage;
botBeforeEach((opened) => {
  stage = opened;
});

const cause = { reason: 'leave_within_day', effect: -0.27, share: 0.61, others: 0.9 } as const;

async function petraIn(language: 'en' | 'ru'): Promise<{ petra: Visitor; botId: number }> {
  const { botId } = await setScene(stage);
  const petra = new Visitor(stage, publisherId);
  await petra.say('/start');
  await stage.service.accounts.setLanguage(publisherId, language);
  return { petra, botId };
}

function announce(
  read: Parameters<typeof announceFactors>[1],
  nowMs = READ_MS,
  by: Partial<Settings> = { QUALITY_PRICE: true },
) {
  const settings = { ...stage.settings, SERVICE_TIMEZONE: 'UTC', HOLD_HOURS: 24, ...by };
  return announceFactors({ store: stage.store, settings }, read, {
    today: Math.floor(nowMs / DAY_MS),
    nowMs,
  });
}

it.each([
  {
    language: 'en',
    says: [
      'From 2026-01-22 on, a subscriber of your bot @petras_bot brings 72.5 % of what they bring today.',
      'Of 100 subscribers 61 are still there after a day; of other bots’ on the same orders, 90.',
    ],
    again: ['From 2026-01-29 on', 'brings 137.9 % of', 'too few subscribers to tell'],
  },
  {
    language: 'ru',
    says: [
      'С 2026-01-22 подписчик вашего бота @petras_bot приносит 72.5 % от того, что приносит сегодня.',
      'Из 100 подписчиков через день остаются 61; у других ботов на тех же заказах — 90.',
    ],
    again: ['С 2026-01-29 подписчик', 'приносит 137.9 % от', 'слишком мало подписчиков'],
  },
] as const)('says from which day, how much and why, and leads to the figures, in $language', async (row) => {
  const { petra, botId } = await petraIn(row.language);
  await announce([{ botId, quality: { factor: 0.725, causes: [cause] } }]);
  const message = await petra.shows(row.says[0]);
  expect(message.text).toContain(row.says[1]);
  expect(JSON.stringify(buttonsOf(message))).toContain(`bot-quality:${String(botId)}`);
  // A week later nothing is known of it any more.
  await announce([], READ_MS + 7 * DAY_MS);
  const { text } = await petra.shows(row.again[0]);
  for (const words of row.again) expect(text).toContain(words);
});

const hold = { QUALITY_HOLD: true };
const both = { QUALITY_PRICE: true, ...hold };
const enHold = 'what your bot @petras_bot earns is on hold for 50 h; today, for 24 h.';
const ruHold = 'заработанное вашим ботом @petras_bot удерживается 50 ч., сегодня — 24 ч.';

it.each([
  { language: 'en', by: hold, says: enHold, not: 'brings' },
  { language: 'ru', by: hold, says: ruHold, not: 'приносит' },
  { language: 'en', by: both, says: enHold, also: 'a subscriber of your bot @petras_bot brings 72.5 % of' },
  { language: 'ru', by: both, says: ruHold, also: 'подписчик вашего бота @petras_bot приносит 72.5 %' },
  { language: 'en', by: { QUALITY_PRICE: true }, says: 'brings 72.5 % of', not: 'on hold' },
] as const)('says what the hold will be, where it changes: %o', async (row) => {
  const { petra, botId } = await petraIn(row.language);
  await announce([{ botId, quality: { factor: 0.725, causes: [cause] } }], READ_MS, row.by);
  const { text } = await petra.shows(row.says);
  if ('also' in row) expect(text).toContain(row.also);
  else expect(text).not.toContain(row.not);
});
