/** The settings of a bot on the wire, made of their rows: what `add` and `update` take, and what the record shows. */
import { z } from 'zod';
import {
  type BotSetting,
  botSettings,
  type BotSettings,
  defaultBotSettings,
  type SettingName,
  settingNames,
} from '../../core/terms/index.js';
import { toNumber } from '../../core/money.js';
import { objectOf } from '../../core/collections.js';
import * as field from '../fields.js';
import { flag, toFlag } from './wire.js';

type Rows = typeof botSettings;
/** By the names on the wire. */
type Wire = { [Name in SettingName as Rows[Name]['wire']]: Name };
type Input = { [Name in keyof Wire]: z.ZodType<BotSettings[Wire[Name]] | undefined> };

/** An alias is accepted like the name, and no type knows it. */
const namesTaken = ({ wire, aliases = [] }: BotSetting) => [wire, ...aliases] as readonly (keyof Wire)[];

// Each field is made of the row whose name it stands under. All are optional; a default is what a new bot has.
export const settingFields = objectOf<Input>(
  settingNames.flatMap((name) =>
    namesTaken(botSettings[name]).map((wire) => [wire, inputOf(botSettings[name])]),
  ),
);

function inputOf(row: BotSetting) {
  const { reference, example } = row;
  const about = (more = '') => ({
    description: `${reference}${more}.`,
    ...(example === undefined ? {} : { example }),
  });
  switch (row.kind) {
    case 'flag':
      return field.optional(field.flag(about(`; default ${row.default ? '1' : '0'}`)));
    case 'whole':
      return field.optional(
        field.integer({ min: row.min, max: row.max, ...about(`; default ${String(row.default)}`) }),
      );
    case 'choice':
      return field.optional(field.choice(row.choices, about()));
    case 'prose':
      return field.resettable(field.prose({ max: row.max, ...about() }));
    case 'picture':
      return field.resettable(imageUrl(row.max, about()));
    case 'codes':
      return field.optional(field.codeList({ max: row.max, ...about() }));
    case 'money':
      return field.optional(field.money({ min: 0n, ...about() }));
  }
}

function imageUrl(max: number, about: field.About) {
  const text = `must be an http or https URL of at most ${String(max)} characters`;
  const must = field.musts(text, { topic: 'image_address' });
  return field.text({ max, ...about }).refine((url) => isWebUrl(url), must);
}

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** Only what was given. `null` of a list is absent; `null` of text and image resets. */
export function toSettings(input: Readonly<Record<string, unknown>>): Partial<BotSettings> {
  const given = settingNames.map((name) => {
    const wire = namesTaken(botSettings[name]).find((taken) => input[taken] !== undefined);
    return [name, wire === undefined ? undefined : input[wire]] as const;
  });
  // Parsed by the field of the same row.
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

type ShownValue<Value> = Value extends boolean ? 0 | 1 : Value extends bigint ? number : Value;
type Shown = { [Name in keyof Wire]: ShownValue<BotSettings[Wire[Name]]> };

/** As a bot's record shows them: each is described by the row whose name it stands under. */
export const settingSchemas = objectOf<{ [Name in keyof Wire]: z.ZodType<Shown[Name]> }>(
  settingNames.map((name) => {
    const { wire } = botSettings[name];
    const row: BotSetting = botSettings[name];
    const example = shown(defaultBotSettings[name]);
    return [wire, schemaOf(row).meta({ description: `${row.shown ?? row.reference}.`, example })];
  }),
);

function schemaOf(row: BotSetting): z.ZodType {
  switch (row.kind) {
    case 'flag':
      return flag;
    case 'whole':
      return z.int().min(row.min).max(row.max);
    case 'choice':
      return z.enum(row.choices);
    case 'prose':
    case 'picture':
      return z.string().nullable();
    case 'codes':
      return z.array(z.string());
    case 'money':
      return z.number();
  }
}

export function toWireSettings(settings: BotSettings): Shown {
  // Every setting is there.
  return objectOf<Shown>(settingNames.map((name) => [botSettings[name].wire, shown(settings[name])]));
}

function shown(value: BotSettings[SettingName]): unknown {
  if (typeof value === 'boolean') return toFlag(value);
  return typeof value === 'bigint' ? toNumber(value) : value;
}
