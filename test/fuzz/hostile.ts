/** Values that have broken somebody's program before, and how they get into what was right. */
import fc from 'fast-check';

/** How many cases a file tries, of so many in `npm run fuzz`; FUZZ_RUNS multiplies them. */
export function cases(inAll: number): number {
  return Math.ceil(inAll * Number(process.env['FUZZ_RUNS'] ?? 1));
}

export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e\u200b',
    'NaN',
    '0x10',
    '1e3',
    '-1',
    '9'.repeat(400),
    '9007199254740993',
    '__proto__',
    'constructor',
    "'; DROP TABLE bots; --",
    '%00%ff',
    '../../etc/passwd',
    '<img src=x onerror=alert(1)>',
    '{{7*7}}#{7*7}',
    'a'.repeat(5_000),
    '👩‍👩‍👧‍👦'.repeat(50),
    'http://127.0.0.1:1/',
    'javascript:alert(1)',
    'data:text/html,x',
  ),
);

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.anything({ maxDepth: 2, withBigInt: false, withDate: false, withMap: false, withSet: false }),
  fc.constantFrom<unknown>(
    null,
    true,
    -0,
    -1,
    0.1,
    1e308,
    2 ** 53,
    -(2 ** 63),
    [],
    [null],
    [[]],
    {},
    { length: 1e9 },
    { toString: 1, valueOf: 1 },
    Array.from({ length: 2_000 }, (_, index) => index),
  ),
  fc.integer({ min: -10, max: 600 }),
);

/** A right value with one of its fields, at any depth, replaced by something hostile, or taken away. */
export function mutated(right: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc
    .tuple(right, fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 4 }), hostile)
    .map(([value, path, junk]) => {
      const copy = structuredClone(value);
      let place = copy as Record<string, unknown>;
      for (const [depth, at] of path.entries()) {
        const names = Object.keys(place);
        const name = names[at % Math.max(1, names.length)];
        if (name === undefined) break;
        const inner = place[name];
        if (depth < path.length - 1 && typeof inner === 'object' && inner !== null) {
          place = inner as Record<string, unknown>;
          continue;
        }
        if (junk === null && at % 2 === 0) Reflect.deleteProperty(place, name);
        else place[name] = junk;
        break;
      }
      return copy;
    });
}
