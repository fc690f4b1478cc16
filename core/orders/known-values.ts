/** Ids and codes in an order must be among those that /filters shows (`interface.md`, GET /filters). */
import { adThemes, type Filters, type FilterValue } from '../data/index.js';
import { faultOf, ServiceError } from '../errors.js';
import { type OrderChange, listNames, rulebook } from '../terms/index.js';

/** @throws ServiceError `invalid` naming every unknown value with its path on the wire */
export function assertKnownValues(change: OrderChange, { ads }: Filters): void {
  const targeting = change.targeting ?? {};
  const theme = typeof change.theme === 'string' ? [change.theme] : [];
  const faults = [
    ...listNames.flatMap((name) => {
      const { wire, filter } = rulebook[name];
      return unknown(`user_parameters.${wire}`, targeting[name], ads[filter]);
    }),
    ...unknown('forbidden_themes', change.forbiddenThemes, ads.forbidden_themes),
    ...theme
      .filter((code) => adThemes.every((known) => known.code !== code))
      .map(() => 'theme: is not among filters.bots.forbidden_themes of /filters'),
  ];
  if (faults.length > 0)
    throw new ServiceError('invalid', `${faults.join('; ')}.`, {
      faults: faults.map((fault) => faultOf(fault, { topic: 'not_offered' })),
    });
}

function unknown(
  path: string,
  values: readonly (number | string)[] | null | undefined,
  known: readonly FilterValue[],
): string[] {
  if (values === null || values === undefined || values.length === 0) return [];
  const ids = new Set<number | string>(known.map(({ id }) => id));
  const list = `filters.ads.${path.replace('user_parameters.', '')}`;
  return values.flatMap((value, index) =>
    ids.has(value) ? [] : [`${path}[${String(index)}]: is not among ${list} of /filters`],
  );
}
