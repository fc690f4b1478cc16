/**
 * `npm run client`: writes `client/src/interface.ts`, the types and operations of the client, from the routes. Git ignores the
 * file: build, `npm run typecheck` and `npm run lint` generate it.
 */
import { interfaceSource } from './client/interface.js';
import { writeGenerated } from './generated-file.js';

writeGenerated('client/src/interface.ts', interfaceSource());
