/**
 * Notices within a second that the database has fallen silent: its machine stands still, or the network between drops what is
 * sent. A process gets no sign of it, and would wait until the statement's own limit.
 *
 * While a question is open and none was answered for a while, the database is asked for a sign of life over a connection of
 * its own. A statement that takes long, or waits for a lock, does not keep it from giving one. Where it gives none, all
 * connections are ended: what was asked over them fails, and what was not committed is rolled back by the server as soon as
 * it hears of that. Until there is a sign again, each new connection fails at once.
 */
import { Socket } from 'node:net';
import pg from 'pg';
import { LOOK_AGAIN_MS, QUIET_MS, timeMs, tooLate } from './sign-of-life.js';

export type Pulse = ReturnType<typeof createPulse>;

/** @param config of the connection over which signs of life are asked for */
export function createPulse(config: pg.ClientConfig) {
  const sockets = new Set<Socket>();
  const sign = createSign(config);
  let open = 0;
  let answered = 0;
  let isWatching = false;
  let isSilent = false;
  let isClosed = false;

  const isAsked = () => open > 0 && !isClosed;

  const watch = async () => {
    isWatching = true;
    while (isAsked()) {
      const before = answered;
      await timeMs(QUIET_MS);
      if (isAsked() && answered === before && !(await sign.isThere())) await waitInSilence();
    }
    isWatching = false;
  };

  const waitInSilence = async () => {
    isSilent = true;
    for (const socket of sockets) socket.destroy(silence());
    do await timeMs(LOOK_AGAIN_MS);
    while (!isClosed && !(await sign.isThere()));
    isSilent = false;
  };

  return {
    /** The socket of a connection that ends when the database falls silent; for `pg.ClientConfig`. */
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      // Its client listens for what ends it from the next turn on.
      if (isSilent) setImmediate(() => socket.destroy(silence()));
      return socket;
    },
    /** Runs what asks the database; it fails when the database falls silent, because its connection does. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      open += 1;
      if (!isWatching) void watch();
      try {
        return await work();
      } finally {
        open -= 1;
        answered += 1;
      }
    },
    close: async () => {
      isClosed = true;
      await sign.close();
    },
  };
}

function silence(): Error {
  return Object.assign(new Error('The database gives no sign of life.'), { code: 'ETIMEDOUT' });
}

function createSign(config: pg.ClientConfig) {
  let kept: pg.Client | null = null;
  let socket: Socket | null = null;

  const open = async (): Promise<pg.Client> => {
    const own = new Socket();
    socket = own;
    const client = new pg.Client({ ...config, stream: () => own });
    // Of one that ends between two questions.
    client.on('error', () => undefined).on('end', () => (kept = kept === client ? null : kept));
    await client.connect();
    kept = client;
    return client;
  };

  const drop = () => {
    kept = null;
    socket?.destroy();
  };

  const ask = async (): Promise<boolean> => {
    try {
      await (kept ?? (await open())).query('SELECT 1');
      return true;
    } catch (error) {
      drop();
      return error instanceof pg.DatabaseError;
    }
  };

  return {
    /** Whether the database answers anything at all, be it an error. */
    isThere: async (): Promise<boolean> => {
      const isOld = kept !== null;
      const within = () => Promise.race([ask(), tooLate()]);
      const first = await within();
      // The connection that was kept may have ended alone.
      const isThere = first === false && isOld ? await within() : first;
      if (isThere !== true) drop();
      return isThere === true;
    },
    close: async () => {
      if (kept === null) socket?.destroy();
      else await kept.end();
    },
  };
}
