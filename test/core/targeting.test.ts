import { describe, expect, it } from 'vitest';
import { defaultTargeting, mergeTargeting, type TargetingPatch } from '../../core/terms/targeting.js';

describe('the targeting of an order', () => {
  it('is by default for anybody who speaks one of the five languages', () => {
    const { gender, onlyPremium, languages, ...rest } = defaultTargeting();
    expect({ gender, onlyPremium, languages }).toEqual({
      gender: 'all',
      onlyPremium: 0,
      languages: [1, 2, 3, 4, 5],
    });
    for (const value of Object.values(rest)) expect([false, 0, []]).toContainEqual(value);
  });
});

describe('an update of a targeting', () => {
  const before = {
    ...defaultTargeting(),
    gender: 'male' as const,
    countries: [643],
    cities: [1, 2],
    languages: [1],
    hasPhoto: true,
    gifts: 3 as const,
  };

  it.each<[string, TargetingPatch, object]>([
    ['nothing named, nothing changed', {}, before],
    ['undefined leaves a field', { gender: undefined, cities: undefined }, before],
    [
      'a value replaces the old one',
      { gender: 'female', hasPhoto: false },
      { ...before, gender: 'female', hasPhoto: false },
    ],
    ['a list replaces the old one', { cities: [7] }, { ...before, cities: [7] }],
    ['an empty list clears', { cities: [] }, { ...before, cities: [] }],
    ['null clears a list', { countries: null }, { ...before, countries: [] }],
    ['null clears a word', { gender: null }, { ...before, gender: 'all' }],
    ['null clears a flag', { hasPhoto: null }, { ...before, hasPhoto: false }],
    ['null clears a level', { gifts: null }, { ...before, gifts: 0 }],
    ['null languages are all languages', { languages: null }, { ...before, languages: null }],
    [
      'an empty list of languages is the default',
      { languages: [] },
      { ...before, languages: [1, 2, 3, 4, 5] },
    ],
    [
      'values are kept once',
      { ages: [4, 5, 4], languages: [2, 2] },
      { ...before, ages: [4, 5], languages: [2] },
    ],
  ])('%s', (_, patch, after) => {
    expect(mergeTargeting(before, patch)).toEqual(after);
  });

  it('changes a copy', () => {
    const copy = structuredClone(before);
    mergeTargeting(before, { cities: [9], languages: null });
    expect(before).toEqual(copy);
  });
});
