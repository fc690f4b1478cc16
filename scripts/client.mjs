/** `npm run client`: writes client/src/interface.ts anew from the routes, as prettier has it. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { interfaceSource } from './client/interface.ts';

const file = fileURLToPath(new URL('../client/src/interface.ts', import.meta.url));
const style = await resolveConfig(file);
writeFileSync(file, await format(interfaceSource(), { ...style, filepath: file }));
