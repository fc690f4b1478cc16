/** The off-site worker: a process of its own that sends one backup, reads it back, and ends. A composition root. */
import { type OffsiteSent, type OffsiteTask, sendBackup } from '../../core/adapters/offsite-backup.js';
import { answerTask } from './task.js';

answerTask(async (task: OffsiteTask): Promise<OffsiteSent & { kind: 'sent' }> => ({
  kind: 'sent',
  ...(await sendBackup(task)),
}));
