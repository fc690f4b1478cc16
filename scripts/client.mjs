/** `npm run client`: generates client/src/interface.ts from the routes, formatted as `npm run format` does. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { interfaceSource } from './client/interface.ts';

const file = fileURLToPath(new URL('../client/src/interface.ts', import.meta.url));
const { code } = await format(file, interfaceSource(), { printWidth: 110, singleQuote: true });
writeFileSync(file, code);
