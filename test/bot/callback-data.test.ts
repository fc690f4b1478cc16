/**
 * The data of the operator bot's buttons: none can be longer than the platform takes, all that the versions before have
 * sent is read on, and what nobody sent is refused.
 */
import { describe, expect, it } from 'vitest';
import { type ActionName, actions, callbackData } from '../../bot/operator/actions.js';
import {
  CALLBACK_DATA_BYTES_MAX,
  decode,
  either,
  encode,
  type Fields,
  flag,
  id,
  longestData,
  oneOf,
  optional,
  placeIn,
  StaleButton,
  text,
  whole,
} from '../../bot/operator/callback-data.js';
import { buildFilters, type FilterValue } from '../../core/data/index.js';
import { listNames, rulebook } from '../../core/terms/index.js';
import sent from '../cases/buttons.json' with { type: 'json' };

const nothingCounted = {
  languages: new Map(),
  countries: new Map(),
  cities: new Map(),
  ages: new Map(),
  deviceTypes: new Map(),
  deviceSystems: new Map(),
};
const names = Object.keys(actions) as ActionName[];
const fieldsOf = (name: ActionName): Fields => actions[name];

describe.each(names)('a button of %s', (name) => {
  const longest = longestData(name, fieldsOf(name));

  it('never carries more than the platform takes', () => {
    expect(Buffer.byteLength(longest)).toBeLessThanOrEqual(CALLBACK_DATA_BYTES_MAX);
    expect(callbackData(name, decode(name, fieldsOf(name), longest))).toBe(longest);
    // Nothing goes on behind what a field names as its longest text.
    for (const field of Object.values(fieldsOf(name)))
      expect(field.parse(`${field.longest}0`)).toBeUndefined();
  });

  it('is read as it was sent by versions before', () => {
    const rows = sent.filter(({ action }) => action === name);
    expect(rows.length).toBeGreaterThan(0);
    for (const { data, fields } of rows) {
      expect(decode(name, fieldsOf(name), data)).toEqual(fields);
      expect(encode(name, fieldsOf(name), fields)).toBe(data);
    }
  });

  it('is refused without its fields, or with others', () => {
    const [first] = Object.values(fieldsOf(name));
    if (first === undefined) return;
    const read = (data: string) => () => decode(name, fieldsOf(name), data);
    if (first.isOptional !== true) expect(read(name)).toThrow(StaleButton);
    const isText = first.parse('a') !== undefined;
    const forgedIds = isText ? [] : ['-1', '1e3', '0x1', '9007199254740992', '__proto__'];
    for (const forged of ['', ' 1', 'ж', 'x'.repeat(61), ...forgedIds])
      expect(read(`${name}:${forged}`), forged).toThrow(StaleButton);
  });
});

it('has no name that another begins with, up to a colon', () => {
  const within = names.filter((name) => names.some((other) => name.startsWith(`${other}:`)));
  expect(within).toEqual([]);
});

describe('a field', () => {
  it('knows the longest text it can carry', () => {
    expect(id.longest).toBe('9007199254740991');
    expect(whole({ min: 5, max: 4_320 }).longest).toBe('4320');
    expect(oneOf([0, 0.8, 'ж', 'long']).longest).toBe('long');
    expect(oneOf(['жжж', 'long']).longest).toBe('жжж');
    expect(either(id, oneOf(['d'])).longest).toBe(id.longest);
    expect(either(whole({ min: 0, max: 9 }), oneOf(['none'])).longest).toBe('none');
    expect(placeIn(Array.from({ length: 101 }, String)).longest).toBe('100');
    expect(text(3).longest).toHaveLength(3);
    const { place } = actions['tg-set'];
    for (const longer of ['s0000000', 's1000000', 'ss1']) expect(place.parse(longer)).toBeUndefined();
  });

  it('has room for every value of the lists of /filters', () => {
    const { value } = actions['tg-set'];
    const { ads } = buildFilters(nothingCounted);
    for (const { id: listed } of listNames.flatMap<FilterValue>((name) => ads[rulebook[name].filter]))
      expect(value.parse(String(listed))).toBeDefined();
    // Cities from outside our table have the numbers of an address database.
    expect(value.parse('4294967295')).toBe('4294967295');
  });

  it('may be left out where it is optional, with all after it', () => {
    const fields = { of: id, from: optional(id), isAll: optional(flag) };
    expect(encode('x', fields, { of: 1 })).toBe('x:1');
    expect(encode('x', fields, { of: 1, from: 0, isAll: false })).toBe('x:1:0:0');
    expect(decode('x', fields, 'x:1')).toEqual({ of: 1, from: undefined, isAll: undefined });
    expect(() => decode('x', fields, 'x:1:')).toThrow(StaleButton);
    expect(() => encode('x', fields, { of: 1, isAll: true })).toThrow(RangeError);
  });

  it('is never sent with what could not be read again', () => {
    for (const botId of [-1, 0.5, NaN, 2 ** 53])
      expect(() => callbackData('bot', { botId })).toThrow(RangeError);
    expect(() => callbackData('rep', { orderId: 1, taskId: 'a:b' })).toThrow(RangeError);
  });
});

it('is of an action that there is, with its fields, or does not compile', () => {
  const wrong = [
    // @ts-expect-error there is no such action
    () => callbackData('bots-fond'),
    // @ts-expect-error the id is missing
    () => callbackData('bot'),
    // @ts-expect-error an id is a number
    () => callbackData('bot', { botId: '7' }),
    // @ts-expect-error there is no such setting
    () => callbackData('set-flag', { botId: 7, name: 'showMusic', isOn: true }),
  ];
  expect(wrong).toHaveLength(4);
});
