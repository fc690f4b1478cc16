/** Choosing the most relevant sponsors, and saying why others were not chosen. */
export { createChooser, type Chooser } from './chooser.js';
export { isInTrial, lotOf, type Rule } from './ranking.js';
export type { Viewer } from './fitness.js';
export { noFillReasonOf, plainReasons, standstills } from './ineligibility-reasons.js';
export type { Look } from './tally.js';
export { type Demand, type Demands, demandsOf, FIELD_NAMES, type Profile, profileOf } from './targeting.js';
