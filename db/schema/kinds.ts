/** Kinds of orders in the conditions of statements and indices. */
import { type AdsType, kindNames } from '../../core/kinds/index.js';

/** That an order is of a kind of which this holds: `ads_type = 'channel'`. */
export function ofKinds(holds: (order: { adsType: AdsType }) => boolean): string {
  const names = kindNames.filter((adsType) => holds({ adsType })).map((name) => `'${name}'`);
  return names.length === 1 ? `ads_type = ${names.join('')}` : `ads_type IN (${names.join(', ')})`;
}
