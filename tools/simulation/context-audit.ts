/** Triggers that check that `db/sqlite/invalidation-log.ts` logs every write to contexts and figures. */
import type { Audit } from './audit.js';

const HAS_BLOCK = (row: string) =>
  `(${row}.shown_message_id IS NOT NULL OR (${row}.content IS NOT NULL AND ${row}.due_at_ms IS NOT NULL))`;

/** Tables that a request context reads, or orders' figures, and the changes of their rows that matter. */
const watched: readonly { table: string; change: string; condition?: string; ofOrders?: true }[] = [
  { table: 'ledger_accounts', change: 'UPDATE OF balance_micros', ofOrders: true },
  { table: 'subscriptions', change: 'INSERT', ofOrders: true, condition: 'NEW.charge > 0' },
  {
    table: 'orders',
    change: 'UPDATE OF quantity_now',
    ofOrders: true,
    condition: 'OLD.quantity_now IS NOT NEW.quantity_now',
  },
  { table: 'order_links', change: 'INSERT', ofOrders: true },
  ...['users', 'user_bots', 'pins', 'impressions', 'subscriptions', 'memberships', 'blocks'].map((table) => ({
    table,
    change: 'INSERT',
  })),
  { table: 'users', change: 'UPDATE' },
  { table: 'pins', change: 'UPDATE' },
  { table: 'impressions', change: 'UPDATE' },
  { table: 'subscriptions', change: 'UPDATE OF bot_id, state, price_micros, at_ms, changed_at_ms' },
  { table: 'memberships', change: 'UPDATE' },
  { table: 'blocks', change: 'UPDATE', condition: `${HAS_BLOCK('OLD')} IS NOT ${HAS_BLOCK('NEW')}` },
];

/** Begins; may be called again, since a power cut may take the triggers away. */
export function watchContexts(audit: Audit): void {
  audit.execute(
    'CREATE TABLE IF NOT EXISTS context_audit (seq INTEGER PRIMARY KEY, what TEXT, user_id INTEGER, users TEXT, orders INTEGER)',
  );
  for (const [index, { table, change, condition, ofOrders }] of watched.entries()) {
    audit.execute(
      `CREATE TRIGGER IF NOT EXISTS context_audit_${String(index)} AFTER ${change} ON ${table} ${condition === undefined ? '' : `WHEN ${condition}`}
       BEGIN INSERT INTO context_audit (what, user_id) VALUES ('${change} ${table}', ${ofOrders === true ? 'NULL' : 'NEW.user_id'}); END`,
    );
  }
  audit.execute(
    `CREATE TRIGGER IF NOT EXISTS context_audit_mark AFTER INSERT ON invalidation_log
     BEGIN INSERT INTO context_audit (what, users, orders) VALUES ('mark', coalesce(NEW.users, 'all'), NEW.orders); END`,
  );
}

interface AuditRow {
  what: string;
  user_id: number | null;
  users: string | null;
  orders: number | null;
}

/** What was written since the last look without naming its user, and how many writes were looked at. */
export function unnamedContexts(audit: Audit): { unnamed: string[]; looked: number } {
  const rows = audit.all<AuditRow>('SELECT what, user_id, users, orders FROM context_audit ORDER BY seq');
  audit.execute('DELETE FROM context_audit');
  const unnamed: string[] = [];
  let waiting: AuditRow[] = [];
  for (const row of rows) {
    if (row.what !== 'mark') {
      waiting.push(row);
      continue;
    }
    const named = row.users === 'all' ? null : new Set(JSON.parse(row.users ?? '[]') as number[]);
    const isTold = ({ user_id: userId }: AuditRow) =>
      userId === null ? row.orders === 1 : named?.has(userId) !== false;
    unnamed.push(...waiting.filter((each) => !isTold(each)).map(tell));
    waiting = [];
  }
  return { unnamed: [...unnamed, ...waiting.map(tell)], looked: rows.length };
}

function tell({ what, user_id: userId }: AuditRow): string {
  return userId === null ? what : `${what} of user ${String(userId)}`;
}
