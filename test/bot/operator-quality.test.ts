/** The quality of a bot, as its owner reads it in the operator bot. */
import { expect, it } from 'vitest';
import { dayOf } from '../../core/days.js';
import {
  advertiserId,
  botBeforeEach,
  openServiceStage,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { Visitor } from './operator-stage.js';

let stage: ServiceStage;
botBeforeEach(
  (opened) => {
    stage = opened;
  },
  { QUALITY_PRICE: '1', QUALITY_HOLD: '1', HOLD_HOURS: '24' },
);

const READ_MS = Date.UTC(2026, 0, 15, 2, 30);

async function card(language: 'en' | 'ru'): Promise<{ petra: Visitor; botId: number }> {
  const { botId } = await setScene(stage);
  await stage.service.accounts.setLanguage(publisherId, language);
  const petra = new Visitor(stage, publisherId);
  await petra.say('/bots');
  await petra.go('petras_bot', language === 'en' ? 'Earned' : 'Заработано');
  return { petra, botId };
}

it('says that nothing was read yet, and comes back to the card', async () => {
  const { petra } = await card('en');
  const screen = await petra.go('Quality', 'Nothing is known yet');
  expect(screen.text).toContain('@petras_bot');
  await petra.go('Back', 'Earned');
});

it.each([
  { language: 'en', says: 'are still there after an hour; of other bots’ on the same orders, 9.8. (−0.10)' },
  { language: 'ru', says: 'через час остаются 86; у других ботов на тех же заказах — 9.8. (−0.10)' },
] as const)('gives the factor with its reasons, in $language', async ({ language, says }) => {
  const { petra, botId } = await card(language);
  const found = {
    factor: 0.903,
    joins: 212,
    causes: [
      { reason: 'leave_within_hour', effect: -0.097, share: 0.86, others: 0.0978 },
      { reason: 'suspicious', effect: 0, share: 0, others: 0 },
    ],
    curve: [],
  } as const;
  await stage.store.quality.save([{ botId, ...found, causes: [...found.causes], curve: [] }], READ_MS);
  const { text } = await petra.go(language === 'en' ? 'Quality' : 'Качество', '× 0.90');
  expect(text).toContain('212');
  expect(text).toContain(says);
  expect(text).not.toContain('(−0.00)');
});

it.each([
  {
    language: 'en',
    says: ['is 100 % of the usual one now. From ', ' on: 60.5 %, for sponsors shown from then on.'],
    holds: ['What it earns is on hold for 24 h', 'on: 62 h, for sponsors shown from then on.'],
  },
  {
    language: 'ru',
    says: ['сейчас — 100 % от обычной. С ', ' — 60.5 %, для спонсоров, показанных с этого дня.'],
    holds: ['Заработанное ботом удерживается 24 ч.', '— 62 ч., для спонсоров, показанных с этого дня.'],
  },
] as const)(
  'says what the share and the hold are and will be where they follow it, in $language',
  async (row) => {
    const { petra, botId } = await card(row.language);
    const dayMs = 86_400_000;
    const fromMs = Math.ceil(Date.now() / dayMs) * dayMs + 3 * dayMs;
    await stage.store.payingFactors.announce(
      [{ botId, fromMs, factor: 0.605, holdFactor: 0.605 }],
      [],
      Date.now(),
    );
    const { text = '' } = await petra.go(row.language === 'en' ? 'Quality' : 'Качество', row.says[0]);
    const { SERVICE_TIMEZONE } = stage.settings;
    expect(text).toContain(row.says.join(dayOf(fromMs, SERVICE_TIMEZONE)));
    for (const words of row.holds) expect(text).toContain(words);
  },
);

it.each([
  { factor: 1.1, holdFactor: 1, says: 'on: 110 %, for sponsors shown from then on.' },
  { factor: 1, holdFactor: 0.5, says: 'on: 72 h, for sponsors shown from then on.' },
])('says nothing of what stays as it is: %o', async ({ factor, holdFactor, says }) => {
  const { petra, botId } = await card('en');
  const fromMs = Date.now() + 3 * 86_400_000;
  await stage.store.payingFactors.announce([{ botId, fromMs, factor, holdFactor }], [], Date.now());
  const { text = '' } = await petra.go('Quality', says);
  expect(text.split('from then on')).toHaveLength(2);
});

it('says nothing of a share or a hold where the service works out neither by quality', async () => {
  const plain = await openServiceStage();
  const running = await plain.startBot();
  try {
    await setScene(plain);
    const petra = new Visitor(plain, publisherId);
    await petra.say('/bots');
    await petra.go('petras_bot', 'Earned');
    const { text } = await petra.go('Quality', 'Nothing is known yet');
    expect(text).not.toContain('usual one');
    expect(text).not.toContain('on hold');
  } finally {
    await running.stop();
    await plain.close();
  }
});

it('is nobody else’s', async () => {
  const { botId } = await setScene(stage);
  const adam = new Visitor(stage, advertiserId);
  await adam.say('/start');
  const { note, text } = await adam.forge(`bot-quality:${String(botId)}`);
  expect(text).toBe('forged');
  expect(note).toBe('This is not yours, or not there any more.');
});
