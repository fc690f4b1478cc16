/**
 * `npm start`: see run.ts. Signals are listened to before the rest is loaded, which takes most of a second: whenever they
 * come, the service ends in peace.
 */
import { stopsOnSignals } from './stopping.js';

// What reads our words, such as `| tee`, may end before we do.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const stopping = stopsOnSignals();
const { run } = await import('./run.js');
await run(stopping);
