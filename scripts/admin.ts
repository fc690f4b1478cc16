/**
 * `npm run admin -- <command>`: what an operator does without SQL. Each command has --help and says what it did. It
 * works next to the running service, on the same database.
 */
import { CommanderError } from 'commander';
import { OffsiteFault } from '../core/adapters/offsite/index.js';
import { SettingsError } from '../core/config.js';
import { BackupFault } from '../db/sqlite/backup/index.js';
import { MoveFault } from '../db/move/index.js';
import { ServiceError } from '../core/errors.js';
import { ImportFault } from '../api/imports/elsewhere.js';
import { NotConfirmed } from './admin/confirm.js';
import { createProgram } from './admin/program.js';

// What reads the answer, such as `| head`, may end before the command: it is done whole all the same.
process.stdout.on('error', () => undefined);

createProgram()
  .parseAsync()
  .catch((error: unknown) => {
    const isExpected =
      error instanceof ServiceError ||
      error instanceof SettingsError ||
      error instanceof BackupFault ||
      error instanceof MoveFault ||
      error instanceof ImportFault ||
      error instanceof OffsiteFault ||
      error instanceof NotConfirmed ||
      error instanceof CommanderError;
    process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
