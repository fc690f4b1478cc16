/** Request contexts over Citus are read and written one by one: each goes to the server of its user. */
import type { Parts } from '../parts.js';
import { perform } from '../perform.js';
import type { ContextWays } from '../request-contexts.js';
import { writeSpreadRecord } from './request-record.js';
import type { RequestContext } from '../../../core/ports/sponsor-store.js';
import { ofCitus } from '../../work/statement.js';
import { present, listsOf } from '../../work/values.js';
import { createCoalesced } from '../coalesced.js';
import type { Commands } from '../commands.js';
import { hotStatement } from '../statement.js';
import {
  type ContextAsk,
  type Placed,
  toContext,
  type UserPart,
  userPartJoins,
  userPartSql,
  type WholePart,
  wholePartJoins,
  wholePartSql,
} from '../context-reader.js';

/** The user stands in every condition, so that all of it goes to the one server. */
const userPart = ofCitus<[userId: number, botId: number, sinceMs: number], UserPart>(
  `SELECT ${userPartSql('$1', '$3')} FROM (SELECT 1 AS row) AS one ${userPartJoins({ userId: '$1', botId: '$2' })}`,
);

const who = { userId: 'who.user_id', botId: 'who.bot_id' };
const wholePart = hotStatement<[userIds: readonly number[], botIds: readonly number[]], Placed & WholePart>(
  `SELECT who.place::int AS place, ${wholePartSql(who.userId)}
   FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS who (user_id, bot_id, place) ${wholePartJoins(who)}`,
);

function createSpreadReader(commands: Commands): (ask: ContextAsk) => Promise<RequestContext> {
  const readWhole = createCoalesced<ContextAsk, WholePart>({
    run: async (asks) => {
      const rows = await commands.hot.askOnce((transaction) =>
        perform(transaction, wholePart.all(...listsOf(asks, 'userId', 'botId'))),
      );
      const byPlace = new Map(rows.map((row) => [row.place, row]));
      return asks.map((_, index) => present(byPlace.get(index + 1), 'the row of a request context'));
    },
  });
  const readUser = ({ userId, botId, sinceMs }: ContextAsk) =>
    commands.askOnce((transaction) => perform(transaction, userPart.get(userId, botId, sinceMs)));

  return async (ask) => {
    const [own, whole] = await Promise.all([readUser(ask), readWhole(ask)]);
    return toContext({ ...present(own, 'the row of a request context'), ...whole }, ask.nowMs);
  };
}

export function createSpreadRequestContexts({
  commands,
  dayOf,
}: Pick<Parts, 'commands' | 'dayOf'>): ContextWays {
  return {
    read: createSpreadReader(commands),
    write: (ask) =>
      commands.run('sponsors.record', (transaction) =>
        perform(transaction, writeSpreadRecord(ask, dayOf(ask.what.nowMs))),
      ),
  };
}
