/** Networks that can stand behind the gate. */
export { sponsorgate, type SponsorgateOptions } from './sponsorgate.js';
