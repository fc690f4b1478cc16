/**
 * What a button carries: the name of its action and the action's fields, joined by colons, such as `bot-on:42:1`. The
 * platform takes at most 64 bytes.
 *
 * Messages keep their buttons: every form that was ever sent is read on. A field may be added at the end as `optional`;
 * any other change takes a new name, and the old one stays for a version. What was sent so far stands in
 * `test/cases/buttons.json`.
 */
export const CALLBACK_DATA_BYTES_MAX = 64;

declare const isMade: unique symbol;
/** Data that was made here, of an action that there is. */
export type CallbackData = string & { readonly [isMade]: true };

/** One field of a button's data. No text holds a colon. */
export interface Field<Value> {
  /** Returns undefined for a text that no button carries; the empty text is none. */
  parse(text: string): Value | undefined;
  write(value: Value): string;
  /** The text of the value that takes the most bytes. */
  longest: string;
  /** Absent: every button of the action carries it. */
  isOptional?: boolean;
}

/** The fields of an action by their names, in the order of the data; optional ones stand last. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

type ValueOf<Of> = Of extends Field<infer Value> ? Value : never;
type OptionalIn<Of extends Fields> = {
  [Name in keyof Of]: Of[Name] extends { isOptional: true } ? Name : never;
}[keyof Of];
export type Values<Of extends Fields> = { [Name in Exclude<keyof Of, OptionalIn<Of>>]: ValueOf<Of[Name]> } & {
  [Name in OptionalIn<Of>]?: ValueOf<Of[Name]> | undefined;
};

/** The button is of an older version, or was never ours. */
export class StaleButton extends Error {
  override readonly name = 'StaleButton';
}

/**
 * @param values by the names of the fields; an optional one may be left out together with all after it
 * @throws RangeError for a value that could not be read again
 */
export function encode(
  action: string,
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
): CallbackData {
  const parts = [action];
  let isEnded = false;
  for (const [name, { parse, write, isOptional = false }] of Object.entries(fields)) {
    const value = values[name];
    isEnded ||= value === undefined && isOptional;
    if (isEnded && value === undefined) continue;
    const part = value === undefined ? '' : write(value);
    if (isEnded || parse(part) === undefined)
      throw new RangeError(`A button of ${action} with ${name} "${part}".`);
    parts.push(part);
  }
  const data = parts.join(':');
  if (Buffer.byteLength(data) > CALLBACK_DATA_BYTES_MAX)
    throw new RangeError(`The button data ${data} is too long.`);
  return data as CallbackData;
}

/**
 * Reads the data of a button of this action; what follows its fields is ignored.
 * @throws StaleButton for data that `encode` does not make
 */
export function decode<Of extends Fields>(action: string, fields: Of, data: string): Values<Of> {
  const texts = data === action ? [] : data.slice(action.length + 1).split(':');
  const values = Object.entries(fields).map(([name, { parse, isOptional = false }], index) => {
    const text = texts[index];
    const value = parse(text ?? '');
    if (value === undefined && (text !== undefined || !isOptional)) throw new StaleButton();
    return [name, value] as const;
  });
  return Object.fromEntries(values) as Values<Of>;
}

/** The longest data that a button of this action can carry. */
export function longestData(action: string, fields: Fields): string {
  return [action, ...Object.values(fields).map(({ longest }) => longest)].join(':');
}

/** A whole number within bounds. */
export function whole({ min, max }: { min: number; max: number }): Field<number> {
  return {
    parse: (text) => {
      const number = Number(text);
      return /^\d{1,16}$/.test(text) && number >= min && number <= max ? number : undefined;
    },
    write: String,
    longest: String(max),
  };
}

/** The id of an account, bot, order or anything else of the store, or how many of a list come before a page. */
export const id = whole({ min: 0, max: Number.MAX_SAFE_INTEGER });

export const flag: Field<boolean> = {
  parse: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  write: (is) => (is ? '1' : '0'),
  longest: '1',
};

/** One of a few words or numbers. */
export function oneOf<const Value extends string | number>(values: readonly Value[]): Field<Value> {
  const byText = new Map(values.map((value) => [String(value), value]));
  return { parse: (text) => byText.get(text), write: String, longest: longestOf([...byText.keys()]) };
}

/** The same by its place in the list, where the values themselves are long. */
export function placeIn<Value>(values: readonly Value[]): Field<Value> {
  const { parse, longest } = whole({ min: 0, max: values.length - 1 });
  return {
    parse: (text) => values[parse(text) ?? values.length],
    write: (value) => String(values.indexOf(value)),
    longest,
  };
}

/** A code or a secret of letters, digits, `_`, `.` and `-`. */
export function text(lengthMax: number): Field<string> {
  const pattern = new RegExp(`^[\\w.-]{1,${String(lengthMax)}}$`);
  return {
    parse: (said) => (pattern.test(said) ? said : undefined),
    write: String,
    longest: 'x'.repeat(lengthMax),
  };
}

/** Either of two fields whose texts differ. */
export function either<One extends string | number, Other extends string | number>(
  one: Field<One>,
  other: Field<Other>,
): Field<One | Other> {
  return {
    parse: (said) => one.parse(said) ?? other.parse(said),
    write: String,
    longest: longestOf([one.longest, other.longest]),
  };
}

export function optional<Value>(field: Field<Value>): Field<Value> & { isOptional: true } {
  return { ...field, isOptional: true };
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce(
    (longest, one) => (Buffer.byteLength(one) > Buffer.byteLength(longest) ? one : longest),
    '',
  );
}
