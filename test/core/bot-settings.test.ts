/** Each row of a bot's settings is taken up by all that is made of it: one that something forgot is red here. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { settingFields, toSettings, toWireSettings } from '../../api/routes/bot-settings.js';
import { botSchema } from '../../api/routes/bot-wire.js';
import { wordsIn } from '../../bot/words.js';
import { settingLines } from '../../bot/operator/bots/settings.js';
import { type BotSetting, botSettings, defaultBotSettings, settingNames } from '../../core/terms/index.js';
import { otherThanDefault } from '../support/bot-settings.js';

const read = z.object(settingFields);

describe.each(settingNames)('%s', (name) => {
  const row: BotSetting = botSettings[name];
  const settings = { ...defaultBotSettings, [name]: otherThanDefault(row) };

  it('is read from the wire under each of its names, and shown there under the first', () => {
    const wire = toWireSettings(settings);
    expect(toSettings(read.parse(wire))).toEqual(settings);
    for (const taken of [row.wire, ...(row.aliases ?? [])])
      expect(toSettings(read.parse({ [taken]: wire[row.wire as keyof typeof wire] }))).toEqual({
        [name]: settings[name],
      });
    expect(toSettings(read.parse({}))).toEqual({});
  });

  it('is in the reference, taken and shown', () => {
    const taken = z.toJSONSchema(read, { io: 'input', unrepresentable: 'any' });
    expect(JSON.stringify(taken.properties?.[row.wire])).toContain(
      JSON.stringify(row.reference).slice(1, -1),
    );
    const field = botSchema.shape[row.wire as keyof typeof botSchema.shape];
    expect(field.meta()?.description).toBe(`${row.shown ?? row.reference}.`);
    expect(field.safeParse(toWireSettings(settings)[row.wire as keyof typeof settingFields]).success).toBe(
      true,
    );
  });

  it.each(['en', 'ru'] as const)('has its words in the operator bot, in %s', (language) => {
    const words = wordsIn(language);
    const line = settingLines(words).filter((said) =>
      said.includes(`<b>${words.html(`setting-${row.wire}`)}</b>: `),
    );
    expect(line).toHaveLength(1);
    const about = words.text(`setting-${row.wire}-about`);
    expect(about).toMatch(language === 'ru' ? /[а-я]/i : /^[^а-яё]+$/i);
  });
});

type FlagSetting = Extract<BotSetting, { kind: 'flag' }>;

it('is complete, or does not compile', () => {
  const complete = {
    kind: 'flag',
    wire: 'show_note',
    default: false,
    reference: 'A note',
  } as const satisfies FlagSetting;
  // @ts-expect-error a row without its reference
  const unexplained: FlagSetting = { ...complete, reference: undefined };
  // @ts-expect-error a row without its default
  const undecided: FlagSetting = { ...complete, default: undefined };
  expect([unexplained, undecided]).toHaveLength(2);
});
