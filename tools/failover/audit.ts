/** Looks for what was acknowledged. */
import type { World } from '../../test/processes/world.js';
import { sqlOver } from '../../test/support/database.js';
import type { Load } from './load.js';
import { pause } from './pause.js';

interface Rows {
  subscribers: ReadonlySet<number>;
  shown: ReadonlySet<number>;
}

/** Joins that wait for the platform's word are settled when it comes: for those that were asked before a kill, within this. */
const SETTLED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 500;

/** What became of those who were acknowledged, kill by kill. */
export class Audit {
  /** Their settlement was acknowledged, and is gone; or it never came, though what is needed for it is there. */
  readonly lost = new Set<number>();
  /**
   * The leader died with their impressions, which wait for no disk and no standby: they are in the chat, but
   * unpaid (`docs/promises.md`, 3).
   */
  readonly forgotten = new Set<number>();
  readonly #url: string;
  readonly #load: Load;
  #settled: number[] = [];

  constructor(url: string, load: Load) {
    this.#url = url;
    this.#load = load;
  }

  /** Before a kill: users with an acknowledged settlement that others can see. */
  async note(): Promise<void> {
    const acknowledged = [...this.#load.acknowledged.keys()];
    const { subscribers } = await this.#read();
    this.#settled = acknowledged.filter((user) => subscribers.has(user));
  }

  /** After a kill: who of them is not there any more. */
  async look(): Promise<void> {
    const { subscribers } = await this.#read();
    for (const user of this.#settled) if (!subscribers.has(user)) this.lost.add(user);
  }

  /** When the load has ended: who was acknowledged and is not settled yet is waited for. */
  async end(): Promise<void> {
    // Deadline for what waits.
    const untilMs = performance.now() + SETTLED_WITHIN_MS;
    for (;;) {
      const { subscribers, shown } = await this.#read();
      const missing = [...this.#load.acknowledged.keys()].filter(
        (user) => !subscribers.has(user) && !this.lost.has(user),
      );
      const waiting = missing.filter((user) => shown.has(user));
      if (waiting.length === 0 || performance.now() > untilMs) {
        for (const user of missing) (shown.has(user) ? this.lost : this.forgotten).add(user);
        return;
      }
      await pause(LOOK_EVERY_MS);
    }
  }

  async #read(): Promise<Rows> {
    const of = async (table: string) => {
      const rows = await sqlOver<{ user_id: number }>(this.#url, `SELECT user_id FROM ${table}`);
      return new Set(rows.map((row) => row.user_id));
    };
    // Who is settled meanwhile is in the second.
    const shown = await of('impressions');
    return { shown, subscribers: await of('subscriptions') };
  }

  /** @returns by how many more the order is filled than there are people who filled it */
  async doubled({ order }: World): Promise<number> {
    const [row] = await sqlOver<{ settled: number; people: number }>(
      this.#url,
      `SELECT quantity_now AS settled, (SELECT count(DISTINCT user_id) FROM subscriptions
         WHERE subscriptions.order_id = orders.order_id AND charge > 0) AS people
       FROM orders WHERE order_id = ?`,
      order.id,
    );
    return Math.abs((row?.settled ?? 0) - (row?.people ?? 0));
  }
}
