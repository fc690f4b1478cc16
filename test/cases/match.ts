/** Compares an answer with what a case expects; see README.md for the words that stand for values. */

/** Every place where the value is not as expected, as `path: what is wrong`; empty when all is well. */
export function mismatches(expected: unknown, actual: unknown, path = 'body', isWhole = false): string[] {
  if (typeof expected === 'string') return mismatchOfText(expected, actual, path);
  if (Array.isArray(expected)) return mismatchesOfList(expected, actual, path, isWhole);
  if (typeof expected === 'object' && expected !== null)
    return mismatchesOfObject(expected, actual, path, isWhole);
  return Object.is(expected, actual) ? [] : [differs(path, expected, actual)];
}

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  '<anything>': (value) => value !== undefined,
  '<missing>': (value) => value === undefined,
  '<text>': (value) => typeof value === 'string' && value !== '',
  '<number>': (value) => typeof value === 'number',
  '<whole number>': (value) => Number.isInteger(value),
  '<yes or no>': (value) => typeof value === 'boolean',
  '<time>': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value),
};

function mismatchOfText(expected: string, actual: unknown, path: string): string[] {
  const kind = kinds[expected];
  if (kind !== undefined) return kind(actual) ? [] : [differs(path, expected, actual)];
  if (/^<[a-z ]+>$/.test(expected)) return [`${path}: the case uses ${expected}, which nobody knows`];
  if (expected.startsWith('~')) {
    const isIn = typeof actual === 'string' && actual.includes(expected.slice(1));
    return isIn ? [] : [differs(path, expected, actual)];
  }
  return expected === actual ? [] : [differs(path, expected, actual)];
}

function mismatchesOfList(
  expected: readonly unknown[],
  actual: unknown,
  path: string,
  isWhole: boolean,
): string[] {
  if (!Array.isArray(actual) || actual.length !== expected.length) return [differs(path, expected, actual)];
  return expected.flatMap((value, index) => mismatches(value, actual[index], `${path}[${index}]`, isWhole));
}

function mismatchesOfObject(expected: object, actual: unknown, path: string, isWhole: boolean): string[] {
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual))
    return [differs(path, expected, actual)];
  const values = actual as Record<string, unknown>;
  const wrong = Object.entries(expected).flatMap(([name, value]) =>
    mismatches(value, values[name], `${path}.${name}`, isWhole),
  );
  if (!isWhole) return wrong;
  const extra = Object.keys(values).filter((name) => !Object.hasOwn(expected, name));
  return [...wrong, ...extra.map((name) => `${path}.${name}: is there, and should not be`)];
}

function differs(path: string, expected: unknown, actual: unknown): string {
  return `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}
