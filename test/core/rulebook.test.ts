/** Each row of the rulebook is taken up by all that is made of it: a field that one of them forgot is red here. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { targetingFields, toTargeting, toWireTargeting } from '../../api/routes/orders/targeting-fields.js';
import { targetingLines } from '../../bot/operator/orders/summary.js';
import { wordsIn } from '../../bot/words.js';
import { traitsOf } from '../../core/audience/index.js';
import { agePercentagesOf, buildFilters } from '../../core/data/index.js';
import type { OrderInfo } from '../../core/orders/index.js';
import { priceOf } from '../../core/orders/pricing.js';
import {
  type AnyRow,
  type DemandRow,
  rulebook,
  type Targeting,
  type TargetingName,
  targetingNames,
} from '../../core/terms/rulebook.js';
import { defaultTargeting } from '../../core/terms/targeting.js';
import { reportWords } from '../../core/reports/index.js';
import { namesIn, targetingLines as reportLines } from '../../core/reports/order-lines.js';
import { words } from '../../words/index.js';
import { demandsOf, FIELD_NAMES, profileOf } from '../../core/choosing/index.js';
import { refuseTraits } from '../../core/choosing/targeting.js';
import { unknownUser } from '../../core/unknown-user.js';
import { NOW_MS, orderWith } from './choosing-world.js';

const filters = buildFilters({
  languages: new Map(),
  countries: new Map(),
  cities: new Map(),
  ages: new Map(),
  deviceTypes: new Map(),
  deviceSystems: new Map(),
  adThemes: new Map(),
  botThemes: new Map(),
});
const english = reportWords(words, 'en');
const nobody = traitsOf({ ...unknownUser(42), firstName: '' }, NOW_MS);

/** What each kind of row can demand: a value, with what a user must be and must not be. */
function exampleOf(row: AnyRow): { value: unknown; fits: unknown; misfits: unknown } {
  if (row.kind === 'demand') return { value: true, fits: true, misfits: false };
  if (row.kind === 'level') return { value: 3, fits: 4, misfits: 2 };
  if (row.kind === 'list') {
    const [first, second] = filters.ads[row.filter];
    return { value: [first?.id], fits: first?.id, misfits: second?.id };
  }
  const [choice, other] = row.choices.filter((each) => each !== row.any);
  return { value: choice, fits: row.accepts[choice ?? ''], misfits: row.accepts[other ?? ''] };
}

const demanding = (name: TargetingName): Targeting => ({
  ...defaultTargeting(),
  languages: null,
  [name]: exampleOf(rulebook[name]).value,
});

describe.each(targetingNames)('%s', (name) => {
  const row: AnyRow = rulebook[name];
  const { fits, misfits } = exampleOf(row);
  const targeting = demanding(name);

  it('is read from the wire and shown there', () => {
    const wire = toWireTargeting(targeting);
    const parsed = Object.entries(targetingFields).map(([key, field]) => [
      key,
      field.parse(wire[key as keyof typeof wire]),
    ]);
    expect(toTargeting(Object.fromEntries(parsed) as Parameters<typeof toTargeting>[0])).toEqual(targeting);
    const reference = JSON.stringify(
      z.toJSONSchema(z.object(targetingFields), { io: 'input', unrepresentable: 'any' }),
    );
    expect(reference).toContain(row.reference);
  });

  it('is priced as its row says', () => {
    const { coefficients } = priceOf({ targeting, minBotQuality: 0 }, 1_000_000n, agePercentagesOf(filters));
    const isPriced = row.kind !== 'choice' && !(row.kind === 'list' && row.coefficient === undefined);
    expect(Object.keys(coefficients)).toEqual(isPriced ? [row.wire, 'total'] : ['total']);
  });

  it('fits those who meet it, and nobody of whom it is unknown', () => {
    const reasonOf = (trait: unknown) =>
      refuseTraits(demandsOf(targeting), profileOf({ ...nobody, [row.trait]: trait }), null);
    expect(FIELD_NAMES).toContain(row.wire);
    expect(reasonOf(fits)).toBe(null);
    expect(reasonOf(misfits)).toBe(row.wire);
    expect(reasonOf(undefined)).toBe(`${row.wire}_unknown`);
  });

  it('has its words in both languages, and its line in reports', () => {
    for (const language of ['en', 'ru'] as const) {
      const lines = targetingLines({ targeting } as OrderInfo, wordsIn(language), filters).join('\n');
      const indifferent = { ...targeting, [name]: { ...defaultTargeting(), languages: null }[name] };
      const before = targetingLines({ targeting: indifferent } as OrderInfo, wordsIn(language), filters);
      expect(lines).not.toBe(before.join('\n'));
      expect(lines).not.toMatch(/undefined|target-/);
    }
    const order = { ...orderWith(1), targeting };
    expect(reportLines(order, new Map(), namesIn(english), english).map((line) => line.label)).toContain(
      english.text(`target-${row.wire}`),
    );
  });
});

it('is complete, or does not compile', () => {
  const complete = {
    kind: 'demand',
    wire: 'has_emoji_name',
    trait: 'hasFirstName',
    coefficient: '1.1',
    assumedShare: 0.1,
    reference: 'an emoji in the name.',
  } as const satisfies DemandRow;
  // @ts-expect-error a row without its reference
  const unexplained: DemandRow = { ...complete, reference: undefined };
  // @ts-expect-error a row without its trait
  const traitless: DemandRow = { ...complete, trait: undefined };
  expect([unexplained, traitless]).toHaveLength(2);
});
