/**
 * No secret leaves its place: after a run that uses every kind of key and token, rightly and wrongly, with a platform
 * that errs, all that the run produced is searched for each of them: logs, answers, addresses, messages, reports, and the
 * bytes of the database.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dumpRows } from '../support/dump.js';
import { keysFromChat } from '../support/people.js';
import { unzip } from '../support/zip.js';
import { openWorld, publisherBot, type World } from './world.js';

let world: World;
let api: string;

/** Everything produced so far, by where it was found. */
const produced: { where: string; bytes: Buffer }[] = [];
const keep = (where: string, what: string | Buffer) => {
  produced.push({ where, bytes: Buffer.isBuffer(what) ? what : Buffer.from(what) });
};

beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'debug' });
  api = (await world.processes.start('api'))['api'] ?? '';
  await world.processes.start('bot');
}, 60_000);
afterAll(() => world.close());

interface Sent {
  method?: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Asks, and keeps the answer with its headers; `mayShow` is the one key that this answer is there to tell. */
async function ask(
  where: string,
  address: string,
  { method = 'POST', key, body, headers = {} }: Sent,
  mayShow = false,
) {
  const response = await fetch(`${api}${address}`, {
    method,
    redirect: 'manual',
    headers: { ...(key === undefined ? {} : { Auth: key }), ...headers },
    ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) } : {}),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  keep(`the headers of ${where}`, JSON.stringify([...response.headers]));
  if (!mayShow) keep(`the answer to ${where}`, bytes);
  return { http: response.status, text: bytes.toString() };
}

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

const orderToken = '802:token-of-an-advertisers-bot-in-a-test';
const wrongToken = '803:token-that-the-platform-refuses-xyz';

it('nothing that a run produces holds a key or a token', async () => {
  const { client, keys, bot, order, processes, service } = world;
  await client.bots({ token: orderToken, username: 'AdvertisedBot', first_name: 'A' });
  const added = await ask(
    'add',
    '/bots',
    { key: keys.publisher, body: { action: 'add', bot_id: 9_001, bot_name: 'B', bot_nickname: 'bbb_bot' } },
    true,
  );
  const { api_key: firstKey = '' } = json(added.text)['result'] as { api_key?: string };
  const changed = await ask(
    'change',
    '/bots',
    { key: keys.publisher, body: { action: 'change_api_key', bot_id: 9_001 } },
    true,
  );
  const { new_api_key: secondKey = '' } = json(changed.text)['response'] as { new_api_key?: string };

  // Right uses.
  await client.users({ id: 5_001, first_name: 'User', language_code: 'en' });
  await client.say(5_001, publisherBot.username, '/start');
  const user = { chat_id: 5_001, user_id: 5_001, first_name: 'User', language_code: 'en' };
  expect((await ask('get-sponsors', '/get-sponsors', { key: bot.key, body: user })).http).toBe(200);
  await client.join(5_001, order.chat);
  await ask('get-sponsors again', '/get-sponsors', { key: bot.key, body: user });
  await ask('turnkey', '/get-sponsors', {
    key: bot.key,
    body: { ...user, user_id: 5_002, get_links: 0, action: 'newtask' },
  });
  const advertised = {
    action: 'create',
    link: 'https://t.me/AdvertisedBot',
    ads_type: 'bot',
    quantity_all: 10,
    bot_token: orderToken,
  };
  expect((await ask('an order of a bot', '/orders', { key: keys.advertiser, body: advertised })).http).toBe(
    200,
  );
  await ask('a list of bots', '/bots', { key: keys.publisher, body: { action: 'list' } });
  await ask('an order', '/orders', { key: keys.advertiser, body: { action: 'info', order_id: order.id } });
  await ask('a balance', '/get-balance', { key: secondKey });
  for (const format of ['json', 'html'])
    await ask(
      `a statistic as ${format}`,
      `/statistic?action=allads&output_format=${format}&api_token=${keys.advertiserStatistics}`,
      { method: 'GET' },
    );
  await ask('a subscription', '/get-user-subscriptions', { key: bot.key, body: { user_id: 5_001 } });

  // Wrong ones: keys where they do not belong, tokens in broken bodies, a platform that errs.
  await ask('a dead key', '/get-balance', { key: firstKey });
  await ask('a key of another kind', '/bots', { key: bot.key, body: { action: 'list' } });
  await ask('a key in the address', `/${keys.publisher}?x=${keys.publisherStatistics}`, { method: 'GET' });
  await ask('a key as a path', `/r/${secondKey}`, { method: 'GET' });
  await ask('a key as a file', `/orders/download_id/${keys.publisher}`, {
    method: 'GET',
    key: keys.advertiserStatistics,
  });
  await ask('a token in a broken body', '/bots', {
    key: keys.publisher,
    body: `{"action":"add","bot_token":"${wrongToken}"`,
  });
  await ask('a token where a flag belongs', '/bots', {
    key: keys.publisher,
    body: { action: 'update', bot_id: 9_001, is_on: wrongToken },
  });
  await ask('a token the platform refuses', '/bots', {
    key: keys.publisher,
    body: { action: 'add', bot_token: wrongToken },
  });
  for (const kind of ['500', 'drop', '429'] as const) {
    await client.faults({ token: orderToken, kind, times: 3, retry_after: 1 });
    await ask(`a token while the platform errs with ${kind}`, '/bots', {
      key: keys.publisher,
      body: { action: 'add', bot_token: orderToken },
    });
    await client.clearFaults();
  }
  await ask('a request id', '/get-balance', {
    key: 'nonsense',
    headers: { 'X-Request-Id': secondKey },
  });

  // The chat: who asks for their keys sees them, and nothing else shows any.
  const visitorId = 6_001;
  await client.users({ id: visitorId, first_name: 'Visitor', language_code: 'en' });
  const visitor = await keysFromChat(client, 'TestOperatorBot', visitorId);
  expect(visitor.access).not.toBe('');
  const settings = { DATABASE_URL: processes.environment['DATABASE_URL'] ?? '' };

  // A report and a file of ids.
  const asked = await ask('a report', '/orders', {
    key: keys.advertiser,
    body: { action: 'report', order_id: order.id, include_price: true },
  });
  const { task_id: task } = json(asked.text)['response'] as { task_id: string };
  await expect
    .poll(async () => (await service.reports.check(13, task)).status, { timeout: 15_000, interval: 1_000 })
    .toBe('ready');
  const { fileUrl } = await service.reports.check(13, task);
  const report = Buffer.from(await (await fetch(new URL(new URL(fileUrl).pathname, api))).arrayBuffer());
  for (const [name, bytes] of unzip(report)) keep(`${name} of the report`, bytes);
  const ids = await ask('ids', '/orders', {
    key: keys.advertiser,
    body: { action: 'download_id', order_id: order.id },
  });
  const { file_id: fileId } = json(ids.text)['response'] as { file_id: string };
  await ask('the file of ids', `/orders/download_id/${fileId}`, { method: 'GET', key: keys.advertiser });

  for (const [name, chat] of [
    ['TestShopBot', 5_001],
    ['TestOperatorBot', 11],
    ['TestOperatorBot', 12],
    ['TestOperatorBot', 13],
  ] as const)
    keep(`messages of ${name} to ${String(chat)}`, JSON.stringify(await client.messages(chat, name)));
  // What we call is addressed by its token; what we say in it is not.
  for (const { method, payload } of await client.calls())
    if (!/^answerCallbackQuery$/.test(method))
      keep(`a call of ${method}`, withoutOwn(JSON.stringify(payload), visitor));

  await processes.stop('bot');
  await processes.stop('api');
  keep('the logs', processes.said());
  keep('the rows of the database', (await dumpRows(settings.DATABASE_URL)).join('\n'));
  const { folder } = processes;
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const full = path.join(folder, file);
    if (statSync(full).isFile()) keep(`the file ${file}`, readFileSync(full));
  }

  const secrets = {
    'the operator bot’s token': processes.environment['BOT_TOKEN'] ?? '',
    'the publisher’s token': publisherBot.token,
    'the order’s token': orderToken,
    'the refused token': wrongToken,
    'the secret of secrets': processes.environment['SECRETS_KEY'] ?? '',
    'the first Bot Key': firstKey,
    'the second Bot Key': secondKey,
    'the Bot Key': bot.key,
    'the Access Key': keys.publisher,
    'the Statistics token': keys.publisherStatistics,
    'the advertiser’s Access Key': keys.advertiser,
    'the advertiser’s Statistics token': keys.advertiserStatistics,
    'the visitor’s Access Key': visitor.access,
    'the visitor’s Statistics token': visitor.statistics,
  };
  const { password } = new URL(settings.DATABASE_URL);
  if (password !== '') Object.assign(secrets, { 'the password of the database': password });
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(20);
  expect(produced.some(({ where }) => where.endsWith('rows of the database'))).toBe(true);
  expect(produced.some(({ where }) => where.endsWith('of the report'))).toBe(true);
  expect(processes.said()).toMatch(/"path":"\/get-sponsors"/);
  const found = Object.entries(secrets).flatMap(([name, secret]) =>
    spellings(secret).flatMap((spelling) =>
      produced.filter(({ bytes }) => bytes.includes(spelling)).map(({ where }) => `${name} in ${where}`),
    ),
  );
  expect(found).toEqual([]);
}, 90_000);

/** As it is, and as it stands in an address or in base64; the part behind a token's colon is its secret. */
function spellings(secret: string): Buffer[] {
  const plain = secret.includes(':') ? (secret.split(':')[1] ?? secret) : secret;
  return [plain, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].map((text) =>
    Buffer.from(text),
  );
}

/** The message that shows a person their own key is what they asked for. */
function withoutOwn(text: string, { access, statistics }: { access: string; statistics: string }): string {
  return text.replaceAll(access, '').replaceAll(statistics, '');
}
