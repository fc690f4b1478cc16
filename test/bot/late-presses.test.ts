/** A press that is answered late: the platform shows nothing of the answer, so what it says is written. */
import { beforeEach, expect, it } from 'vitest';
import { Visitor } from './operator-stage.js';
import { advertiserId, openServiceStage, type ServiceStage, setScene } from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

const lateMs = 16_000;
let stage: ServiceStage;
let aheadMs: number;
let albert: Visitor;

beforeEach(async () => {
  aheadMs = 0;
  stage = await openServiceStage({}, { sharedClock: { now: () => Date.now() + aheadMs } });
  await setScene(stage);
  const bot = await stage.startBot();
  albert = new Visitor(stage, advertiserId);
  await albert.say('/start');
  return async () => {
    await bot.stop();
    await stage.close();
  };
});

/** Presses while the bot hears nothing, and lets it hear of the press when it is too late. */
const pressLate = async (data: string): Promise<number> => {
  const button = { inline_keyboard: [[{ text: 'a button', callback_data: data }]] };
  const response = await fetch(`${stage.emulator.url}/bot${operatorToken}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: albert.id, text: 'with a button', reply_markup: button }),
  });
  const { result } = (await response.json()) as { result: { message_id: number } };
  await stage.client.hold(operatorName);
  await stage.client.press(albert.id, operatorName, result.message_id, data);
  aheadMs += lateMs;
  await stage.client.release(operatorName);
  return result.message_id;
};

it.each(['no-such-button', 'say:yes', 'order:4000000'])('%s: the note is written', async (data) => {
  const after = await pressLate(data);
  await albert.shows(data === 'order:4000000' ? /not found|not there|no order/i : 'out of date', after);
  expect(stage.logged.filter((line) => line.includes('met an error'))).toEqual([]);
});

it('a button without a note does what it does', async () => {
  await pressLate('orders');
  const answer = await stage.client.waitForCall({ token: operatorToken, method: 'answerCallbackQuery' });
  expect(answer.description).toContain('query is too old');
  // The screen came before.
  await albert.shows('My orders');
});
