/** How the processes of a simulation reach their server: one transaction at a time among all of them. */
import pg, { type Pool, type PoolClient } from 'pg';
import { clientConfig } from '../../db/postgres/pool.js';
import type { Mortal } from './host.js';

/** Whose turn it is; others wait in the order in which they came. */
export class Turns {
  #holder: Mortal | null = null;
  #waiting: { who: Mortal; begin: () => void }[] = [];

  /** Never resolves for somebody dead. */
  take(who: Mortal): Promise<void> {
    return new Promise((resolve) => {
      if (who.isDead) return;
      this.#waiting.push({ who, begin: resolve });
      if (this.#holder === null) this.#next();
    });
  }

  give(who: Mortal): void {
    if (this.#holder === who && !who.isDead) this.#next();
  }

  /** It died: with its turn, and all that it waited for. */
  leave(who: Mortal): void {
    this.#waiting = this.#waiting.filter((one) => one.who !== who);
    if (this.#holder === who) this.#next();
  }

  #next(): void {
    const next = this.#waiting.shift();
    this.#holder = next?.who ?? null;
    next?.begin();
  }
}

export interface Connections extends Pick<Pool, 'connect'> {
  /** Ends them as SIGKILL does; answers the processes of the server that were at their other end. */
  destroy(): number[];
}

export interface Surroundings {
  turns: Turns;
  /** Waits for what real time decides. */
  infrastructure<T>(work: Promise<T>): Promise<T>;
}

/** Since transactions take turns, a process needs one connection. */
export function createConnections(
  url: string,
  process: Mortal,
  { turns, infrastructure }: Surroundings,
): Connections {
  // No deadlines: time stands still while an answer is on its way. A lock never released is our fault.
  const config = {
    ...clientConfig({ url, statementTimeoutMs: 0 }),
    connectionTimeoutMillis: 0,
    lock_timeout: 20_000,
  };
  let client: pg.Client | null = null;

  const opened = async (): Promise<pg.Client> => {
    if (client !== null) return client;
    client = new pg.Client({ ...config, application_name: process.name });
    client.on('error', () => undefined);
    await infrastructure(client.connect());
    return client;
  };

  const lent = (real: pg.Client): PoolClient => {
    const never = new Promise<never>(() => undefined);
    const query = real.query.bind(real) as (...values: unknown[]) => Promise<unknown>;
    const asked = {
      // A dead process asks nothing, and hears nothing.
      query: (...values: unknown[]) => (process.isDead ? never : infrastructure(query(...values))),
      release: () => {
        turns.give(process);
      },
    };
    // Commands and statements use no more of it than that.
    return asked as unknown as PoolClient;
  };

  const connect = async (): Promise<PoolClient> => {
    await turns.take(process);
    return lent(await opened());
  };

  return {
    connect: connect as Connections['connect'],
    destroy: () => {
      if (client === null) return [];
      const { connection, processID } = client as unknown as {
        connection: { stream: { destroy(): void } };
        processID: number | null;
      };
      connection.stream.destroy();
      return processID === null ? [] : [processID];
    },
  };
}
