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
import { type ColumnOf, columnOf, type RowOf } from './rows.js';
import { codeLists } from './stored-json.js';
import { type Flag, searchText, toFlag } from './values.js';

/** The columns that an owner or the operator changes, without the settings. */
type OwnFields = RowOf<
  Pick<Bot, 'accountId' | 'name' | 'nickname' | 'isOn' | 'inArchive' | 'isBlocked' | 'isTokenInvalid'> &
    Pick<Bot, 'trust' | 'note' | 'theme'>
> & {
  search_text: string;
  token_cipher: string | null;
  networks_cipher: string | null;
  block_test: number;
  block_test_at_ms: number | null;
};

/** Money is at most `MAX_MICROS`, which a double holds exactly; lists are JSON. */
type Kept<Value> = Value extends boolean
  ? Flag
  : Value extends bigint
    ? number
    : Value extends string[]
      ? string
      : Value;

/** Each setting has a column of its own. */
type SettingFields = { [Name in SettingName as ColumnOf<Name>]: Kept<BotSettings[Name]> };

export type BotFields = OwnFields & SettingFields;

export type BotRow = BotFields & {
  bot_id: number;
  /** As text: a sum may be beyond what a double holds. */
  profit: string;
  profit_own_orders: string;
  followers: number;
  created_at_ms: number;
};

const settingColumns = settingNames.map((name) => ({
  name,
  kind: botSettings[name].kind,
  column: columnOf(name),
}));

export const botColumns = `*, CAST(profit_micros AS TEXT) AS profit,
  CAST(profit_own_orders_micros AS TEXT) AS profit_own_orders`;

export const botFieldNames: readonly (keyof BotFields)[] = [
  'account_id',
  'name',
  'nickname',
  'search_text',
  'token_cipher',
  'networks_cipher',
  'is_on',
  'in_archive',
  'is_blocked',
  'is_token_invalid',
  'trust',
  'note',
  'theme',
  'block_test',
  'block_test_at_ms',
  ...settingColumns.map(({ column }) => column),
];

export function toBot(row: BotRow): Bot {
  return {
    botId: row.bot_id,
    accountId: row.account_id,
    name: row.name,
    nickname: row.nickname,
    hasToken: row.token_cipher !== null,
    hasNetworks: row.networks_cipher !== null,
    isOn: row.is_on === 1,
    inArchive: row.in_archive === 1,
    isBlocked: row.is_blocked === 1,
    isTokenInvalid: row.is_token_invalid === 1,
    trust: row.trust,
    note: row.note,
    theme: row.theme,
    settings: toSettings(row),
    blockTest: toBlockTest(row),
    profitMicros: BigInt(row.profit),
    profitOwnOrdersMicros: BigInt(row.profit_own_orders),
    followers: row.followers,
    createdAtMs: row.created_at_ms,
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

/**
 * The fields of a bot as it is added: not archived.
 * @param testsBefore of its block, under the account that it is taken from
 */
export function fieldsOfNewBot(bot: NewBot, nowMs: number, testsBefore = 0): BotFields {
  const { accountId, name, nickname, tokenCipher, isOn = true, settings } = bot;
  return {
    account_id: accountId,
    name,
    nickname,
    search_text: searchText(name, nickname),
    token_cipher: tokenCipher,
    networks_cipher: null,
    is_on: toFlag(isOn),
    in_archive: 0,
    is_blocked: 0,
    is_token_invalid: 0,
    trust: 'unknown',
    note: null,
    theme: null,
    ...fieldsOfSettings(settings),
    ...fieldsOfTest(
      blockTestAfter(
        { settings: UNTESTED, blockTest: { number: testsBefore, sinceMs: null } },
        settings,
        nowMs,
      ),
    ),
  };
}

/** The texts and pictures of a block that was never set. */
const UNTESTED = { text: null, image: null, textB: null, imageB: null } as const;

/** The fields after an update. A text or picture of the block that changes begins or ends its test. */
export function patchedFields(row: BotRow, patch: BotPatch, nowMs: number): BotFields {
  const flag = (value: boolean | undefined, before: number) => (value === undefined ? before : toFlag(value));
  const { name = row.name, nickname = row.nickname, tokenCipher, networksCipher, note, theme } = patch;
  const before = toSettings(row);
  const settings = { ...before, ...patch.settings };
  const blockTest = blockTestAfter({ settings: before, blockTest: toBlockTest(row) }, settings, nowMs);
  return {
    account_id: row.account_id,
    name,
    nickname,
    search_text: searchText(name, nickname),
    token_cipher: tokenCipher === undefined ? row.token_cipher : tokenCipher,
    networks_cipher: networksCipher === undefined ? row.networks_cipher : networksCipher,
    is_on: flag(patch.isOn, row.is_on),
    in_archive: flag(patch.inArchive, row.in_archive),
    is_blocked: flag(patch.isBlocked, row.is_blocked),
    is_token_invalid: flag(patch.isTokenInvalid, row.is_token_invalid),
    trust: patch.trust ?? row.trust,
    note: note === undefined ? row.note : note,
    theme: theme === undefined ? row.theme : theme,
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
