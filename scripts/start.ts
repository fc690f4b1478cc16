/**
 * `npm start`: see run.ts. Signals are listened to before the rest is loaded, which takes most of a second: whenever they
 * come, the service ends in peace.
 */
import { stopsOnSignals } from './stopping.js';

const stopping = stopsOnSignals();
const { run } = await import('./run.js');
await run(stopping);
