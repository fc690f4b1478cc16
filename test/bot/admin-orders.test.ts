/** Moderation and listings at the terminal, beside a service that runs. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { admin, failing, stubAdminEnvironment } from './admin-stage.js';
import { advertiserId, openServiceStage, type ServiceStage, setScene } from './service-stage.js';

let stage: ServiceStage;
let botId: number;

beforeEach(async () => {
  stage = await openServiceStage();
  ({ botId } = await setScene(stage));
  stubAdminEnvironment(stage);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await stage.close();
});

async function order(name: string): Promise<number> {
  const link = `https://example.org/${name}`;
  const wanted = { link, adsType: 'resource', name, quantityAll: 10 } as const;
  return (await stage.service.orders.create(advertiserId, wanted)).orderId;
}

it('lists what waits by page, approves with a theme, rejects with a reason, and says who decided what', async () => {
  const [first, second] = [await order('first'), await order('second')];
  const queue = await admin('queue', '--limit', '1');
  expect(queue).toContain(`#${String(first)}`);
  expect(queue).toContain('1 of 2 waiting.');
  expect(await admin('queue', '--offset', '1')).toContain(`#${String(second)}`);
  for (const limit of ['101', '0', '5.5', '-1'])
    expect(await failing('queue', '--limit', limit)).toContain('a whole number from 1 to 100');
  const wanted = ['history', '--user', String(advertiserId), '--limit'];
  for (const words of [
    wanted,
    ['accounts', '--limit'],
    ['withdrawals', '--limit'],
    ['trust', 'list', '--limit'],
  ])
    expect(await failing(...words, '500'), words[0]).toContain('a whole number from 1 to 100');
  expect(await failing('payments', '--user', '999')).toContain('No account has this id.');

  expect(await failing('approve', '--order', String(first), '--theme', 'nonsense')).toContain('one of');
  expect(await admin('approve', '--order', String(first), '--theme', 'sport')).toContain(
    `Approved #${String(first)} first: Processing.`,
  );
  expect((await stage.service.orders.info(advertiserId, first)).theme).toBe('sport');
  expect(await failing('approve', '--order', String(first))).toContain('decided before');
  expect(await failing('reject', '--order', String(second), '--reason', ' ', '--yes')).toContain('reason');
  expect(await admin('reject', '--order', String(second), '--reason', 'Too many weeds', '--yes')).toContain(
    `Rejected #${String(second)} second: Rejected.`,
  );
  expect(await stage.service.orders.info(advertiserId, second)).toMatchObject({
    status: 'Rejected',
    reason: 'Too many weeds',
  });
  expect(await failing('approve', '--order', '999')).toContain('no such order');
  expect(await admin('queue')).toContain('0 of 0 waiting.');

  const notifications = await stage.store.notifications.claim('test', 50, 1_000, Date.now());
  const decided = notifications.filter(({ kind }) => kind === 'order_approved' || kind === 'order_rejected');
  expect(decided.map(({ kind, accountId }) => [kind, accountId])).toEqual([
    ['order_approved', advertiserId],
    ['order_rejected', advertiserId],
  ]);
  const log = await admin('moderation-log');
  expect(log).toMatch(/terminal {2}rejected +2 .*Too many weeds\n.*terminal {2}approved +1/);
  expect(await admin('moderation-log', '--before', '2')).not.toContain('rejected');
});

it('lists anybody’s orders and bots by page and state', async () => {
  const user = ['--user', String(advertiserId)];
  for (const name of ['first', 'second', 'third']) await order(name);
  await admin('approve', '--order', '1');
  await admin('reject', '--order', '2', '--reason', 'no', '--yes');
  expect(await admin('orders', ...user, '--limit', '1')).toMatch(/Moderation .* third\n1 of 3\.\n$/);
  expect(await admin('orders', ...user, '--status', 'rejected')).toMatch(/second\n1 of 1\./);
  expect(await admin('orders', ...user, '--search', 'first')).toContain('Processing');
  expect(await admin('orders', ...user, '--archived')).toContain('0 of 0.');
  expect(await failing('orders', '--user', '4242')).toContain('No account');
  const bots = await admin('bots', '--user', String((await stage.store.bots.find(botId))?.accountId));
  expect(bots).toContain(`${String(botId)}  @`);
  expect(bots).toContain('1 of 1.');
});

it('pauses an order with a reason that its owner reads, and lets it go on', async () => {
  const user = ['--user', String(advertiserId)];
  const about = ['--order', String(await order('first'))];
  await admin('approve', ...about);
  expect(await failing('pause', ...about)).toContain('--reason');
  expect(await failing('pause', ...about, '--reason', ' ')).toContain('reason');
  expect(await admin('pause', ...about, '--reason', 'It sells weeds')).toContain('Paused: #1 first.');
  expect(await failing('pause', ...about, '--reason', 'It sells weeds')).toContain('already');
  expect(await failing('pause', '--order', '999', '--reason', 'No')).toContain('no such order');
  expect(await admin('orders', ...user)).toContain('A moderator has paused it: It sells weeds');
  expect(await admin('orders', ...user, '--json')).toContain('"pause_reason":"moderator"');
  expect(await admin('resume', ...about)).toContain('Goes on: #1 first: Processing.');
  const log = await admin('moderation-log');
  expect(await admin('moderation-log', '--moderator', '0')).toBe(log);
  expect(await admin('moderation-log', '--moderator', '901')).toBe('0 line(s).\n');
  expect(log).toMatch(/order resumed +1 .*It sells weeds\n.*terminal {2}order paused +1 .*It sells weeds/);
});
