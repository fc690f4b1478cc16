/** `npm start`: installs and builds what is missing, then starts the service (scripts/start.ts) with the same arguments. */
import { launch } from './build.mjs';

await launch('start');
