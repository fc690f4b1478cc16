/** A bot between its row and the domain. */
import { blockTestAfter } from '../../core/bots/index.js';
import {
  type BotSetting,
  botSettings,
  type BotSettings,
  type SettingName,
  settingNames,
} from '../../core/terms/index.js';
import type { Bot, BotPatch, NewBot } from '../../core/ports/bot-store.js';
import { objectOf } from '../../core/collections.js';
import { bots } from '../schema/bots.js';
import type { RowIn } from './inserts.js';
import { type ColumnOf, columnOf, flag, money, rowsOf } from './rows.js';
import { codeLists } from './stored-json.js';
import { searchText, toFlag } from './values.js';

/** With sums as text: they may be beyond what a double holds. Prices of settings are not. */
export type BotRow = Omit<RowIn<typeof bots>, 'trust' | Sums> & { trust: Bot['trust'] } & Record<
    Sums,
    string
  >;
type Sums = (typeof sums)[number];

const sums = ['profit_micros', 'profit_own_orders_micros', 'profit_before_micros'] as const;

const unchanged = [
  ...(['bot_id', 'created_at_ms', 'stopped_by_block', 'followers'] as const),
  ...sums,
] as const;

/** The columns that an owner or the operator changes. */
export type BotFields = Omit<BotRow, (typeof unchanged)[number]>;

/** Each setting has a column of its own. */
type SettingFields = Pick<BotFields, ColumnOf<SettingName>>;
const settingColumns = settingNames.map((name) => ({
  name,
  kind: botSettings[name].kind,
  column: columnOf(name),
}));

export const botColumns = bots.columns
  .map(({ name }) => (name.startsWith('profit_') ? `CAST(bots.${name} AS TEXT) AS ${name}` : `bots.${name}`))
  .join(', ');

export const botFieldNames = bots.columns
  .map(({ name }) => name)
  .filter((name) => !unchanged.some((other) => other === name)) as readonly (keyof BotFields)[];

type KeptBot = Omit<Bot, 'hasToken' | 'hasNetworks' | 'settings' | 'blockTest'>;

const readBot = rowsOf<KeptBot>()(
  `bot_id, account_id, name, nickname, is_on, in_archive, is_blocked, is_token_invalid, trust, note, theme,
   profit_micros, profit_own_orders_micros, profit_before_micros, followers, created_at_ms`,
  {
    isOn: flag,
    inArchive: flag,
    isBlocked: flag,
    isTokenInvalid: flag,
    profitMicros: money,
    profitOwnOrdersMicros: money,
    profitBeforeMicros: money,
  },
);

export function toBot(row: BotRow): Bot {
  return {
    ...readBot(row),
    hasToken: row.token_cipher !== null,
    hasNetworks: row.networks_cipher !== null,
    settings: toSettings(row),
    blockTest: toBlockTest(row),
  };
}

function toBlockTest(row: Pick<BotRow, 'block_test' | 'block_test_at_ms'>): Bot['blockTest'] {
  return { number: row.block_test, sinceMs: row.block_test_at_ms };
}

function toSettings(row: BotRow): BotSettings {
  const settings: Partial<Record<SettingName, unknown>> = {};
  for (const { name, kind, column } of settingColumns) settings[name] = read(kind, row[column]);
  // Each column holds what `fieldsOfSettings` alone writes there.
  return settings as BotSettings;
}

function read(kind: BotSetting['kind'], kept: string | number | null): unknown {
  if (kind === 'flag') return kept === 1;
  if (kind === 'money') return BigInt(kept ?? 0);
  return kind === 'codes' ? codeLists.read(String(kept)) : kept;
}

/** What a bot has that was never changed. */
const NEW = {
  networks_cipher: null,
  in_archive: 0,
  is_blocked: 0,
  is_token_invalid: 0,
  trust: 'unknown',
  note: null,
  theme: null,
} as const;

/**
 * The fields of a bot as it is added: not archived.
 * @param testsBefore of its block, under the account that it is taken from
 */
export function fieldsOfNewBot(bot: NewBot, nowMs: number, testsBefore = 0): BotFields {
  const { accountId, name, nickname, tokenCipher, isOn = true, settings } = bot;
  const before = { settings: UNTESTED, blockTest: { number: testsBefore, sinceMs: null } };
  return {
    ...NEW,
    ...fieldsOfSettings(settings),
    ...fieldsOfTest(blockTestAfter(before, settings, nowMs)),
    account_id: accountId,
    name,
    nickname,
    search_text: searchText(name, nickname),
    token_cipher: tokenCipher,
    is_on: toFlag(isOn),
  };
}

/** The texts and pictures of a block that was never set. */
const UNTESTED = { text: null, image: null, textB: null, imageB: null } as const;

/** The fields after an update. A text or picture of the block that changes begins or ends its test. */
export function patchedFields(row: BotRow, patch: BotPatch, nowMs: number): BotFields {
  const { settings: changed, ...fields } = patch;
  const before = toSettings(row);
  const settings = { ...before, ...changed };
  const blockTest = blockTestAfter({ settings: before, blockTest: toBlockTest(row) }, settings, nowMs);
  const given = objectOf<Partial<BotFields>>(
    Object.entries(fields).map(([name, value]) => [columnOf(name) as keyof BotFields, kept(value)]),
  );
  const { name = row.name, nickname = row.nickname } = patch;
  return {
    ...row,
    ...given,
    search_text: searchText(name, nickname),
    ...fieldsOfSettings(settings),
    ...fieldsOfTest(blockTest),
  };
}

function fieldsOfSettings(settings: BotSettings): SettingFields {
  return Object.fromEntries(
    settingColumns.map(({ name, column }) => [column, kept(settings[name])]),
  ) as SettingFields;
}

function kept(value: BotSettings[SettingName]): string | number | null {
  if (typeof value === 'boolean') return toFlag(value);
  if (typeof value === 'bigint') return Number(value);
  return Array.isArray(value) ? codeLists.write(value) : value;
}

function fieldsOfTest({ number, sinceMs }: Bot['blockTest']) {
  return { block_test: number, block_test_at_ms: sinceMs };
}
