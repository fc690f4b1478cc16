/**
 * The backup worker: a process of its own that makes one backup and ends, so that reading and verifying the whole
 * database holds nobody up. A composition root.
 */
import { constants, setPriority } from 'node:os';
import { makeBackup } from '../../db/sqlite/backup/index.js';

/** What the runner sends, once. */
export interface BackupTask {
  databasePath: string;
  folder: string;
  keep: number;
  nowMs: number;
}

/** What comes back. */
export type BackupAnswer =
  { kind: 'made'; file: string; bytes: number; removed: number } | { kind: 'failed'; reason: string };

async function work({ databasePath, folder, keep, nowMs }: BackupTask): Promise<BackupAnswer> {
  try {
    const { file, bytes, removed } = await makeBackup({ path: databasePath, folder, keep, nowMs });
    return { kind: 'made', file, bytes, removed: removed.length };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

// Where processors are scarce, those who answer requests go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once('disconnect', () => process.exit(1));
process.once('message', (task: BackupTask) => {
  void work(task).then((answer) =>
    process.send?.(answer, () => process.exit(answer.kind === 'made' ? 0 : 1)),
  );
});
