/** The admin commands about money, links, keys and notifications, as the operator types them, beside a service that runs. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { admin, failing, stubAdminEnvironment } from './admin-stage.js';
import { parseMoney } from '../../core/money.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
let botId: number;

beforeAll(async () => {
  stage = await openServiceStage({ STARS_RATE: '2' });
  ({ botId } = await setScene(stage));
  stubAdminEnvironment(stage);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await stage.close();
});

const user = ['--user', String(publisherId)];

it('credits, lists, pays and refuses withdrawals, and says the history', async () => {
  const { withdrawals, wallet } = stage.service;
  const once = ['credit', ...user, '--amount', '500', '--reference', 'r1', '--note', 'Invoice 7'];
  expect(await admin(...once)).toMatch(/^Booked .*500\.00 for Person 801/);
  expect(await admin(...once)).toMatch(/^Was booked before/);
  const other = ['credit', ...user, '--amount', '5', '--reference', 'r1'];
  expect(await failing(...other)).toMatch(
    /reference: entry \d+ has it, with another account, amount or kind/,
  );
  expect(await failing('credit', ...user, '--amount', '8000000000.01')).toContain('at most 8000000000,');
  const ask = (amount: string) =>
    withdrawals.ask(publisherId, {
      amountMicros: parseMoney(amount),
      details: `Card 4000\nfor ${amount}`,
      requestKey: amount,
    });
  await ask('100');
  await ask('150.5');
  const listed = await admin('withdrawals');
  expect(listed.split('\n')[2]).toMatch(/^ +#1 .* 801 .*100\.00 .* waiting .* Card 4000 for 100$/);
  expect(listed).toContain('2 of 2 waiting.');
  const first = ['--id', '1', '--amount', '100'];
  expect(await failing('begin-withdrawal', '--id', '1', '--amount', '99')).toContain('another amount by now');
  expect(await admin('begin-withdrawal', ...first)).toContain('paying');
  expect(await admin('withdrawals', '--state', 'paying')).toContain('1 of 1 paying.');
  expect(await failing('refuse-withdrawal', '--id', '1', '--note', 'No', '--yes')).toContain(
    'decided before',
  );
  expect(await admin('take-back-withdrawal', '--id', '1', '--note', 'Closed')).toContain('note: Closed');
  expect(await admin('pay-withdrawal', ...first, '--note', 'Transfer 9', '--yes')).toContain(
    'note: Transfer 9',
  );
  expect(await admin('refuse-withdrawal', '--id', '2', '--note', 'No such card', '--yes')).toContain(
    'refused',
  );
  expect(await failing('refuse-withdrawal', '--id', '1', '--note', 'Too late', '--yes')).toContain(
    'decided before',
  );
  expect(await failing('pay-withdrawal', '--id', '77', '--amount', '1', '--yes')).toContain(
    'no such withdrawal',
  );
  expect(await failing('refuse-withdrawal', '--id', '2')).toContain('--note');
  expect(await admin('withdrawals', '--state', 'paid')).toContain('1 of 1 paid.');
  expect((await wallet.balance(publisherId)).availableMicros).toBe(parseMoney('400'));
  const lines = (await admin('history', ...user)).trim().split('\n');
  expect(lines).toHaveLength(8);
  expect(lines[2]).toMatch(/withdrawal refused .*\+.*150\.50 .*400\.00 {2}No such card$/);
  expect(lines[3]).toMatch(/withdrawal paid .*-.*100\.00 .*249\.50/);
  expect(lines[6]).toMatch(/deposit .*\+.*500\.00 .*500\.00 {2}Invoice 7$/);
  expect(lines[0]).toMatch(/Order {2}Bot {2}User/);
  expect(lines[7]).toMatch(/^Available .*400\.00, held .*0\.00, reserved .*0\.00\.$/);
  expect(await admin('check')).toContain('in balance');
});

it('lists payments in stars, and says what the platform makes of a refund', async () => {
  const booking = { reference: 'xtr:c1', note: '', bookedBy: null, stars: { chargeId: 'c1', count: 50 } };
  await stage.store.ledger.deposit(advertiserId, parseMoney('100'), booking, Date.now());
  expect(await admin('payments', '--user', String(advertiserId))).toMatch(
    /c1 +50 .*100\.00 {2}no\n1 payment/,
  );
  expect(await failing('refund', '--charge', 'c1', '--yes')).toContain('CHARGE_NOT_FOUND');
  expect(await failing('refund', '--charge', 'nothing', '--yes')).toContain('no such payment');
});

it('blocks links, bots and accounts, and lets them in again', async () => {
  const { orderId } = await addOrder(stage, 'gardens');
  expect(await admin('block', '--link', '@GARDENS', '--yes')).toContain('1 order(s) rejected');
  expect((await stage.service.orders.info(advertiserId, orderId)).status).toBe('Rejected');
  expect(await admin('unblock', '--link', 'https://t.me/gardens')).toContain('not blocked any more');
  expect(await admin('unblock', '--link', 'https://t.me/gardens')).toContain('was not blocked');
  expect(await admin('block', '--bot', String(botId))).toContain('@petras_bot');
  expect((await stage.service.bots.info(publisherId, botId)).bot.isBlocked).toBe(true);
  await admin('unblock', '--bot', String(botId));
  expect((await stage.service.bots.info(publisherId, botId)).bot.isBlocked).toBe(false);
  const key = await stage.service.accounts.revealKey(publisherId, 'access');
  expect(await failing('block', ...user)).toContain('--reason is needed');
  await admin('block', ...user, '--reason', 'Bought subscribers.');
  expect(await admin('block', ...user, '--reason', 'Something else.')).toContain('its reason stays');
  expect(await stage.service.accounts.authenticate(key)).toBeNull();
  expect(await stage.service.accounts.whyBlocked(publisherId)).toBe('Bought subscribers.');
  await admin('unblock', ...user);
  expect(await stage.service.accounts.authenticate(key)).not.toBeNull();
  expect(await failing('block')).toContain('exactly one');
  expect(await failing('block', '--link', 'no link', '--yes')).toContain('link:');
});

it('replaces keys without saying them, and sends a notification again that was given up', async () => {
  const key = await stage.service.accounts.revealKey(publisherId, 'access');
  const said = await admin('keys', ...user, '--kind', 'access', '--yes');
  const next = await stage.service.accounts.revealKey(publisherId, 'access');
  expect(next).not.toBe(key);
  expect(said).not.toContain(next);
  expect(await stage.service.accounts.authenticate(key)).toBeNull();
  expect(await failing('keys', ...user, '--kind', 'bot')).toContain('--bot');
  expect(await admin('keys', ...user, '--kind', 'bot', '--bot', String(botId), '--yes')).toContain('Bot Key');
  const { notifications } = stage.store;
  const facts = { amountMicros: '1', note: '' };
  await notifications.queue([{ accountId: publisherId, kind: 'deposit', facts, dedupeKey: 'given up' }], 0);
  const [notification] = await notifications.claim('w', 1, 60_000, Date.now());
  const id = notification?.notificationId ?? 0;
  await notifications.failed({ notificationId: id, attempts: 1 }, 'bot was blocked by the user', null);
  const listed = new RegExp(
    `^ *${String(id)} .* 801 {2}deposit +bot was blocked by the user\\n1 given up`,
    'm',
  );
  expect(await admin('notifications')).toMatch(listed);
  expect(await admin('notifications', '--again', String(id))).toContain('sent again');
  expect(await failing('notifications', '--again', String(id))).toContain('No notification');
  expect(
    (await notifications.claim('w', 500, 60_000, Date.now())).map((one) => one.notificationId),
  ).toContain(id);
});
