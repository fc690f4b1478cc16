import { describe, expect, it } from 'vitest';
import { unknownUser } from '../../core/unknown-user.js';
import type { Targeting } from '../../core/terms/rulebook.js';
import { defaultTargeting } from '../../core/terms/targeting.js';
import type { EndUser } from '../../core/ports/audience-store.js';
import { readCases } from '../support/cases.js';
import { NOW_MS, orderWith, viewerWith, World } from './choosing-world.js';

interface TargetingCase {
  name: string;
  demand: Record<string, unknown>;
  user: Record<string, unknown>;
  answer: 'shown' | 'no match' | 'unknown';
}

/** The advertisers' names of the fields, and ours. */
const fields: Record<string, keyof Targeting> = {
  gender: 'gender',
  only_premium: 'onlyPremium',
  languages: 'languages',
  countries: 'countries',
  cities: 'cities',
  devicestype: 'deviceTypes',
  devicesos: 'deviceSystems',
  ages: 'ages',
  has_photo: 'hasPhoto',
  has_real_photo: 'hasRealPhoto',
  has_username: 'hasUsername',
  has_bio: 'hasBio',
  has_first_name: 'hasFirstName',
  has_ru_name: 'hasRuName',
  has_rus_name: 'hasRusName',
  has_only_cyrillic: 'hasOnlyCyrillic',
  has_fake_check: 'hasFakeCheck',
  old_account: 'oldAccount',
  gifts: 'gifts',
  rating: 'rating',
};

const traits: Record<string, keyof EndUser> = {
  id: 'userId',
  first_name: 'firstName',
  last_name: 'lastName',
  username: 'username',
  language_code: 'languageCode',
  is_premium: 'isPremium',
  gender: 'gender',
  age: 'age',
  photo: 'hasPhoto',
  real_photo: 'hasRealPhoto',
  bio: 'hasBio',
  gifts: 'gifts',
  rating: 'rating',
  device_type: 'deviceType',
  device_os: 'deviceOs',
  country: 'countryId',
  city: 'cityId',
};

/** @throws RangeError for a word that is not in the table: a case must not pass because nothing was demanded */
function named<Name extends string>(table: Record<string, Name>, word: string): Name {
  const name = table[word];
  if (name === undefined) throw new RangeError(`nothing is called ${word}`);
  return name;
}

function targetingOf(demand: TargetingCase['demand']): Targeting {
  const targeting: Record<string, unknown> = { ...defaultTargeting() };
  for (const [word, value] of Object.entries(demand)) {
    const name = named(fields, word);
    targeting[name] = name.startsWith('has') ? value === 1 : value;
  }
  return targeting as unknown as Targeting;
}

function userOf({ visited, suspicious, ...known }: TargetingCase['user']): EndUser {
  const user: Record<string, unknown> = {
    ...unknownUser(42),
    visitedAtMs: visited === true ? NOW_MS - 1 : null,
    suspiciousUntilMs: suspicious === true ? NOW_MS + 1 : null,
  };
  for (const [word, value] of Object.entries(known)) user[named(traits, word)] = value;
  return user as unknown as EndUser;
}

describe('targeting', () => {
  const { cases } = readCases<TargetingCase>('targeting');

  it.each(cases)('$name', async ({ demand, user, answer }) => {
    const viewer = viewerWith({ user: userOf(user) });
    const targeting = targetingOf(demand);
    const world = new World();
    world.put(orderWith(1, { targeting }));
    const chooser = world.chooser();
    await chooser.sync();
    // The index, and the list of what changed since it was made, judge alike.
    for (const orderId of [1, 2]) {
      const reason = (await chooser.explain(viewer)).find(
        (explained) => explained.orderId === orderId,
      )?.reason;
      if (answer === 'shown') expect(reason).toBe(null);
      else
        expect(
          Object.keys(demand)
            .map((word) => (answer === 'unknown' ? `${word}_unknown` : word))
            .concat(answer === 'unknown' ? 'languages_unknown' : 'languages'),
        ).toContain(reason);
      const chosen = (await chooser.choose(viewer, 4)).map((order) => order.orderId);
      expect(chosen.includes(orderId)).toBe(answer === 'shown');
      world.put(orderWith(2, { targeting }));
      await chooser.sync();
    }
  });

  it('has a case of each kind for each field', () => {
    const cannotBeOtherwise = ['has_username', 'has_first_name'];
    for (const word of Object.keys(fields)) {
      const answers = new Set(cases.filter(({ demand }) => word in demand).map(({ answer }) => answer));
      const expected = cannotBeOtherwise.includes(word)
        ? ['shown', 'unknown']
        : ['no match', 'shown', 'unknown'];
      expect([word, [...answers].sort()]).toEqual([word, expected]);
    }
  });
});
