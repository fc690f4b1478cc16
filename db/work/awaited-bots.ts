import { insertInto, type RowIn } from './inserts.js';
import { awaitedBots } from '../schema/bots.js';
import type { AwaitedBotStore } from '../../core/ports/bot-store.js';
import type { RequestOutcome } from '../../core/ports/statistics-store.js';
import type { Parts } from './database.js';
import { type Item, statement, type Work } from './statement.js';
import { queueNotifications } from './notifications.js';
import type { NewNotification } from '../../core/ports/notification-store.js';

/** Message 0: in none. */
type AwaitedBotRow = Omit<RowIn<typeof awaitedBots>, 'at_ms'>;

/** @param outcome how it was answered; null: that is counted already, and not known any more */
function seenNotification(row: AwaitedBotRow, outcome: RequestOutcome | null): NewNotification {
  const { bot_id: botId, account_id: accountId, message_id: messageId } = row;
  return {
    accountId,
    kind: 'bot_seen',
    facts: { botId, messageId: messageId === 0 ? null : messageId, outcome },
    dedupeKey: `bot_seen:${String(botId)}:${String(messageId)}`,
  };
}

/** Of the answers that were counted together, the best. */
function bestOutcome(counts: Counted): RequestOutcome {
  if (counts.requests_sponsors > 0) return 'sponsors';
  if (counts.requests_passed > 0) return 'passed';
  return counts.requests_no_sponsors > 0 ? 'no_sponsors' : 'error';
}

/** Who waits for these bots; they wait no more. */
export const takeAwaited = statement<[botIds: readonly number[]], AwaitedBotRow>(
  'DELETE FROM awaited_bots WHERE bot_id = ANY($1::bigint[]) RETURNING bot_id, account_id, message_id',
);
const counted = statement<[botId: number], { bot_id: number }>(
  `SELECT bot_id FROM bot_days WHERE bot_id = $1
     AND requests_sponsors + requests_no_sponsors + requests_passed + requests_errors > 0 LIMIT 1`,
);
const insert = insertInto(awaitedBots, 'botId, accountId, messageId, atMs', { there: 'replaced' });

type Counted = Readonly<Record<'requests_sponsors' | 'requests_passed' | 'requests_no_sponsors', number>>;

const botOf = (row: Readonly<Record<string, Item>>) => Number(row['bot_id']);

/** Inside the work that counts requests of these bots: notifies owners waiting for the first one. */
export function* noteSeenBots(
  counts: readonly (Counted & Readonly<Record<string, Item>>)[],
  nowMs: number,
): Work<void> {
  const rows = yield* takeAwaited.all(counts.map(botOf));
  const queued = counts.flatMap((each) => {
    const row = rows.find(({ bot_id: botId }) => botId === botOf(each));
    return row === undefined ? [] : [seenNotification(row, bestOutcome(each))];
  });
  yield* queueNotifications(queued, nowMs);
}

export function createAwaitedBotStore({ db }: Parts): AwaitedBotStore {
  return {
    wait: ({ botId, accountId, messageId }, nowMs) =>
      db.run('awaitedBots.wait', function* () {
        // Before the look, so that a request which is counted meanwhile finds somebody who waits.
        yield* insert.run({ botId, accountId, messageId: messageId ?? 0, atMs: nowMs });
        if ((yield* counted.get(botId)) === undefined) return;
        const rows = yield* takeAwaited.all([botId]);
        yield* queueNotifications(
          rows.map((row) => seenNotification(row, null)),
          nowMs,
        );
      }),
  };
}
