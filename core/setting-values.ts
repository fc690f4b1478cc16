/** Shapes of settings: what the text of an environment variable may be, and what it becomes. */
import { z } from 'zod';
import { contrast, READABLE_CONTRAST, softOf } from './colors.js';
import { MAX_MICROS, toDecimal } from './money.js';
import { type NetworkKind, networkKinds } from './ports/networks.js';

/** A text of one shape. @param must says which, such as `must be a whole number` */
export const shaped = (shape: RegExp, must: string) => z.string().regex(shape, must);
export const wholeNumber = (from: number, to: number) =>
  shaped(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((number) => number >= from && number <= to, `must be from ${String(from)} to ${String(to)}`);
export const port = wholeNumber(0, 65_535);
/** Calls a second, from the least to the most. */
export const pace = z
  .string()
  .regex(/^\d+(\.\d+)?-\d+(\.\d+)?$/, 'must be two numbers of calls a second, such as 5-1000')
  .transform((text) => {
    const [min = 0, max = 0] = text.split('-').map(Number);
    return { min, max };
  })
  .refine(
    ({ min, max }) => min > 0 && min <= max && max <= 10_000,
    'must go up, above 0 and at most to 10000',
  );
export const BOT_TOKEN_SHAPE = /^\d{1,20}:[\w-]{10,64}$/;
const CHECKERS_MAX = 20;
/** Of bots that differ. */
export const tokenList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((token) => token.trim())
      .filter((token) => token !== ''),
  )
  .refine((tokens) => tokens.every((token) => BOT_TOKEN_SHAPE.test(token)), {
    message: 'must be tokens that look like 123456:ABC…, separated by commas',
  })
  .refine((tokens) => tokens.length <= CHECKERS_MAX, `must be at most ${String(CHECKERS_MAX)} tokens`)
  .refine(
    (tokens) => new Set(tokens.map((token) => Number(token.split(':')[0]))).size === tokens.length,
    'must be tokens of bots that differ',
  );
export const name = shaped(/^\S(.{0,30}\S)?$/u, 'must have 1 to 32 characters, and no space at its ends');
const NETWORKS_MAX = 8;
/** `kind key`, and the address of a service of this interface, in the order in which they are asked. Faults never show a key. */
export const networkList = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .transform((entries) => entries.filter((entry) => entry !== '').map((entry) => entry.split(/\s+/)))
  .refine(
    (networks) => networks.every(isNetwork),
    `must be a kind (${networkKinds.join(', ')}) and its key each, with an address after the key of a sponsorgate`,
  )
  .transform((networks) =>
    networks.map(([kind = '', key = '', url = '']) => ({ kind: kind as NetworkKind, key, url })),
  )
  .refine((networks) => networks.length <= NETWORKS_MAX, `must be at most ${String(NETWORKS_MAX)} networks`)
  .refine(
    (networks) => new Set(networks.map(({ kind, url }) => `${kind} ${url}`)).size === networks.length,
    'must name each network once',
  );
const AMOUNT_MAX = toDecimal(MAX_MICROS);
export const decimal = z
  .string()
  .regex(/^\d+(\.\d{1,6})?$/, 'must be a number with at most 6 decimals')
  .refine((text) => !(Number(text) > Number(AMOUNT_MAX)), `must be at most ${AMOUNT_MAX}`);
/** A share of something. */
export const part = decimal.refine((share) => Number(share) <= 1, 'must be between 0 and 1');
/** The least that is moved at once, in CURRENCY. */
export const amount = decimal.refine(
  (least) => Number(least) > 0 && Number(least) <= 1_000_000,
  'must be above 0, at most 1000000',
);
export const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((text) => text === '1');
export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/./, 'must be postgres://user:password@host:port/database');
export const url = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://sponsors.example.org' })
  .transform((value) => value.replace(/\/+$/, ''));
/** Plain text for one message of the platform; `\\n` begins a new line. */
export const legalText = z
  .string()
  .min(1)
  .max(4_000)
  .transform((text) => text.replaceAll('\\n', '\n'));
export const idList = z
  .string()
  .regex(/^\s*(\d+\s*(,\s*\d+\s*)*)?$/, 'must be ids separated by commas')
  .transform((text) =>
    text
      .split(',')
      .filter((id) => id.trim() !== '')
      .map(Number),
  );

function isNetwork([kind = '', key = '', url = '', ...more]: readonly string[]): boolean {
  const isKnown = networkKinds.some((known) => known === kind);
  const hasAddress = URL.canParse(url) && /^https?:/.test(url);
  return isKnown && key !== '' && more.length === 0 && (kind === 'sponsorgate' ? hasAddress : url === '');
}

/** A name for a range of addresses, an address, or a range. */
const proxy = z.union(
  [z.enum(['loopback', 'linklocal', 'uniquelocal']), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  { error: 'must be loopback, linklocal, uniquelocal, addresses or ranges, separated by commas' },
);
export const proxyList = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .pipe(z.array(proxy));

/** Readable on white. */
export const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour such as #2158c7', abort: true })
  .refine((value) => contrast(value, softOf(value)) >= READABLE_CONTRAST, 'is too light to be read on white');
