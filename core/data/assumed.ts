/** How many users that were looked at weigh as much as what is assumed of an audience (`orders/rulebook.ts`). */
export const ASSUMED_WEIGHT = 100;
