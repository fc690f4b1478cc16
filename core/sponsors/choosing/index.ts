/** Choosing the most relevant sponsors, and saying why others were not chosen. */
export { createChooser, type Chooser } from './chooser.js';
export type { Viewer } from './fitness.js';
export { type Refusal, refusalMeaning } from './refusals.js';
export {
  type Demand,
  type Demands,
  demandsOf,
  FIELD_NAMES,
  type Profile,
  profileOf,
  type TargetingField,
} from './targeting.js';
