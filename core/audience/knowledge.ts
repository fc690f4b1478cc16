/** Which values of a user facts are about, and who said them (`evidence.md`, Who may say what). */
import type { EndUser, Facts, KnownValue, KnowledgeSource, Sources } from '../ports/audience-store.js';

/** What one question brought, and its source. */
export type Answered = [facts: Facts, sources: Sources];

/** What is said together is one value. Fields that are no knowledge, such as marks and counts, have none. */
const valueOfField: Partial<Record<keyof EndUser, KnownValue>> = {
  firstName: 'names',
  lastName: 'names',
  username: 'names',
  languageCode: 'language',
  isPremium: 'premium',
  hasBio: 'bio',
  hasPhoto: 'photo',
  hasRealPhoto: 'photo',
  gifts: 'gifts',
  rating: 'rating',
  gender: 'gender',
  age: 'age',
  deviceType: 'device',
  deviceOs: 'device',
  ipAddress: 'place',
  countryId: 'place',
  cityId: 'place',
};

/** Names this source for every value that the facts are about. */
export function sourcesOf(facts: Facts, source: KnowledgeSource): Sources {
  const values = (Object.keys(facts) as (keyof EndUser)[]).flatMap((field) => valueOfField[field] ?? []);
  return Object.fromEntries(values.map((value) => [value, source]));
}

/** Several answers as one; of two about the same value the later stands. */
export function together(answers: readonly Answered[]): { facts: Facts; sources: Sources } {
  const all: { facts: Facts; sources: Sources } = { facts: {}, sources: {} };
  for (const [facts, sources] of answers) {
    Object.assign(all.facts, facts);
    Object.assign(all.sources, sources);
  }
  return all;
}
