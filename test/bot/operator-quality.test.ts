/** The quality of a bot, as its owner reads it in the operator bot. */
import { expect, it } from 'vitest';
import { advertiserId, botBeforeEach, publisherId, type ServiceStage, setScene } from './service-stage.js';
import { Visitor } from './operator-stage.js';

let stage: ServiceStage;
botBeforeEach((opened) => {
  stage = opened;
});

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

it('is nobody else’s', async () => {
  const { botId } = await setScene(stage);
  const adam = new Visitor(stage, advertiserId);
  await adam.say('/start');
  const { note, text } = await adam.forge(`bot-quality:${String(botId)}`);
  expect(text).toBe('forged');
  expect(note).toBe('This is not yours, or not there any more.');
});
