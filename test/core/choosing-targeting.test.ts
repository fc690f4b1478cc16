import { describe, expect, it } from 'vitest';
import { unknownUser } from '../../core/unknown-user.js';
import type { EndUser } from '../../core/ports/audience-store.js';
import { readCases } from '../support/cases.js';
import { NOW_MS, orderWith, viewerWith, World } from './choosing-world.js';
import { fields, named, targetingOf } from './wire-targeting.js';

interface TargetingCase {
  name: string;
  demand: Record<string, unknown>;
  user: Record<string, unknown>;
  answer: 'shown' | 'no match' | 'unknown';
}

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
