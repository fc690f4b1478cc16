/** The ending of a plural. */
export const s = (count: number): string => (count === 1 ? '' : 's');
