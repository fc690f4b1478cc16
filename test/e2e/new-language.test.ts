/**
 * A new language is one folder: accented English is put next to the built service, and shows in the chat, the cabinet, a
 * block, the pages and a report, without plain English.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Message } from 'grammy/types';
import type { Browser, Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePseudoLanguage } from '../../tools/words/index.js';
import { launch, openTab } from '../api/browser.js';
import { buttonsOf } from '../support/people.js';
import { languageName, languages } from '../../words/index.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';

const root = path.resolve(import.meta.dirname, '../..');
/** No language has this code: figures are as in English, and in the cabinet as in Russian. */
const LANGUAGE = 'qq';
const person = { id: 77_001, first_name: 'Ждан', language_code: LANGUAGE };

let place: string;
let demo: RunningDemo;
let browser: Browser;

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'sponsorgate-language-'));
  for (const folder of ['dist', 'web', 'words', 'core/ports'])
    cpSync(path.join(root, folder), path.join(place, folder), { recursive: true });
  for (const file of ['package.json', 'tsconfig.json']) cpSync(path.join(root, file), path.join(place, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(place, 'node_modules'));
  for (const words of ['words', 'dist/words']) makePseudoLanguage(path.join(place, words, LANGUAGE));
  const bundler = path.join(root, 'node_modules/vite/bin/vite.js');
  const how = ['build', '--config', 'web/vite.config.ts', '--logLevel', 'error'];
  const { status, stderr } = spawnSync(process.execPath, [bundler, ...how], { cwd: place, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  [demo, browser] = await Promise.all([startDemo({ built: path.join(place, 'dist') }), launch()]);
  await demo.platform.users(person);
}, 120_000);

afterAll(async () => {
  await Promise.all([demo.stop(), browser.close()]);
  await removeFolder(demo.folder);
  rmSync(place, { recursive: true, force: true });
});

/**
 * Addresses, commands, keys, units and codes are the same in every language. Outside of the cabinet, `Intl` writes months and
 * languages in English for this one.
 */
const SAME =
  /https?:\/\/\S+|@\w+|(?<=^|\s)\/\w+|sg_\w+|\bt\.me\S*|\b[\w-]+\.(?:tgz|whl|gz|txt)\b|Sponsorgate|\bUTC\S*|(?:Europe|Asia|America)\/\w+|\b(?:RUB|XTR|ID|CSV|OpenAPI|SHA|Excel|English|Russian|Uzbek|Kazakh|Ukrainian|Belarusian|Chrome|Linux|[AP]M)\b|\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b/g;

/** Menus name each language in its own words. @param names what people called their orders, bots and channels */
function plainWords(text: string, names: readonly string[] = []): string[] {
  const own = [...languages.map(languageName), ...names];
  const rest = own.reduce((left, name) => left.replaceAll(name, ' '), text).replace(SAME, ' ');
  return rest.match(/\b[a-z]{2,}\b/gi) ?? [];
}

const textOf = (message: Message) =>
  [message.text ?? message.caption ?? '', ...buttonsOf(message).map(({ text }) => text)].join('\n');
const isSpoken = (message: Message) => textOf(message).includes('⟦');

async function screenAfter(command: string): Promise<Message> {
  const { platform, world } = demo;
  const after = await platform.say(person.id, world.operator_bot, command);
  return platform.waitForMessage(person.id, world.operator_bot, isSpoken, { after });
}

it('the operator bot speaks it with a person whose messenger does', async () => {
  const { first_name: name } = person;
  for (const command of ['/start', '/help', '/bots', '/orders', '/wallet', '/privacy'])
    expect(plainWords(textOf(await screenAfter(command)), [name]), command).toEqual([]);
  const offered = buttonsOf(await screenAfter('/language')).map(({ text }) => text);
  expect(offered).toEqual(expect.arrayContaining(['English', 'Русский', '• ⟦Éńǵĺíśĥ⟧']));
});

it('a block and its answer speak it with a user whose messenger does', async () => {
  const { api, publisher } = demo.world;
  const [bot] = publisher.bots;
  const who = { chat_id: person.id, user_id: person.id, first_name: 'Ждан', language_code: LANGUAGE };
  await demo.platform.say(person.id, bot?.username ?? '', '/start');
  const links = await call(`${api}/get-sponsors`, bot?.api_key ?? '', { ...who, get_links: 1 });
  expect(links.body).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^⟦.*⟧$/) as unknown,
  });
  const { sponsors } = links.body['additional'] as { sponsors: { button_text: string }[] };
  expect(sponsors.filter(({ button_text: label }) => !label.startsWith('⟦'))).toEqual([]);
});

it('the pages speak it', async () => {
  const { api } = demo.world;
  const tab = await openTab(browser, api, { width: 1280, extraHTTPHeaders: { 'Accept-Language': LANGUAGE } });
  for (const address of ['/', '/form/none', '/nothing']) {
    await tab.page.goto(`${api}${address}`);
    const text = await tab.page.locator('body').innerText();
    expect(text).toContain('⟦');
    expect(plainWords(text), address).toEqual([]);
  }
  await tab.close();
});

it('the cabinet speaks it, once its owner chose it in the chat', async () => {
  const { api, publisher, advertiser, moderator_user_id: moderator } = demo.world;
  const bot = `/bots/${String(publisher.bots[0]?.bot_id)}`;
  const order = `/orders/${String(demo.world.orders[0]?.order_id)}`;
  const theirs = await Promise.all([publisher, advertiser].map((one) => namesOf(one.access_key)));
  const names = [...theirs.flat(), 'Mira'].sort(byLength);
  for (const { who, addresses } of [
    { who: publisher.user_id, addresses: ['', '/bots', bot, `${bot}/figures`, '/wallet'] },
    { who: advertiser.user_id, addresses: ['', '/orders', '/orders/new', order, '/account'] },
    { who: moderator, addresses: ['/moderation', '/moderation/trust', '/moderation/log', '/payouts'] },
  ]) {
    await choose(who);
    const tab = await openTab(browser, api, { width: 1280 });
    await enter(tab.page, who);
    for (const address of addresses) {
      await tab.page.goto(`${api}/cabinet${address}`);
      await tab.page.getByRole('main').getByText('⟦').first().waitFor();
      await tab.page.waitForLoadState('networkidle');
      const text = await tab.page.locator('body').innerText();
      expect(plainWords(text, names), address).toEqual([]);
    }
    await tab.close();
  }
}, 120_000);

it('a report speaks it with its owner', async () => {
  const { api, advertiser, orders } = demo.world;
  const ask = async (body: object) => {
    const { body: given } = await call(`${api}/orders`, advertiser.access_key, body);
    // One that is still being made has none.
    return (given['response'] ?? {}) as Record<string, string>;
  };
  await call(`${api}/account`, advertiser.access_key, { action: 'update', language: LANGUAGE });
  const orderId = orders[0]?.order_id;
  const { task_id: task } = await ask({ action: 'report', order_id: orderId, include_price: 1 });
  const ready = () => ask({ action: 'check_report', task_id: task });
  // Rarely enough for the limits of the path.
  const often = { timeout: 60_000, interval: 1_000 };
  await expect.poll(async () => (await ready())['file_url'] ?? '', often).toMatch(/^http/);
  const { file_url: url = '' } = await ready();
  const sheets = await readXlsxFile(Buffer.from(await (await fetch(url)).arrayBuffer()));
  const names = await namesOf(advertiser.access_key);
  const cells = sheets.flatMap(({ sheet, data }) => [sheet, ...data.flat()]).filter(isText);
  expect(cells.filter((cell) => cell.startsWith('⟦')).length).toBeGreaterThan(30);
  expect(plainWords(cells.join('\n'), names)).toEqual([]);
}, 90_000);

const isText = (value: unknown): value is string => typeof value === 'string';

/** What people called what they have, the longest first. */
async function namesOf(key: string): Promise<string[]> {
  const { api } = demo.world;
  const orders = await call(`${api}/orders`, key, { action: 'list' });
  const bots = await call(`${api}/bots`, key, { action: 'list' });
  const profile = await call(`${api}/account`, key, { action: 'info' });
  return [...textsIn(orders.body), ...textsIn(bots.body), ...textsIn(profile.body)]
    .filter((name) => name.length > 2)
    .sort(byLength);
}

function byLength(one: string, other: string): number {
  return other.length - one.length;
}

/** Under these keys stand names; all else the service says itself. */
const NAMING = /"(?:name|bot_name|first_name|nickname|bot_nickname|username|resource_name)":"([^"]+)"/g;
const textsIn = (body: object) => [...JSON.stringify(body).matchAll(NAMING)].map(([, name = '']) => name);

/** Presses the new language among those that the operator bot offers. */
async function choose(personId: number): Promise<void> {
  const { platform, world } = demo;
  const after = await platform.say(personId, world.operator_bot, '/language');
  const offerIn = (message: Message) =>
    buttonsOf(message).flatMap((button) =>
      'callback_data' in button && button.text.includes('⟦Éńǵĺíśĥ⟧') ? [button.callback_data] : [],
    );
  const isOffer = (message: Message) => offerIn(message).length > 0;
  const offer = await platform.waitForMessage(personId, world.operator_bot, isOffer, { after });
  const [data = ''] = offerIn(offer);
  const press = await platform.press(personId, world.operator_bot, offer.message_id, data);
  await platform.waitForAnswer(personId, world.operator_bot, press);
}

/** Opens the link that the bot gives in the chat, and agrees on the page. */
async function enter(page: Page, personId: number): Promise<void> {
  const { platform, world } = demo;
  const after = await platform.say(personId, world.operator_bot, '/cabinet');
  const linkIn = (message: Message) =>
    buttonsOf(message).flatMap((button) =>
      'url' in button && button.url.includes('#enter=') ? [button.url] : [],
    );
  const isLink = (message: Message) => linkIn(message).length > 0;
  const given = await platform.waitForMessage(personId, world.operator_bot, isLink, { after });
  await page.goto(linkIn(given)[0] ?? '');
  await page.getByRole('main').getByRole('button').first().click();
  await page.getByRole('navigation').waitFor();
}
