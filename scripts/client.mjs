/** `npm run client`: generates client/src/interface.ts from the routes, formatted by prettier. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { interfaceSource } from './client/interface.ts';

const file = fileURLToPath(new URL('../client/src/interface.ts', import.meta.url));
const style = await resolveConfig(file);
writeFileSync(file, await format(interfaceSource(), { ...style, filepath: file }));
