/** What a person takes over from another service with this interface. */
export { createImports, type Imports } from './imports.js';
