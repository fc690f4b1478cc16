/** How admin commands answer: tables a person reads, JSON a program reads, and a question before what cannot be undone. */
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { confirm, type Terminal } from '../../scripts/admin/confirm.js';
import { createProgram } from '../../scripts/admin/program.js';
import { sayUndelivered } from '../../words/reasons.js';
import { admin, failing, stubAdminEnvironment } from './admin-stage.js';
import { advertiserId, openServiceStage, publisherId, type ServiceStage, setScene } from './service-stage.js';

let stage: ServiceStage;
/** An order that waits, with nothing behind its link. */
let orderId: number;

beforeAll(async () => {
  stage = await openServiceStage();
  await setScene(stage);
  stubAdminEnvironment(stage);
  const link = 'https://t.me/nobody_is_here';
  const wanted = { link, adsType: 'channel', name: 'Two\nlines', quantityAll: 10 } as const;
  ({ orderId } = await stage.service.orders.create(advertiserId, wanted));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stage.close();
});

const advertiser = ['--user', String(advertiserId)];

describe('a list', () => {
  it('is a table with a header, one line a row, its columns below one another', async () => {
    const [head = '', rule = '', row = '', end] = (await admin('orders', ...advertiser)).split('\n');
    expect(head.trim().split(/ {2,}/)).toEqual([
      'Order',
      'State',
      'Paused, because',
      'Got',
      'Of',
      'Price',
      'Link',
      'Name',
    ]);
    expect(rule).toMatch(/^-+( {2}-+)+$/);
    expect(row.slice(head.indexOf('State'))).toMatch(/^Moderation /);
    expect(row.slice(head.indexOf('Name'))).toBe('Two lines');
    expect(row).toContain(`#${String(orderId)}`);
    expect(end).toBe('1 of 1.');
  });

  it('is JSON for a program, with numbers as numbers', async () => {
    const said = await admin('orders', ...advertiser, '--json');
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(said)).toMatchObject({
      rows: [
        { status: 'Moderation', quantity_all: 10, pause_reason: null, link: 'https://t.me/nobody_is_here' },
      ],
      total: 1,
    });
    expect(typeof (JSON.parse(said) as { rows: { price: unknown }[] }).rows[0]?.price).toBe('number');
  });

  it('says its sentences as JSON, too', async () => {
    expect(JSON.parse(await admin('migrate', '--json'))).toEqual({ said: ['The database is up to date.'] });
  });

  it('each command that does something has --json', () => {
    const bare: string[] = [];
    const look = (command: ReturnType<typeof createProgram>, names: string) => {
      const isLeaf = command.commands.length === 0;
      if (isLeaf && !command.options.some(({ long }) => long === '--json')) bare.push(names);
      for (const inner of command.commands) look(inner, `${names} ${inner.name()}`);
    };
    look(createProgram(), 'admin');
    expect(bare).toEqual([]);
  });

  it('of a command with commands of its own takes --json at either', async () => {
    expect(JSON.parse(await admin('webhooks', '--json'))).toMatchObject({ rows: [] });
    expect(JSON.parse(await admin('webhooks', 'dead', ...advertiser, '--json'))).toMatchObject({
      rows: [],
      total: 0,
    });
    expect(JSON.parse(await admin('trust', 'list', '--json'))).toMatchObject({
      bots_total: 0,
      accounts_total: 0,
    });
  });
});

describe('reasons', () => {
  it('are words, not codes', async () => {
    const said = await failing('approve', '--order', String(orderId));
    expect(said).toContain('Nothing was found behind the link');
    expect(said).not.toMatch(/\b[a-z]+_(found|checked|administrator)\b/);
  });

  it.each([
    ['status:502', 'the server answered 502'],
    ['not_connected', 'the connection fails'],
    ['something_new', 'something_new'],
  ])('of a delivery: %s reads as %j', (reason, words) => {
    expect(sayUndelivered(reason, 'en')).toBe(words);
  });
});

describe('what cannot be undone', () => {
  const user = ['--user', String(publisherId)];

  it.each([
    [['keys', ...user, '--kind', 'access']],
    [['block', '--link', 'https://t.me/somebodys_link']],
    [['pay-withdrawal', '--id', '1', '--amount', '1']],
    [['refuse-withdrawal', '--id', '1', '--note', 'no']],
    [['refund', '--charge', 'c1']],
    [['reject', '--order', '1', '--reason', 'no']],
  ])('%j is not done without --yes where nobody can be asked', async (words) => {
    const key = await stage.service.accounts.revealKey(publisherId, 'access');
    const said = await failing(...words);
    expect(said).toContain('Nothing is changed. Add --yes for what cannot be undone:');
    expect(await stage.service.accounts.revealKey(publisherId, 'access')).toBe(key);
    expect((await stage.service.orders.info(advertiserId, orderId)).status).toBe('Moderation');
  });

  const terminal = (answer: string | null): { terminal: Terminal; asked(): string } => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    if (answer !== null) input.write(`${answer}\n`);
    input.end();
    return { terminal: { input, output }, asked: () => String(output.read() ?? '') };
  };

  it.each(['y', 'Yes', ' да '])('is done when %j is answered', async (answer) => {
    const { terminal: at, asked } = terminal(answer);
    await confirm('The key stops working.', { yes: false }, at);
    expect(asked()).toBe('The key stops working. This cannot be undone. Really? [y/N] ');
  });

  it.each(['n', '', 'yesterday', null])('is not done when %j is answered', async (answer) => {
    const { terminal: at } = terminal(answer);
    await expect(confirm('The key stops working.', { yes: false }, at)).rejects.toThrow(
      'Nothing is changed.',
    );
  });

  it('is not asked about with --yes, and a deposit of a script neither', async () => {
    const { terminal: at, asked } = terminal(null);
    await confirm('It goes.', { yes: true }, at);
    expect(asked()).toBe('');
    expect(await admin('credit', ...user, '--amount', '1')).toContain('Booked');
  });
});
