/**
 * Signals new commits to other processes (LISTEN, NOTIFY). It only hastens them: those that wait also poll
 * from time to time, so that nothing is lost with a signal, or where the server has none (some that speak
 * PostgreSQL's language, and proxies that share connections between transactions).
 *
 * It has a connection of its own. A NOTIFY takes a lock across the whole server when its transaction commits, so
 * that none is part of a command: it follows, one for all the commands of a moment.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { named } from './statement.js';

const CHANNEL = 'sponsorgate';
const notify = named('SELECT pg_notify($1, $2)');
/** Between two that this process sends: something can be claimed; something was committed. */
const URGENT_APART_MS = 5;
const APART_MS = 25;
/** A lost connection is opened again after this, and so on, longer each time. */
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 10_000;
/** The last one, when the process ends. */
const FAREWELL_MS = 500;
/** "Feature not supported", and what a server says that does not know the statement. */
const UNKNOWN: ReadonlySet<string> = new Set(['0A000', '42601', '42883']);

export type CommitSignals = ReturnType<typeof createCommitSignals>;

export function createCommitSignals(config: pg.ClientConfig) {
  const sender = randomBytes(6).toString('hex');
  const listeners: (() => void)[] = [];
  let client: pg.Client | null = null;
  let failures = 0;
  let isClosed = false;
  let isPending = false;
  let dueAtMs = 0;
  let sentAtMs = 0;
  let sending: NodeJS.Timeout | undefined;
  let reopening: NodeJS.Timeout | undefined;

  const heard = () => {
    for (const listen of listeners) listen();
  };

  const lose = (lost: pg.Client, error?: unknown) => {
    if (client === lost) client = null;
    lost.end().catch(() => undefined);
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
    if (isClosed || reopening !== undefined || UNKNOWN.has(code)) return;
    const pauseMs = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2);
    failures += 1;
    reopening = setTimeout(() => {
      reopening = undefined;
      void open().then(() => {
        if (client !== null) heard();
      });
    }, pauseMs).unref();
  };

  const open = async (): Promise<void> => {
    const opened = new pg.Client(config);
    opened.on('error', () => undefined);
    opened.on('notification', ({ payload }) => {
      if (payload !== sender) heard();
    });
    try {
      await opened.connect();
      await opened.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      lose(opened, error);
      return;
    }
    if (isClosed) {
      await opened.end();
      return;
    }
    client = opened;
    opened.once('end', () => lose(opened));
    failures = 0;
    if (isPending) schedule(0);
  };

  const send = async () => {
    sending = undefined;
    // Without a connection it waits for the next one.
    if (client === null) return;
    isPending = false;
    sentAtMs = performance.now();
    const by = client;
    await by.query({ ...notify, values: [CHANNEL, sender] }).catch((error: unknown) => {
      isPending = true;
      lose(by, error);
    });
  };

  const schedule = (apartMs: number) => {
    const wantedAtMs = Math.max(performance.now(), sentAtMs + apartMs);
    if (sending !== undefined && dueAtMs <= wantedAtMs) return;
    clearTimeout(sending);
    dueAtMs = wantedAtMs;
    sending = setTimeout(() => void send(), wantedAtMs - performance.now()).unref();
  };

  return {
    /** Opens the connection; resolves when it listens, or failed to: then it goes on trying. */
    open,
    /** Soon signals the others. */
    signal: (isUrgent: boolean) => {
      isPending = true;
      if (!isClosed) schedule(isUrgent ? URGENT_APART_MS : APART_MS);
    },
    /** Called on a signal of another process, and after a reconnection, which may have missed some. */
    onSignal: (listen: () => void): void => void listeners.push(listen),
    /** Sends pending signals. */
    close: async () => {
      isClosed = true;
      clearTimeout(sending);
      clearTimeout(reopening);
      if (client === null) return;
      const farewell = isPending ? send() : Promise.resolve();
      await Promise.race([
        farewell.then(() => client?.end()),
        new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref()),
      ]);
    },
  };
}
