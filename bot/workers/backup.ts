/**
 * The backup worker: a process of its own that makes one backup and ends, so that reading and verifying the whole
 * database holds up no request. A composition root.
 */
import type { BackupAnswer, BackupTask } from '../../core/adapters/backup-runner.js';
import { makeBackup } from '../../db/sqlite/backup/index.js';
import { answerTask } from './task.js';

answerTask(async ({ databasePath, folder, keep, nowMs }: BackupTask): Promise<BackupAnswer> => {
  const { file, bytes, removed } = await makeBackup({ path: databasePath, folder, keep, nowMs });
  return { kind: 'made', file, bytes, removed: removed.length };
});
