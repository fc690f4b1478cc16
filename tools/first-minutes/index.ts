/**
 * `npm run first-minutes`: a stranger's way from a bare machine to the first paid join behind TLS, as README, CONTRIBUTING
 * (Run it for real), the quickstart and the Caddyfile describe it, with the emulated Telegram as the platform. Prints the
 * time of each step. What a person reads, decides and types is not in these times.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { Agent, fetch } from 'undici';
import { PlatformClient } from '../../emulator/client.js';
import { createPlatform } from '../../emulator/platform.js';
import { CADDY_ROOT, caddyConfig } from '../../test/support/caddy.js';
import { approve, hasButton, keysFromChat, sentBy } from '../../test/support/people.js';
import { alignedTable } from '../bench/table.js';
import { pause } from '../failover/pause.js';
import { type Machine, openMachine } from './machine.js';

const repository = path.resolve(import.meta.dirname, '../..');
const operator = { token: '800:token-of-the-operator-bot-of-a-stranger', username: 'StrangerBot' };
const shop = { token: '900:token-of-the-bot-of-a-publisher-here', username: 'RecipesBot' };
const [MODERATOR, PUBLISHER, ADVERTISER, USER] = [1_001, 501, 502, 503];
const [DEPOSIT, PRICE] = [100, 3];
const CHANNEL = 'garden_of_strangers';
const FOLDER = 'sponsorgate';
const LOOK_MS = 100;
/** An installation may compile the SQLite driver. */
const READY_WITHIN_MS = 15 * 60_000;

const rows: string[][] = [];

async function step<Result>(what: string, from: string, take: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  const result = await take();
  rows.push([what, from, ((performance.now() - startedMs) / 1_000).toFixed(1)]);
  process.stderr.write(`${rows.at(-1)?.join(' | ') ?? ''} s\n`);
  return result;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const startedMs = performance.now();
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - startedMs > READY_WITHIN_MS) throw new Error(`${what} does not come.`);
    await pause(LOOK_MS);
  }
}

/** Asks the service behind TLS, and trusts Caddy's own authority alone. */
function caller(url: string, rootFile: string) {
  const dispatcher = new Agent({ connect: { ca: readFileSync(rootFile) } });
  return async (where: string, key: string | null, body?: object) => {
    const headers = { 'Content-Type': 'application/json', ...(key === null ? {} : { Auth: key }) };
    const post = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}${where}`, { dispatcher, ...(body === undefined ? {} : post) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${where} answered ${JSON.stringify(answer)}`);
    return answer;
  };
}

function writeSettings(machine: Machine, settings: Record<string, string>): void {
  const file = path.join(machine.home, FOLDER, '.env');
  let text = readFileSync(file, 'utf8');
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^#?${name}=.*$`, 'm');
    text = line.test(text) ? text.replace(line, `${name}=${value}`) : `${text}${name}=${value}\n`;
  }
  writeFileSync(file, text);
}

async function walk(machine: Machine, platform: PlatformClient): Promise<void> {
  const [apiPort, tlsPort] = [await freePort(), await freePort()];
  const url = `https://localhost:${String(tlsPort)}`;

  await step('git clone', 'README', () => {
    machine.run(`git clone --quiet --depth 1 file://${machine.homeInside}/origin ${FOLDER}`);
    return Promise.resolve();
  });
  await step('cp .env.example .env, and four settings', 'CONTRIBUTING', () => {
    machine.run('cp .env.example .env', FOLDER);
    const secret = machine.run('openssl rand -base64 32').trim();
    writeSettings(machine, {
      BOT_TOKEN: operator.token,
      SECRETS_KEY: secret,
      MODERATOR_IDS: String(MODERATOR),
      // The emulated platform, and ports that are free here: a stranger sets none of these.
      PUBLIC_URL: url,
      PLATFORM_API_ROOT: platform.url,
      API_PORT: String(apiPort),
      METRICS_PORT: '0',
    });
    return Promise.resolve();
  });
  await step('npm start, until /readyz is well', 'CONTRIBUTING', async () => {
    machine.start('npm start', FOLDER);
    const ready = `http://127.0.0.1:${String(apiPort)}/readyz`;
    await until(async () => (await fetch(ready)).ok, 'The service');
  });
  const certificate = path.join(machine.home, 'tls', CADDY_ROOT);
  const call = await step('Caddy in front, until /readyz is well over TLS', 'layouts', async () => {
    const config = caddyConfig(url, `127.0.0.1:${String(apiPort)}`);
    writeFileSync(path.join(machine.home, 'caddy.json'), JSON.stringify(config));
    machine.start('caddy run --config caddy.json', '.', {
      XDG_DATA_HOME: `${machine.homeInside}/tls`,
    });
    await until(() => Promise.resolve(existsSync(certificate)), 'The certificate');
    const ask = caller(url, certificate);
    await until(async () => (await ask('/readyz', null))['status'] === 'ok', 'TLS');
    return ask;
  });
  const [petra, albert] = await step('/start in the operator bot, and the keys', 'CONTRIBUTING', async () => {
    const keys = (id: number) => keysFromChat(platform, operator.username, id);
    await keys(MODERATOR);
    return [await keys(PUBLISHER), await keys(ADVERTISER)] as const;
  });
  const botKey = await step('the publisher adds a bot', 'quickstart', async () => {
    const { result } = await call('/bots', petra.access, { action: 'add', bot_token: shop.token });
    return (result as { api_key: string }).api_key;
  });
  const { id: chat } = await platform.chats({ type: 'channel', title: 'Garden', username: CHANNEL });
  const orderId = await step('a deposit by admin, and an order for a channel', 'CONTRIBUTING', async () => {
    await platform.members({ chat, user: `@${operator.username}`, status: 'administrator' });
    const credit = `credit --user ${String(ADVERTISER)} --amount ${String(DEPOSIT)}`;
    machine.run(`npm run admin -- ${credit}`, FOLDER);
    const order = { link: `https://t.me/${CHANNEL}`, ads_type: 'channel', quantity_all: 10, price: PRICE };
    const { response } = await call('/orders', albert.access, { action: 'create', ...order });
    return (response as { order_id: number }).order_id;
  });
  await step('the moderator approves it', 'operator bot', () =>
    approve(platform, operator.username, MODERATOR, orderId),
  );
  await step('the client is installed, and a bot with it started', 'quickstart', async () => {
    const trusted = { npm_config_cafile: `${machine.homeInside}/tls/${CADDY_ROOT}` };
    machine.run(`mkdir bot && cp ${FOLDER}/examples/plain-http.mjs bot/bot.mjs`);
    machine.run(`npm install ${url}/client/sponsorgate-client-0.1.0.tgz`, 'bot', trusted);
    machine.start('node bot.mjs', 'bot', {
      NODE_EXTRA_CA_CERTS: trusted.npm_config_cafile,
      PLATFORM_API_ROOT: platform.url,
      BOT_TOKEN: shop.token,
      BOT_KEY: botKey,
      SERVICE_URL: url,
    });
    await platform.waitForOpenCall({ token: shop.token, method: 'getUpdates' }, READY_WITHIN_MS);
  });
  await step('a user sees the sponsor, joins, and presses Done', 'quickstart', async () => {
    await platform.say(USER, shop.username, 'hello');
    const block = await platform.waitForMessage(USER, shop.username, hasButton('subgram-op'));
    await platform.join(USER, chat);
    await platform.press(USER, shop.username, block.message_id, sentBy(block, 'subgram-op') ?? '');
    const wanted = 'Here is what you asked for: hello';
    await platform.waitForMessage(USER, shop.username, ({ text }) => text === wanted);
  });
  await step('the join is paid', 'wallet', async () => {
    const balance = async () => (await call('/get-balance', albert.statistics, {}))['balance'];
    await until(async () => (await balance()) === DEPOSIT - PRICE, 'The charge');
  });
}

const emulated = await createPlatform({ port: 0 });
const client = new PlatformClient(emulated.url);
const machine = openMachine();
try {
  const people = { Olga: MODERATOR, Petra: PUBLISHER, Albert: ADVERTISER, Ulyana: USER };
  for (const [first_name, id] of Object.entries(people))
    // By default an order is for users of languages among which English is not.
    await client.users({ id, first_name, language_code: id === USER ? 'ru' : 'en' });
  for (const bot of [operator, shop]) await client.bots({ ...bot, first_name: bot.username });
  execFileSync('git', ['clone', '--quiet', '--bare', repository, path.join(machine.home, 'origin')]);
  process.stderr.write(`From ${machine.name}:\n`);
  await walk(machine, client);
  const total = rows.reduce((sum, [, , seconds]) => sum + Number(seconds), 0);
  const table = [...rows, ['all', '', total.toFixed(1)]];
  process.stdout.write(`${alignedTable(['step', 'from', 'seconds'], table)}\n`);
} finally {
  await machine.remove();
  client.close();
  await emulated.close();
}
