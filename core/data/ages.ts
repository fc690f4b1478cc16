/** Age categories, with one set of labels everywhere (`decisions.md`, Questions and form). */

export interface AgeLabel {
  id: 1 | 2 | 3 | 4 | 5 | 6;
  name: string;
  /** See `priors.ts`, here and of devices. */
  prior: number;
}

export const ages: readonly AgeLabel[] = [
  { id: 1, name: 'under 10', prior: 2 },
  { id: 2, name: '11-13', prior: 6 },
  { id: 3, name: '14-15', prior: 10 },
  { id: 4, name: '16-17', prior: 14 },
  { id: 5, name: '18-24', prior: 33 },
  { id: 6, name: '25 and older', prior: 35 },
];

/** The label of a category; `undetermined` for 0, which exists in user info only. */
export function ageLabel(category: number): string {
  return ages.find((age) => age.id === category)?.name ?? 'undetermined';
}

/** Years of age that somebody may have; below are the ids of categories. */
const YEARS = { min: 7, max: 120 };

/** The last year of each category but the oldest. Ten-year-olds stand in no label: they are nearer to the youngest. */
const LAST_YEARS = [10, 13, 15, 17, 24];

/** The category of somebody of so many whole years (7 to 120); undefined for what is no age of a person. */
export function ageCategoryOf(years: number): AgeLabel['id'] | undefined {
  if (!Number.isInteger(years) || years < YEARS.min || years > YEARS.max) return undefined;
  const index = LAST_YEARS.findIndex((last) => years <= last);
  return ages[index === -1 ? LAST_YEARS.length : index]?.id;
}
