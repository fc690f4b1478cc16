/**
 * Notices within a second that a server which Citus spreads users over has fallen silent: it stands still, and neither answers
 * nor refuses. What is asked of it would wait for as long as it does, with connections that all others need.
 *
 * While a question about users is open for a while, each server is asked for a sign of life, through the coordinator. Where one
 * gives none, the open questions about its users fail, and so does each new one at once, until it gives signs again. Citus cannot
 * take back what it has asked of such a server: the connections of these questions are given up, and the coordinator ends its side
 * of them when the server goes on.
 */
import pg from 'pg';
import type { Log } from '../../../core/ports.js';
import { ServerAway } from '../faults.js';
import { LOOK_AGAIN_MS, QUIET_MS, timeMs, tooLate } from '../sign-of-life.js';
import { types } from '../types.js';
import type { Users } from './asked-users.js';
import { serverOf, type Server, type Shard, SHARDS_SQL, usersByServer } from './shards.js';

export type Servers = ReturnType<typeof createServers>;
/** What a transaction asks of the servers. */
export type Asking = ReturnType<Servers['asking']>;

/** A server neither answers nor refuses. */
export class Unanswered extends ServerAway {
  constructor(
    /** Whether nothing was asked over its connection that waits: another may use it. */
    readonly leavesConnection: boolean,
  ) {
    super();
  }
}

interface Question {
  users: Users;
  sinceMs: number;
  fail(error: Error): void;
}

/**
 * @param config of connections to the database itself, one for each server and one more, opened when signs are asked for first
 * @param log notes when a server falls silent, and when it answers again
 */
export function createServers(config: pg.ClientConfig, log?: Log) {
  const open = new Set<Question>();
  const signs = new Map<Server, ReturnType<typeof createSign>>();
  const silent = new Set<Server>();
  const catalog = createKept(config);
  let shards: readonly Shard[] = [];
  let isWatching = false;
  let isClosed = false;

  const isSilentFor = (users: Users): boolean => {
    if (silent.size === 0 || users === null) return silent.size > 0;
    return users.some((userId) => {
      const server = serverOf(shards, userId);
      return server !== null && silent.has(server);
    });
  };

  const isOverdue = () => {
    const [oldest] = open;
    return !isClosed && oldest !== undefined && performance.now() - oldest.sinceMs >= QUIET_MS;
  };

  const watch = async () => {
    isWatching = true;
    while (open.size > 0 && !isClosed) {
      await timeMs(QUIET_MS);
      if (isOverdue()) await look().catch(() => undefined);
    }
    isWatching = false;
  };

  /** That the coordinator does not answer is the matter of `pulse.ts`. */
  const look = async () => {
    shards = await catalog.read<Shard>(SHARDS_SQL);
    const asked = [...usersByServer(shards)].filter(([server]) => !silent.has(server));
    await Promise.all(
      asked.map(async ([server, userId]) => {
        const sign = signs.get(server) ?? createSign(config);
        signs.set(server, sign);
        const isThere = () => sign.isThere(userId);
        if (!(await isThere())) void waitInSilence(server, isThere);
      }),
    );
  };

  const waitInSilence = async (server: Server, isThere: () => Promise<boolean>) => {
    silent.add(server);
    log?.warn({ server }, 'a server of Citus is silent; requests of its users are refused');
    for (const { users, fail } of open) if (isSilentFor(users)) fail(new Unanswered(false));
    do await timeMs(LOOK_AGAIN_MS);
    while (!isClosed && !(await isThere()));
    silent.delete(server);
    if (!isClosed) log?.info({ server }, 'the server of Citus answers again');
  };

  const during = <T>(users: Users, work: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const question = { users, sinceMs: performance.now(), fail: reject };
      open.add(question);
      if (!isWatching) void watch();
      work()
        .then(resolve, reject)
        .finally(() => open.delete(question));
    });

  return {
    /** @param isBegun whether a transaction has been begun over the connection */
    asking: (isBegun: boolean) => {
      const known = new Set<number>();
      let areAll = false;
      let isAsked = false;
      return {
        /** Runs a statement about these users. @throws Unanswered at once where a server of theirs is silent, or when it falls silent */
        ask: <T>(users: Users, work: () => Promise<T>): Promise<T> => {
          if (isSilentFor(users)) return Promise.reject(new Unanswered(!isBegun && !isAsked));
          isAsked = true;
          if (users === null) areAll = true;
          else for (const userId of users) known.add(userId);
          return during(users, work);
        },
        /** Runs the commit: the servers that were asked have to answer that, too. */
        commit: <T>(work: () => Promise<T>) => (isAsked ? during(areAll ? null : [...known], work) : work()),
      };
    },
    close: async () => {
      isClosed = true;
      await Promise.all([catalog.close(), ...[...signs.values()].map((sign) => sign.close())]);
    },
  };
}

/** A connection that is opened when it is first needed, and again after it has ended. */
function createKept(config: pg.ClientConfig) {
  let kept: pg.Client | null = null;

  const opened = async (): Promise<pg.Client> => {
    if (kept !== null) return kept;
    // So that its end does not wait for what it has asked.
    const client = new pg.Client({ ...config, types, pipeline: false });
    kept = client;
    const forget = () => (kept = kept === client ? null : kept);
    client.on('error', forget).on('end', forget);
    await client.connect().catch((error: unknown) => {
      forget();
      throw error;
    });
    return client;
  };

  return {
    isOpen: () => kept !== null,
    read: async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
      const client = await opened();
      return (await client.query<Row>(text)).rows;
    },
    close: async () => {
      const client = kept;
      kept = null;
      await client?.end().catch(() => undefined);
    },
  };
}

/**
 * While one question is open no other is asked: each that waits is one more connection of the coordinator's that only the server
 * itself can free.
 */
function createSign(config: pg.ClientConfig) {
  const connection = createKept(config);
  let waiting: Promise<true> | null = null;

  const ask = (userId: number) => {
    const asked = connection
      .read(`SELECT count(*) FROM users WHERE user_id = ${String(userId)}`)
      // A server that refuses is no silent one: what asks it is answered at once.
      .then(
        () => true as const,
        () => true as const,
      );
    void asked.then(() => (waiting = null));
    return (waiting = asked);
  };

  return {
    /**
     * Whether the server answers anything in time, be it an error.
     * @param userId whose rows the server has
     */
    isThere: async (userId: number): Promise<boolean> => {
      // An answer that is late says only that another question may be asked.
      if (waiting !== null && (await Promise.race([waiting, tooLate()])) === null) return false;
      const isNew = !connection.isOpen();
      const asked = ask(userId);
      const within = () => Promise.race([asked, tooLate()]);
      // The coordinator and the server open connections for the first.
      return (await within()) === true || (isNew && (await within()) === true);
    },
    close: () => connection.close(),
  };
}
