/** The odds of a chat between their row and the domain. */
import type { ChatOdds } from '../../core/ports/odds-store.js';
import { type RowOf, rowsOf } from './rows.js';

export type OddsRow = RowOf<ChatOdds>;

/** Beyond so many answers the sums are halved: what was so long ago weighs less. */
export const FADING_FROM = 400;

/** Users are counted up to here: a count looks at each of them. */
export const AUDIENCE_MAX = 200_000;

export const toOdds = rowsOf<ChatOdds>()('resource_id, members, counted_at_ms, asked, found', {});
