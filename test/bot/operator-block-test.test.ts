/** The test of a bot's block in the operator bot: begun, looked at, and ended by keeping either half. */
import { expect, it } from 'vitest';
import { happenInTest } from '../support/block-test.js';
import { Visitor } from './operator-stage.js';
import { botBeforeEach, publisherId, type ServiceStage, setScene } from './service-stage.js';

let stage: ServiceStage;
botBeforeEach((opened) => {
  stage = opened;
});

async function open(): Promise<{ petra: Visitor; botId: number }> {
  const { botId } = await setScene(stage);
  const petra = new Visitor(stage, publisherId);
  await petra.say('/bots');
  await petra.go('petras_bot', 'Earned');
  await petra.go('Settings', 'Second text');
  return { petra, botId };
}

const botOf = async (botId: number) => (await stage.service.bots.info(publisherId, botId)).bot;

it('a second text begins a test, both halves can be looked at, and what is known is told', async () => {
  const { petra, botId } = await open();
  await stage.service.bots.update(publisherId, botId, { settings: { text: 'First' } });
  const none = await petra.go('A/B test: none', 'There is no B yet');
  expect(none.reply_markup?.inline_keyboard.flat().map(({ text }) => text)).toEqual([
    '📝 Text B: same as A',
    '🖼 Image B: same as A',
    expect.stringContaining('Back'),
  ]);
  await petra.go('Text B', 'Send the second text');
  await petra.say('Second');
  const begun = await petra.screen();
  expect(begun.text).toContain('• A: shown to 0, passed 0 — — · paid subscribers: 0');
  expect(begun.text).toContain('Not enough is known yet');
  expect(begun.text).not.toContain('B vs. A');
  expect((await botOf(botId)).settings).toMatchObject({ text: 'First', textB: 'Second' });
  await petra.press('Preview B', begun);
  await petra.shows('Second');
  await petra.press('Preview A', begun);
  await petra.shows('First');

  await happenInTest(stage, botId, { a: [60, 12], b: [60, 48] });
  await petra.forge(`set-test:${String(botId)}`);
  const known = (await petra.screen()).text ?? '';
  expect(known).toContain('• A: shown to 60, passed 12 — 20% (11.8% … 31.8%) · paid subscribers: 0');
  expect(known).toContain('• B: shown to 60, passed 48 — 80% (68.2% … 88.2%)');
  expect(known).toContain('• B vs. A: +60% (+43.3% … +71.6%)');
  expect(known).toContain('B is better: more users pass.');
});

it('the statistics of the bot tell it, in the language of its owner, while a test runs', async () => {
  const { petra, botId } = await open();
  await stage.service.accounts.setLanguage(publisherId, 'ru');
  const statistics = async () => (await petra.forge(`stats:bot:${String(botId)}`)).text;
  expect(await statistics()).not.toContain('A/B-тест');
  await stage.service.bots.update(publisherId, botId, { settings: { textB: 'Второй' } });
  await happenInTest(stage, botId, { a: [2, 1], b: [0, 0] });
  const told = await statistics();
  expect(told).toContain('A/B-тест');
  expect(told).toContain(
    '• A: показан 2, прошли 1 — 50\u00a0% (9,5\u00a0% … 90,5\u00a0%) · оплаченных подписчиков: 0',
  );
  expect(told).toContain('Пока недостаточно данных');
});

it.each([
  ['A', { text: 'First', image: 'https://example.org/a.png' }],
  ['B', { text: 'Second', image: 'https://example.org/a.png' }],
])('a test ends with %s for all users, once that is confirmed', async (kept, after) => {
  const { petra, botId } = await open();
  const settings = { text: 'First', image: 'https://example.org/a.png', textB: 'Second' };
  await stage.service.bots.update(publisherId, botId, { settings });
  await petra.forge(`set:${String(botId)}`);
  await petra.go('A/B test: running', 'Not enough is known');
  await petra.go(`Keep ${kept}`, `Keep ${kept}?`);
  expect((await botOf(botId)).settings).toMatchObject(settings);
  await petra.go('Yes, end it', 'There is no B yet');
  const { settings: now, blockTest } = await botOf(botId);
  expect(now).toMatchObject({ ...after, textB: null, imageB: null });
  expect(blockTest).toEqual({ number: 1, sinceMs: null });
});

it('a button of a test that has ended keeps nothing', async () => {
  const { petra, botId } = await open();
  const set = (textB: string | null) =>
    stage.service.bots.update(publisherId, botId, { settings: { textB } });
  await set('Second');
  await set('Third');
  for (const press of ['test-keep', 'test-kept']) {
    await petra.forge(`${press}:${String(botId)}:b:1`);
    expect((await botOf(botId)).settings).toMatchObject({ text: null, textB: 'Third' });
  }
  await set(null);
  await petra.forge(`test-kept:${String(botId)}:b:2`);
  expect((await botOf(botId)).settings.text).toBeNull();
});
