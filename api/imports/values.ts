/** What the other service's numbers of countries, cities and systems are here: two services may number them otherwise. */
import { ServiceError } from '../../core/errors.js';
import { type Found, isFound } from './answers.js';

const numbered = ['countries', 'cities', 'devicesos'] as const;

/** `user_parameters` as this service has them. @throws ServiceError where a value is unknown here */
export type Translate = (targeting: Found) => Found;

export function translator(
  theirs: Found,
  ours: { ads: Record<(typeof numbered)[number], Value[]> },
): Translate {
  const ads = isFound(theirs['ads']) ? theirs['ads'] : {};
  const tables = numbered.map((name) => {
    const there = Array.isArray(ads[name]) ? (ads[name] as Value[]) : [];
    const names = new Map(there.map((value) => [value.id, plain(value.name)]));
    const here = new Map(ours.ads[name].map((value) => [plain(value.name), value.id]));
    const read = (id: unknown): number => {
      const known = names.get(id as number);
      const found = known === undefined ? undefined : here.get(known);
      if (found !== undefined) return found;
      const value = known ?? String(id);
      throw new ServiceError('invalid_parameter', `${name}: ${value} is not known here.`, {
        topic: 'import_unknown',
        values: { value },
      });
    };
    return [name, read] as const;
  });
  return (targeting) => ({
    ...targeting,
    ...Object.fromEntries(
      tables.flatMap(([name, read]) => {
        const given = targeting[name];
        return Array.isArray(given) ? [[name, given.map(read)]] : [];
      }),
    ),
  });
}

interface Value {
  id: number;
  name: string;
}

const plain = (name: string): string => name.trim().toLowerCase();
