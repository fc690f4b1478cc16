/** A copy of all that is kept of one person, and erasing it. */
export { createPeople, type ErasedList, type PersonCount } from './people.js';
export { KEPT_FOR_EVER, PEOPLE_KEY, PEOPLE_PURPOSE, usePeopleKey } from './key.js';
