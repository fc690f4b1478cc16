/** A database from before impressions had to be proven: what was known becomes claims, contacts, joinings and paid joins. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate as applyMigrations } from 'drizzle-orm/better-sqlite3/migrator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import { openStore } from '../../db/index.js';
import { migrate } from '../../db/sqlite/migrate.js';
import { START_MS } from './run.js';

const migrations = path.resolve(import.meta.dirname, '../../db/migrations');

interface Journal {
  entries: { tag: string }[];
}

/** Makes a database with the migrations before one, as the released version left it. */
function makeBefore(file: string, name: string, folder: string): Database.Database {
  const journal = JSON.parse(readFileSync(path.join(migrations, 'meta/_journal.json'), 'utf8')) as Journal;
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex(({ tag }) => tag.endsWith(name)),
  );
  expect(entries.length).toBeGreaterThan(0);
  mkdirSync(path.join(folder, 'meta'), { recursive: true });
  writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries)
    copyFileSync(path.join(migrations, `${tag}.sql`), path.join(folder, `${tag}.sql`));
  const database = new Database(file);
  applyMigrations(drizzle(database), { migrationsFolder: folder });
  return database;
}

const order = (orderId: number, linkKey: string, adsType: string, toBotMember: number, resourceId: string) =>
  `(${String(orderId)}, 501, 'https://${linkKey}', '${linkKey}', '${adsType}', 'An order', '', 1, 0, 'approved', 10, 0, 1, 1,
    1, '{"total":1}', ${String(toBotMember)}, 1, 0, 2, 0, 0, '{}', '[]', '{}', '${resourceId}', '', '', 0, 1, 1)`;

const before = `
  INSERT INTO accounts (account_id, first_name, username, search_text, language, created_at_ms) VALUES
    (501, 'A', 'a', '', 'en', 1), (502, 'B', 'b', '', 'en', 1);
  INSERT INTO users (user_id, first_name, username, language_code, is_premium, gender, age, has_photo, country, is_suspicious,
    seen_at_ms) VALUES
    (1, 'Ann', 'ann', 'ru', 1, 'female', 5, 1, 'Latvia', 1, 900), (2, '', '', '', NULL, NULL, NULL, NULL, '', 0, 901);
  INSERT INTO user_bots (user_id, bot_id) VALUES (1, 7001), (1, 7002), (2, 7001);
  INSERT INTO shows VALUES (1, 11, 7001, 100, 200, 5), (3, 13, 7001, 100, 200, 5), (3, 14, 7001, 100, 200, 5);
  INSERT INTO blocks (bot_id, user_id, chat_id, revision, wished_at_ms, shown_message_id, shown_chat_id, shown_sent_at_ms) VALUES
    (7001, 1, 1, 1, 1, 55, 1, 800),
    (7002, 1, -1009, 1, 1, 56, -1009, 801),
    (7003, 1, 1, 1, 1, 0, 1, 802),
    (7001, 2, 2, 1, 1, NULL, NULL, NULL);
  INSERT INTO memberships VALUES
    (1, -1001, 0, 0, 150, 160, 3), (2, -1001, 0, 1, 170, 170, 4), (3, -1001, 1, 1, 180, 180, 5),
    (4, -1001, 0, 0, 0, 190, NULL), (5, -1001, 2, 0, 195, 195, 6);
  INSERT INTO orders (order_id, account_id, link, link_key, ads_type, name, search_text, is_on, in_archive, decision,
    quantity_all, quantity_now, price_micros, price_premium_micros, real_price_micros, coefficients, to_bot_member,
    track_unsubscriptions, is_lite, places, is_high_priority, is_free, targeting, forbidden_themes, schedule, resource_id,
    resource_name, logo_file_id, takes_join_requests, catalog_version, created_at_ms) VALUES
    ${order(11, 't.me/one', 'channel', 0, '-1001')}, ${order(12, 't.me/one', 'channel', 0, '-1001')},
    ${order(13, 't.me/bot', 'bot', 1, '88')}, ${order(14, 'example.com/a', 'resource', 0, '')};
  INSERT INTO subscriptions (user_id, order_id, bot_id, state, charge, price_micros, at_ms) VALUES
    (1, 11, 7001, 0, 1, 5, 300), (1, 12, 7001, 0, 1, 5, 310), (1, 13, 7001, 0, 1, 5, 320), (1, 14, 7001, 0, 1, 5, 330),
    (2, 11, 7001, 1, 2, 5, 340), (3, 11, 7001, 2, 0, 0, 350), (4, 11, 7001, 0, 0, 0, 360);
  INSERT INTO withdrawals (account_id, amount_micros, details_cipher, request_key, state, asked_at_ms, entry_id) VALUES
    (501, 5, '', 'a', 'waiting', 1, 1), (502, 5, '', 'b', 'paid', 1, 2);
`;

let folder = '';
let file = '';
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'evidence-'));
  file = path.join(folder, 'old.sqlite');
  const database = makeBefore(file, '_evidence', path.join(folder, 'migrations'));
  database.exec(before);
  database.close();
  migrate(file);
  store = await openStore({ DATABASE_URL: `file:${file}` }, { clock: { now: () => START_MS } });
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function rows(query: string): unknown[] {
  const database = new Database(file, { readonly: true });
  const found = database.prepare(query).raw().all();
  database.close();
  return found;
}

test('what bots had said of a user is a claim of each that knew them, and the user is known by none of it', async () => {
  const claims = {
    firstName: 'Ann',
    username: 'ann',
    languageCode: 'ru',
    isPremium: true,
    gender: 'female',
    age: 5,
  };
  const nothing = { firstName: '', username: '', languageCode: '', isPremium: null, gender: null, age: null };
  for (const botId of [7001, 7002])
    expect(await store.sponsors.requestContext(botId, 1, 0, START_MS)).toMatchObject({
      isKnownToBot: true,
      claims,
    });
  const seen = await store.sponsors.requestContext(7003, 1, 0, START_MS);
  expect(seen).toMatchObject({ isKnownToBot: false, claims: {} });
  // What pages and the platform told stays.
  expect(seen.user).toMatchObject({ ...nothing, hasPhoto: true, country: 'Latvia', suspiciousUntilMs: null });
  expect((await store.sponsors.requestContext(7001, 2, 0, START_MS)).claims).toEqual({});
});

test('a block that stands in the user’s own chat is a contact, one in a group or on its way is none', async () => {
  expect(await store.contacts.find(7001, 1)).toEqual({ state: 'yes', atMs: 800, untilMs: 800 });
  expect(rows('SELECT user_id, bot_id FROM contacts')).toEqual([[1, 7001]]);
  expect(await store.contacts.claim(10, 1_000, START_MS)).toEqual([]);
});

test('impressions were last seen when they were last shown', async () => {
  const { impressions } = await store.sponsors.requestContext(7001, 1, 0, START_MS);
  expect(await impressions()).toMatchObject([
    { firstShownAtMs: 100, shownAtMs: 200, seenAtMs: 200, proof: 'list', priceMicros: 5n },
  ]);
});

test('impressions keep where their orders lead, a chat as members of it are kept', () => {
  expect(rows('SELECT user_id, order_id, target, kind, has_own_link FROM impressions ORDER BY 2')).toEqual([
    [1, 11, -1001, 0, 0],
    [3, 13, 'link:t.me/bot', 1, 0],
    [3, 14, 'link:example.com/a', 2, 0],
  ]);
});

test('joinings are known of members and of those who asked to join, where a time was told', async () => {
  const joinOf = async (userId: number) =>
    (await store.memberships.known(userId, ['-1001'])).get('-1001')?.join ?? null;
  expect(await joinOf(1)).toEqual({ atMs: 150, isAgain: false, byBotId: null });
  expect(await joinOf(2)).toEqual({ atMs: 170, isAgain: true, byBotId: null });
  expect(await joinOf(3)).toBeNull();
  expect(await joinOf(4)).toBeNull();
  expect(await joinOf(5)).toEqual({ atMs: 195, isAgain: false, byBotId: null });
});

test('what was paid for is paid for once for ever, by chat, or by link where there is none', () => {
  expect(rows('SELECT user_id, target, order_id FROM paid_joins ORDER BY 1, 2')).toEqual([
    [1, '-1001', 11],
    [1, 'link:example.com/a', 14],
    [1, 'link:t.me/bot', 13],
    [2, '-1001', 11],
  ]);
  // Why nobody paid for somebody before is not known: nothing was counted then, and nothing is made up.
  expect(rows('SELECT count(*) FROM subscriptions WHERE reason IS NOT NULL')).toEqual([[0]]);
});

test('an account that was paid a withdrawal is trusted', () => {
  expect(rows('SELECT account_id, is_trusted FROM accounts ORDER BY 1')).toEqual([
    [501, 0],
    [502, 1],
  ]);
});
