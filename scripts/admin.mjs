/** `npm run admin -- <command>`: installs and builds what is missing, then runs the command (scripts/admin.ts). */
import { launch } from './build.mjs';

await launch('admin');
