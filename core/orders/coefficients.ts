/**
 * The price coefficients (`interface.md`, user_parameters), in one place because they change. Exact decimals as text,
 * under the wire's names, since those are the keys of `coefficients` in an order's info. A field that is not here has
 * no influence on the price.
 */

/** Charged once when the field is set, however many values it has. */
export const fieldCoefficients = {
  countries: '1.5',
  cities: '2',
  devicestype: '1.5',
  devicesos: '1.5',
  has_photo: '1.1',
  has_real_photo: '1.4',
  has_username: '1.1',
  has_bio: '1.1',
  has_first_name: '1.1',
  has_ru_name: '1.1',
  has_rus_name: '1.1',
  has_only_cyrillic: '1.1',
  has_fake_check: '1.1',
} as const;

/** By age category; several are weighted by their percentages in /filters. */
export const ageCoefficients = {
  1: '1.2', // under 10
  2: '1.2', // 11-13
  3: '1.5', // 14-15
  4: '1.5', // 16-17
  5: '2.0', // 18-24
  6: '2.5', // 25 and older
} as const;

/** By the level asked for. */
export const levelCoefficients = {
  old_account: { 1: '1.1', 2: '1.2', 3: '1.3', 4: '1.4', 5: '1.5' },
  gifts: { 1: '1.1', 2: '1.2', 3: '1.3', 4: '1.4', 5: '1.5' },
  rating: { 1: '1.1', 2: '1.2', 3: '1.3', 4: '1.4', 5: '1.5' },
} as const;
