/** All tables of the store. */
import * as accounts from './accounts.js';
import * as audience from './audience.js';
import * as blockTests from './block-tests.js';
import * as bots from './bots.js';
import * as calls from './calls.js';
import * as counters from './counters.js';
import * as events from './events.js';
import * as forecasts from './forecasts.js';
import { Table } from './kit.js';
import * as imports from './imports.js';
import * as ledger from './ledger.js';
import * as networks from './networks.js';
import * as orders from './orders.js';
import * as outbox from './outbox.js';
import * as payments from './payments.js';
import * as payouts from './payouts.js';
import * as qualities from './qualities.js';
import * as referrals from './referrals.js';
import * as sponsors from './sponsors.js';
import * as subscriptions from './subscriptions.js';
import * as maintenance from './maintenance.js';

const parts: readonly Readonly<Record<string, unknown>>[] = [
  accounts,
  audience,
  blockTests,
  bots,
  calls,
  counters,
  events,
  forecasts,
  imports,
  ledger,
  networks,
  orders,
  outbox,
  payments,
  payouts,
  qualities,
  referrals,
  sponsors,
  subscriptions,
  maintenance,
];

export const tables: readonly Table[] = parts
  .flatMap((part) => Object.values(part))
  .filter((value) => value instanceof Table);

/** @throws RangeError for a name that no table has */
export function tableNamed(wanted: string): Table {
  const table = tables.find(({ name }) => name === wanted);
  if (table === undefined) throw new RangeError(`there is no table ${wanted}`);
  return table;
}
