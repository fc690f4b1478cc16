import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountCreatedAtMs } from '../../core/audience/account-age.js';
import { deviceOf, traitsOf } from '../../core/audience/index.js';
import { unknownUser } from '../../core/unknown-user.js';
import { readCases } from '../support/cases.js';

const nowMs = Date.parse('2026-11-21T00:00:00Z');

describe('what a name says', () => {
  interface NameCase {
    first_name: string;
    last_name: string;
    has_ru_name: boolean | null;
    has_rus_name: boolean | null;
    has_only_cyrillic: boolean | null;
  }

  it.each(readCases<NameCase>('names').cases)('"$first_name $last_name"', (row) => {
    const traits = traitsOf({ ...unknownUser(1), firstName: row.first_name, lastName: row.last_name }, nowMs);
    expect({
      has_ru_name: traits.hasRuName ?? null,
      has_rus_name: traits.hasRusName ?? null,
      has_only_cyrillic: traits.hasOnlyCyrillic ?? null,
    }).toEqual({
      has_ru_name: row.has_ru_name,
      has_rus_name: row.has_rus_name,
      has_only_cyrillic: row.has_only_cyrillic,
    });
    expect(traits.hasFirstName ?? null).toBe(row.first_name === '' ? null : true);
  });
});

describe('how old an account is', () => {
  interface AgeCase {
    user_id: number;
    not_before: string | null;
    not_after: string | null;
    level_at_2026_11_21: number | null;
  }

  it.each(readCases<AgeCase>('account-ages').cases)('id $user_id: $not_before to $not_after', (row) => {
    const createdAtMs = accountCreatedAtMs(row.user_id);
    const month = createdAtMs === undefined ? null : new Date(createdAtMs).toISOString().slice(0, 7);
    if (row.not_before === null || row.not_after === null) {
      expect(month).toBeNull();
    } else {
      expect(month).not.toBeNull();
      expect((month ?? '') >= row.not_before && (month ?? '') <= row.not_after).toBe(true);
    }
    expect(traitsOf(unknownUser(row.user_id), nowMs).accountLevel ?? null).toBe(row.level_at_2026_11_21);
  });

  it('a larger id is never an older account', () => {
    const ids = fc.oneof(
      fc.integer({ min: 1, max: 2_147_483_647 }),
      fc.integer({ min: 5_000_000_000, max: 9_999_999_999 }),
    );
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        const [smaller, larger] = [Math.min(one, other), Math.max(one, other)];
        expect(accountCreatedAtMs(larger)).toBeGreaterThanOrEqual(accountCreatedAtMs(smaller) ?? Infinity);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('which device a page is opened on', () => {
  interface DeviceCase {
    name: string;
    signs: {
      user_agent?: string;
      platform?: string;
      hinted_system?: string;
      hinted_mobile?: string;
      touch_points?: number;
    };
    type: string | null;
    system: string | null;
  }

  it.each(readCases<DeviceCase>('devices').cases)('$name', ({ signs, type, system }) => {
    const device = deviceOf({
      userAgent: signs.user_agent,
      platform: signs.platform,
      hintedSystem: signs.hinted_system,
      hintedMobile: signs.hinted_mobile,
      touchPoints: signs.touch_points,
    });
    expect({ type: device.type ?? null, system: device.system ?? null }).toEqual({ type, system });
  });

  it('is answered for whatever is sent', () => {
    const text = fc.option(fc.string({ maxLength: 700 }), { nil: undefined });
    const signs = fc.record({ userAgent: text, platform: text, hintedSystem: text, hintedMobile: text });
    fc.assert(
      fc.property(signs, (sent) => {
        expect([undefined, 'mobile', 'desktop', 'tablet']).toContain(deviceOf(sent).type);
      }),
    );
  });
});

describe('levels', () => {
  interface LevelCase {
    trait: 'gifts' | 'rating';
    value: number | null;
    level: number | null;
  }

  it.each(readCases<LevelCase>('levels').cases)(
    '$trait $value is level $level',
    ({ trait, value, level }) => {
      const traits = traitsOf({ ...unknownUser(1), [trait]: value }, nowMs);
      expect((trait === 'gifts' ? traits.giftsLevel : traits.ratingLevel) ?? null).toBe(level);
    },
  );
});

describe('a profile', () => {
  it('of an unknown user says nothing but the age of the account', () => {
    const { accountLevel, ...rest } = traitsOf(unknownUser(7_000_000_000), nowMs);
    expect(accountLevel).toBe(1);
    expect(Object.values(rest).filter((value) => value !== undefined)).toEqual([]);
  });

  it('names values by the ids of /filters', () => {
    const traits = traitsOf(
      {
        ...unknownUser(1),
        languageCode: 'uk-UA',
        deviceType: 'tablet',
        deviceOs: 'Mac OS',
        countryId: 804,
        age: 4,
      },
      nowMs,
    );
    expect(traits).toMatchObject({
      languageId: 4,
      deviceType: 'tablet',
      deviceSystemId: 3,
      countryId: 804,
      age: 4,
    });
  });

  it.each([
    ['a user who never visited a page', null, false, undefined],
    ['a visitor', 5, false, true],
    ['a suspicious visitor', 5, true, false],
  ])('%s: the anti-fraud check', (_, visitedAtMs, suspicious, passes) => {
    const user = { ...unknownUser(1), visitedAtMs, suspiciousUntilMs: suspicious ? Infinity : null };
    expect(traitsOf(user, nowMs).passesFakeCheck).toBe(passes);
  });
});
