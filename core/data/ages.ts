/** Age categories, with one set of labels everywhere (`decisions.md`, Questions and form). */

export interface AgeLabel {
  id: 1 | 2 | 3 | 4 | 5 | 6;
  name: string;
}

export const ages: readonly AgeLabel[] = [
  { id: 1, name: 'under 10' },
  { id: 2, name: '11-13' },
  { id: 3, name: '14-15' },
  { id: 4, name: '16-17' },
  { id: 5, name: '18-24' },
  { id: 6, name: '25 and older' },
];

/** The label of a category; `undetermined` for 0, which exists in user info only. */
export function ageLabel(category: number): string {
  return ages.find((age) => age.id === category)?.name ?? 'undetermined';
}
