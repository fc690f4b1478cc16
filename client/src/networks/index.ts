/** Networks that can stand behind the gate. Each is an adapter of two methods, `list` and `check`, into its six words. */
export type { NetworkOptions } from './asking.js';
export { botohub } from './botohub.js';
export { flyer } from './flyer.js';
export { piarflow } from './piarflow.js';
export { sponsorgate, type SponsorgateOptions } from './sponsorgate.js';
export { tgrass } from './tgrass.js';
