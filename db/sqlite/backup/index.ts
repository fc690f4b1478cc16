/** Backups of the database, and the way back from them. */
export { listBackups, makeBackup, whyUnwritable } from './make.js';
export { restoreBackup } from './restore.js';
export { BackupFault } from './verify.js';
