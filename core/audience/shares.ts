/** What /filters counts of its users (`interface.md`, GET /filters: `percentage`). */
import type { EndUser } from '../ports/audience-store.js';

/** How the counts move when a user changes: one less of this value, one more of that. */
export function movedShares(
  before: EndUser,
  after: EndUser,
): [trait: string, value: string, users: 1 | -1][] {
  const old = new Map(sharesOf(before));
  return sharesOf(after).flatMap(([trait, value]) => {
    const oldValue = old.get(trait) ?? '';
    if (oldValue === value) return [];
    const less: [string, string, -1][] = oldValue === '' ? [] : [[trait, oldValue, -1]];
    const more: [string, string, 1][] = value === '' ? [] : [[trait, value, 1]];
    return [...less, ...more];
  });
}

/** `''` is unknown. */
function sharesOf(user: EndUser): [trait: string, value: string][] {
  const text = (value: string | number | null) => (value === null ? '' : String(value));
  return [
    ['language', user.languageCode],
    ['country', text(user.countryId)],
    ['city', text(user.cityId)],
    ['city_name', user.cityId === null || user.city === '' ? '' : `${String(user.cityId)}:${user.city}`],
    ['age', text(user.age)],
    ['device_type', text(user.deviceType)],
    ['device_os', text(user.deviceOs)],
  ];
}
