/** Promise 4 over everything at once, and the blacklists. */
import { violation } from './model.js';
import { DAY_MS } from './rules.js';
import type { Simulation } from './simulation.js';

/** Nobody is told more often than there is something to tell, and what counts as told was told. */
export function auditDelivery({ books, world, model, time }: Simulation): void {
  for (const [taskId, { atMs }] of model.tasks) {
    const isOld = atMs < time.now() - DAY_MS;
    if (!isOld && !books.hasTask(taskId))
      throw violation('4 delivery', `the report ${taskId} was taken and is gone`);
  }
  for (const { account_id: accountId, done, dead } of books.noticesByAccount()) {
    const told = world.told.get(accountId) ?? 0;
    const about = `account ${String(accountId)} was told ${String(told)} times`;
    if (told > done + dead)
      throw violation('4 delivery', `${about}; ${String(done + dead)} notices are done with`);
    if (told < done) throw violation('4 delivery', `${about}; ${String(done)} notices count as told`);
  }
}

export function auditExclusions({ books, model }: Simulation): void {
  const found = books.exclusions();
  const wrong = [...found, ...model.exclusions].filter((key) => found.has(key) !== model.exclusions.has(key));
  if (wrong.length > 0) throw violation('3 kept', `exclusions differ: ${wrong.join('; ')}`);
}

/**
 * When the power fails, that something was delivered is among what may be lost: then it may be delivered again. What
 * arrived until now counts as it is written down.
 */
export function forgiveDeliveries({ books, world }: Simulation): void {
  for (const screen of world.screens.values()) {
    screen.lost += screen.messages.size;
    screen.sentSinceAsked = 0;
  }
  for (const { account_id: accountId, done, dead } of books.noticesByAccount()) {
    const told = world.told.get(accountId) ?? 0;
    world.told.set(accountId, Math.min(told, done + dead));
  }
}
