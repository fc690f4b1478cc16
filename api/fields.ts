/**
 * Parsers for the fields of requests: liberal in what they take, exact in what they give (`decisions.md`, The wire).
 *
 * - Integers may come as numeric strings, booleans and flags as 0/1, `"0"`/`"1"`, `true`/`false` or their words, ids in
 *   lists as numbers or strings.
 * - `null` and `""` mean "absent", save in a field made with `resettable`, where null has a meaning of its own.
 * - Every fault is named with the field's path and what the field must be.
 *
 * A field is a zod schema whose input side describes the documented type, so that the same schema parses requests and
 * writes the API reference (`reference/schema.ts`).
 */
import { z } from 'zod';
import { parseDay } from '../core/days.js';
import { type Fault, ServiceError } from '../core/errors.js';
import { MAX_MICROS, parseMoney, toDecimal, withoutNoise, type Micros } from '../core/money.js';
import { cleanName, cleanText, isBlank, isUsername, wellFormed } from '../core/names.js';

export interface About {
  description?: string;
  example?: unknown;
}

/** The most elements a list may have where the interface names no bound. */
const LIST_MAX = 1_000;

/** The longest text where the interface names no bound; the body's own bound is 64 KiB. */
const TEXT_MAX = 4_096;

/** `null`, `""`, and text of which nothing can be seen are absent. */
function blankToAbsent(value: unknown): unknown {
  return value === null || (typeof value === 'string' && isBlank(value)) ? undefined : value;
}

function toWhole(value: unknown): unknown {
  if (typeof value !== 'string') return blankToAbsent(value);
  return /^\s*[+-]?\d{1,30}(\.0*)?\s*$/.test(value) ? Number(value) : blankToAbsent(value);
}

function toBoolean(value: unknown): unknown {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === 1 || word === '1' || word === 'true') return true;
  if (word === 0 || word === '0' || word === 'false') return false;
  return blankToAbsent(value);
}

function toFlag(value: unknown): unknown {
  const truth = toBoolean(value);
  return typeof truth === 'boolean' ? Number(truth) : truth;
}

const REQUIRED = 'is required';

/** What each message says, for people: zod carries text alone. */
const faults = new Map<string, Fault>([[REQUIRED, { topic: 'required' }]]);

/** What a field must be, kept with what that says for people. */
export function musts(text: string, fault: Fault): string {
  faults.set(text, fault);
  return text;
}

/** The one message of a field: that it is missing, or what it must be. */
function says(must: string) {
  return (issue: { input?: unknown }) => (issue.input === undefined ? REQUIRED : must);
}

/** Callers of the api alone meet it: forms offer what can be chosen. */
function saysChoice(must: string) {
  return says(musts(must, { topic: 'not_offered' }));
}

/** What JSON's numbers hold exactly. */
const TOO_LARGE = musts('must be a whole number below 2^53', {
  topic: 'most',
  values: { max: Number.MAX_SAFE_INTEGER },
});

/** A whole number; numeric strings count. */
export function integer({ min, max, ...about }: About & { min?: number; max?: number } = {}) {
  const must = musts(`must be a whole number${boundsOf(min, max)}`, wholeFault(min, max));
  const tooLarge = max === undefined ? TOO_LARGE : must;
  const number = z
    .int({ error: (issue) => (issue.code === 'too_big' ? tooLarge : says(must)(issue)) })
    .min(min ?? Number.MIN_SAFE_INTEGER, must)
    .max(max ?? Number.MAX_SAFE_INTEGER, tooLarge);
  return z.preprocess(toWhole, number.meta({ ...about }));
}

export function id(about: About = {}) {
  return integer({ min: 1, ...about });
}

/** 0 or 1 on the wire, a boolean inside. */
export function flag(about: About = {}) {
  const number = z.literal([0, 1], { error: saysChoice('must be 0 or 1') }).meta({ ...about });
  return z.preprocess(toFlag, number).transform((value) => value === 1);
}

export function boolean(about: About = {}) {
  const truth = z.boolean({ error: saysChoice('must be true or false') }).meta({ ...about });
  return z.preprocess(toBoolean, truth);
}

/** Text of 1 to `max` characters as it was sent; blank text is absent. Names, and what people read, are `name` or `prose`. */
export function text(options: TextOptions = {}) {
  return textThrough(wellFormed, options);
}

/** A name, a title or a note of 1 to `max` characters: cleaned, and counted then; blank text is absent. */
export function name(options: TextOptions = {}) {
  return textThrough(cleanName, options);
}

export function prose(options: TextOptions = {}) {
  return textThrough(cleanText, options);
}

/** A person's name on the platform; may be left out. Of one that cannot be seen nothing is left, and yet it was sent. */
export function personName(options: TextOptions = {}) {
  const toGiven = (value: unknown) => (value === null || value === '' ? undefined : value);
  return z.preprocess(toGiven, textThrough(cleanName, options, toGiven).optional()).optional();
}

type TextOptions = About & { max?: number };

function textThrough(
  clean: (text: string) => string,
  { max = TEXT_MAX, ...about }: TextOptions,
  toGiven = blankToAbsent,
) {
  const must = musts(`must be text of at most ${String(max)} characters`, { topic: 'text', values: { max } });
  const string = z.string({ error: says(must) }).max(max, must);
  const prepare = (value: unknown): unknown => {
    const given = toGiven(value);
    return typeof given === 'string' ? clean(given) : given;
  };
  return z.preprocess(prepare, string.meta({ ...about }));
}

/** A user's name on the platform, with or without @, as a caller writes it. */
export function username(about: About = {}) {
  return name({ max: 64, ...about }).transform((text) => text.replace(/^@/, ''));
}

/** The name under which the platform finds a bot, with or without @: 5 to 32 letters, digits and `_`. */
export function botUsername(about: About = {}) {
  const must = musts('must be a username of the platform: 5 to 32 letters, digits and _', {
    topic: 'nickname',
  });
  return username(about).refine(isUsername, must);
}

export function choice<const Word extends string>(words: readonly Word[], about: About = {}) {
  const word = z.enum(words, { error: saysChoice(`must be one of: ${words.join(', ')}`) });
  return z.preprocess(blankToAbsent, word.meta({ ...about }));
}

export function level<const Level extends number>(levels: readonly Level[], about: About = {}) {
  const number = z.literal([...levels], { error: saysChoice(`must be one of: ${levels.join(', ')}`) });
  return z.preprocess(toWhole, number.meta({ ...about }));
}

/** One of a few numbers, which need not be whole. */
export function step<const Step extends number>(steps: readonly Step[], about: About = {}) {
  const number = z.literal([...steps], { error: saysChoice(`must be one of: ${steps.join(', ')}`) });
  return z.preprocess(toAmount, number.meta({ ...about }));
}

/**
 * An amount of money up to `max`, in micro-units inside: exact, but for the noise of doubles.
 * @param about.min left out where a setting of the service decides how small it may be
 */
export function money({ min, max = MAX_MICROS, ...about }: About & { min?: Micros; max?: Micros } = {}) {
  const bounds =
    min === undefined ? `up to ${toDecimal(max)}` : `from ${toDecimal(min)} to ${toDecimal(max)}`;
  const must = musts(`must be a number ${bounds} with at most 6 decimals`, { topic: 'number' });
  const most = Number(toDecimal(max));
  const tooMuch = musts(`must be at most ${toDecimal(max)}`, { topic: 'most', values: { max: most } });
  const least = min === undefined ? {} : { minimum: Number(toDecimal(min)) };
  const amount = z.number({ error: says(must) }).meta({ ...least, maximum: most, ...about });
  return z.preprocess(toAmount, amount).transform((value, context): Micros => {
    try {
      const micros = parseMoney(withoutNoise(value));
      if (micros <= max && (min === undefined || micros >= min)) return micros;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
    context.addIssue({ code: 'custom', message: value > most ? tooMuch : must });
    return z.NEVER;
  });
}

function toAmount(value: unknown): unknown {
  if (typeof value !== 'string') return blankToAbsent(value);
  return /^\s*[+-]?\d{1,12}(\.\d{1,20})?\s*$/.test(value) ? Number(value) : blankToAbsent(value);
}

/** A date as `YYYY-MM-DD` that exists. */
export function date(about: About = {}) {
  const must = musts('must be a date as YYYY-MM-DD', { topic: 'date' });
  const string = z.string({ error: says(must) }).refine((value) => isRead(() => parseDay(value)), must);
  return z.preprocess(blankToAbsent, string.meta({ format: 'date', ...about }));
}

/** Whether core can read a text. */
export function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** A list of fields; a fault names the place in it. */
export function list<Field extends z.ZodType>(
  field: Field,
  { max = LIST_MAX, ...about }: About & { max?: number } = {},
) {
  const array = z
    .array(field, { error: saysChoice('must be a list') })
    .max(
      max,
      musts(`must be a list of at most ${String(max)} elements`, { topic: 'list_long', values: { max } }),
    );
  return z.preprocess(blankToAbsent, array.meta({ ...about }));
}

/** Ids as numbers, given as numbers or numeric strings. */
export function idList(about: About & { max?: number } = {}) {
  return list(integer(), about);
}

/** Ids or codes as text, given as strings or numbers. */
export function codeList(about: About & { max?: number } = {}) {
  const must = musts('must be text of at most 128 characters', { topic: 'text', values: { max: 128 } });
  const code = z.string({ error: says(must) }).max(128, must);
  const toCode = (value: unknown) => (Number.isSafeInteger(value) ? String(value) : blankToAbsent(value));
  return list(z.preprocess(toCode, code), about);
}

/** An object of fields inside a request; what it has beyond them is ignored. */
export function group<Shape extends z.ZodRawShape>(shape: Shape, about: About = {}) {
  const object = z.object(shape, { error: saysChoice('must be an object') });
  return z.preprocess(blankToAbsent, object.meta({ ...about }));
}

export function optional<Field extends z.ZodType>(field: Field) {
  return z.preprocess(blankToAbsent, field.optional()).optional();
}

export function withDefault<Field extends z.ZodType>(field: Field, value: NoInfer<z.output<Field>>) {
  // What is given is the schema's output, which zod's types cannot show for a generic schema.
  const withIt = z.preprocess(blankToAbsent, field.default(value as never)).default(value as never);
  return withIt.meta({ documentedDefault: value });
}

/** May be left out; null has a meaning of its own and is kept. `""` and blanks are absent. */
export function resettable<Field extends z.ZodType>(field: Field) {
  const unlessNull = (value: unknown) => (value === null ? value : blankToAbsent(value));
  return z.preprocess(unlessNull, field.nullable().optional()).optional();
}

/**
 * Parses a request by a schema.
 * @throws ServiceError `invalid` (422) that names every faulty field with its path and what it must be
 */
export function parseFields<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  // What is wrong in two ways with the same words is said once.
  const faulty = new Map(parsed.error.issues.map((issue) => [textOf(issue), issue]));
  const text = `${[...faulty.keys()].join('; ')}.`;
  throw new ServiceError('invalid', text, { faults: [...faulty.values()].flatMap(toFault) });
}

/** `user_parameters.cities[2]: must be a whole number` */
function textOf({ path, message }: z.core.$ZodIssue): string {
  return `${pathOf(path)}: ${message}`;
}

function toFault({ path, message }: z.core.$ZodIssue): Fault[] {
  const fault = faults.get(message);
  return fault === undefined ? [] : [{ ...fault, field: pathOf(path) }];
}

function pathOf(path: readonly PropertyKey[]): string {
  const parts = path.map((part, index) => {
    if (typeof part === 'number') return `[${String(part)}]`;
    return index === 0 ? String(part) : `.${String(part)}`;
  });
  return parts.join('') || 'request';
}

function boundsOf(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return '';
  if (max === undefined) return ` of at least ${String(min)}`;
  return min === undefined ? ` of at most ${String(max)}` : ` from ${String(min)} to ${String(max)}`;
}

function wholeFault(min: number | undefined, max: number | undefined): Fault {
  if (min === undefined)
    return max === undefined ? { topic: 'not_whole' } : { topic: 'most', values: { max } };
  return max === undefined
    ? { topic: 'whole_least', values: { min } }
    : { topic: 'whole', values: { min, max } };
}
