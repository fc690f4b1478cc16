/** Demands of an order that no user can meet here, since the service does not know such values. */
import type { Geo } from '../ports.js';
import type { Targeting } from '../terms/index.js';

export interface OrderWarning {
  demand: 'countries' | 'cities';
  /** What that means, and who can change it. */
  message: string;
}

const NO_DATABASE =
  'this service has no database of addresses (GEOIP_CITY_DB), so no user’s place is known, and the order is not shown.';
const NO_CITIES =
  'the database of addresses (GEOIP_CITY_DB) has countries alone, so no user’s city is known, and the order is not shown.';

export function warningsOf(
  { countries, cities }: Pick<Targeting, 'countries' | 'cities'>,
  { knows }: Pick<Geo, 'knows'>,
): OrderWarning[] {
  const warn = (demand: OrderWarning['demand'], why: string): OrderWarning => ({
    demand,
    message: `user_parameters.${demand}: ${why}`,
  });
  return [
    ...(countries.length > 0 && !knows.countries ? [warn('countries', NO_DATABASE)] : []),
    ...(cities.length > 0 && !knows.cities
      ? [warn('cities', knows.countries ? NO_CITIES : NO_DATABASE)]
      : []),
  ];
}

/** What the operator should know at the start; null where places are known. */
export function missingPlaces({ knows }: Pick<Geo, 'knows'>): string | null {
  if (!knows.countries)
    return 'countries and cities are not known: orders that demand them are not shown until GEOIP_CITY_DB is set';
  return knows.cities
    ? null
    : 'cities are not known: the database of GEOIP_CITY_DB has countries alone, and orders that demand cities are not shown';
}
