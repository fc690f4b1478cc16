/** What a person takes over from another service with this interface. */
export {
  createImports,
  IMPORT_PURPOSE,
  type ImportJob,
  type ImportKeys,
  type ImportReport,
  type Imports,
  type ImportStep,
} from './imports.js';
