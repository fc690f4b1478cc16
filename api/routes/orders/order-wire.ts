/** Orders on the wire (`interface.md`, Order; `decisions.md`, Orders). */
import { z } from 'zod';
import { formatDateTime } from '../../../core/days.js';
import { kindNames } from '../../../core/kinds/index.js';
import { type OrderInfo, orderStatuses, readPause } from '../../../core/orders/index.js';
import { pauseCodes, type PauseReason } from '../../../core/ports/order-store.js';
import { encode, named } from '../../encode.js';
import type { Wire } from '../../route.js';
import { flag, micros, textOrNone, whole, words } from '../wire.js';
import { fieldSchemas, toWireFields } from './order-fields.js';
import { inEachLanguage } from '../../../words/index.js';
import { sayIneligible } from '../../../words/reasons.js';

const orderStatus = z
  .enum(orderStatuses)
  .describe(
    'A new order waits in Moderation; approved it is Processing with `is_on` 1 and Stopped with 0, else Rejected with a `reason`. `is_on` 0 stops it, 1 starts it again. It is Finished when `quantity_all` is reached. `in_archive` 1 makes it Archived, 0 gives back what it was.',
  );

/** Demands that no user can meet here. */
export const warningsSchema = z
  .array(z.strictObject({ demand: z.enum(['countries', 'cities']), message: z.string() }))
  .describe(
    'Demands that no user can meet, since this service does not know such values: an order with one is not shown. Mostly empty.',
  );

/** What is missing where a link leads. */
export const problemSchema = z.enum([
  'not_checked',
  'not_found',
  'not_a_channel',
  'not_administrator',
  'channel_unknown',
  'cannot_invite',
  'token_refused',
  'token_of_other_bot',
]);

const listedOrderFields = {
  order_id: whole,
  name: z.string().meta({ example: 'New order' }),
  link: z.string().meta({ example: 'https://t.me/example' }),
  ads_type: z.enum(kindNames),
  status: orderStatus.meta({ example: 'Processing' }),
  is_on: flag.meta({ example: 1 }),
  in_archive: flag,
  quantity_all: whole.meta({ example: 1_000 }),
  quantity_now: whole.meta({ description: 'Completed subscriptions.', example: 6 }),
  remains: whole.meta({ description: 'Remaining subscriptions.', example: 994 }),
  old_price: named(
    'basePriceMicros',
    micros('Base price per subscriber as specified, before coefficients.').meta({ example: 3 }),
  ),
  real_price: micros('Final price per subscriber, after all coefficients.').meta({ example: 4.5 }),
  created_at: z.string().meta({ description: 'YYYY-MM-DD HH:MM:SS', example: '2030-01-01 12:00:00' }),
};

export const listedOrderSchema = z.strictObject(listedOrderFields);

/** What an element of the list is made of: brief information and progress. */
export const listedOrder = (order: OrderInfo, zone: string) => ({
  ...order,
  createdAt: formatDateTime(order.createdAtMs, zone),
});

export const reasonedOrderSchema = listedOrderSchema.extend({
  reason: textOrNone.describe('Why it was refused or paused.'),
});

const recordFields = {
  ...listedOrderFields,
  ...fieldSchemas,
  reason: z.string().nullable().meta({ description: 'Rejection reason; only for Rejected.', example: null }),
  pause_reason: z
    .enum(pauseCodes)
    .nullable()
    .describe(
      'Why the order is paused, else null; the status stays as it is. link_moved: its @username leads to another chat, or nowhere; it goes on by itself when the name leads to the chat again. link_dead: our bot may not invite users to its chat any more, so users cannot come into it where it is private, and the bot does not see who asks to join; it goes on by itself once the bot has that right again. removes_subscribers: more than 5 of its last 100 subscribers were removed by somebody else; a moderator lets it go on. rights_unsteady: our bot lost its rights in the chat three times within a day; a moderator lets it go on. moderator: a moderator paused it, for what `pause_text` says, and lets it go on.',
    )
    .meta({ example: null }),
  pause_text: z
    .string()
    .nullable()
    .meta({ description: 'What the moderator wrote who paused it, else null.', example: null }),
  coefficients: z
    .record(z.string(), z.number())
    .describe(
      'One entry per applied coefficient, plus `total`, the final multiplier: their product. Of several ages, the sum of each coefficient times its share of their percentages in /filters.',
    )
    .meta({ example: { countries: 1.5, total: 1.5 } }),
};

export const orderRevision = whole.describe('Moves with every change; `update` takes it as `if_revision`.');

export const orderSchema = z.looseObject({
  ...recordFields,
  revision: orderRevision,
  refusals: z.record(z.string(), z.number()).meta({
    description: 'Why it was not shown in the last 24 hours: reason and how many times.',
    example: { closed_now: 41, countries: 12 },
  }),
  refusal_words: z.record(z.string(), words).meta({
    description: 'What each of these reasons means.',
    example: Object.fromEntries(
      (['closed_now', 'countries'] as const).map((reason) => [
        reason,
        inEachLanguage((language) => sayIneligible(reason, language)),
      ]),
    ),
  }),
  warnings: warningsSchema.meta({ example: [] }),
  administrator_bot: z
    .string()
    .nullable()
    .describe(
      'The bot of this service, without @, that has to be administrator of the channel; null where the operator bot is the only one, and for orders of no channel.',
    )
    .meta({ example: null }),
});

/** The Order record. Never the token. */
export function toWireOrder(
  order: OrderInfo,
  zone: string,
): Wire<z.output<z.ZodObject<typeof recordFields>>> {
  return {
    ...encode(listedOrderSchema, listedOrder(order, zone)),
    reason: order.status === 'Rejected' ? order.reason : null,
    ...toWirePause(order.pauseReason),
    ...toWireFields(order, zone),
    coefficients: order.coefficients,
  };
}

function toWirePause(reason: PauseReason | null) {
  const pause = reason === null ? null : readPause(reason);
  return { pause_reason: pause?.code ?? null, pause_text: pause?.code === 'moderator' ? pause.text : null };
}
