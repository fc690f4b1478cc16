/**
 * A connection that looks at what stands in the database, past the store, and answers at once: between two steps of a run
 * nothing else may happen, so the caller cannot wait.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';

type Value = string | number | bigint | null;

export interface Look<Values extends readonly Value[], Row> {
  get(...values: Values): Row | undefined;
  all(...values: Values): Row[];
}

export interface Audit {
  /** @param text that both databases understand; `?` stands for a value */
  prepare<Values extends readonly Value[], Row>(text: string): Look<Values, Row>;
  /** Like `prepare`, with every whole number as bigint: for sums of money. */
  prepareExact<Values extends readonly Value[], Row>(text: string): Look<Values, Row>;
  /** Changes rows past the triggers that keep the ledger from change, as a damaged disk does. */
  damage(text: string): void;
  /** Runs what answers nothing. */
  execute(text: string): void;
}

/** Over SQLite's file itself. */
export function auditSqlite(database: Database.Database): Audit {
  const prepare = <Values extends readonly Value[], Row>(
    text: string,
    isExact: boolean,
  ): Look<Values, Row> => {
    const statement = database.prepare<Value[], Row>(text).safeIntegers(isExact);
    return { get: (...values) => statement.get(...values), all: (...values) => statement.all(...values) };
  };
  const triggers = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    .pluck();
  return {
    prepare: (text) => prepare(text, false),
    prepareExact: (text) => prepare(text, true),
    damage: (text) => {
      for (const name of triggers.all()) database.exec(`DROP TRIGGER ${name}`);
      database.exec(text);
    },
    execute: (text) => void database.exec(text),
  };
}

/** What the other thread is asked, and what it answers. */
export interface Question {
  text: string;
  values: readonly Value[];
  isExact: boolean;
}
export type Reply = { rows: unknown[] } | { fault: string };

export interface PostgresAudit extends Audit {
  run(text: string, ...values: Value[]): void;
  close(): Promise<void>;
}

/**
 * Over PostgreSQL: its connection belongs to a thread of its own, and this one stands still until that has an answer.
 * @param url of a superuser
 */
export function auditPostgres(url: string): PostgresAudit {
  const { port1: here, port2: there } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL('./audit-worker.mjs', import.meta.url), {
    workerData: { url, port: there, answered },
    transferList: [there],
    execArgv: [],
  });
  worker.unref();
  here.unref();

  const ask = (question: Question): unknown[] => {
    Atomics.store(answered, 0, 0);
    here.postMessage(question);
    Atomics.wait(answered, 0, 0);
    let received = receiveMessageOnPort(here) as { message: Reply } | undefined;
    // On a busy machine the word that there is an answer comes before the answer.
    for (; received === undefined; received = receiveMessageOnPort(here) as typeof received)
      Atomics.wait(answered, 0, 1, 1);
    const reply = received.message;
    if ('fault' in reply) throw new Error(`the audit of ${question.text}: ${reply.fault}`);
    return reply.rows;
  };
  const prepare = <Values extends readonly Value[], Row>(
    text: string,
    isExact: boolean,
  ): Look<Values, Row> => {
    const numbered = numberedText(text);
    const all = (values: Values) => ask({ text: numbered, values, isExact }) as Row[];
    return { get: (...values) => all(values)[0], all: (...values) => all(values) };
  };
  return {
    prepare: (text) => prepare(text, false),
    prepareExact: (text) => prepare(text, true),
    damage: (text) => {
      ask({ text: 'SET session_replication_role = replica', values: [], isExact: false });
      ask({ text, values: [], isExact: false });
      ask({ text: 'RESET session_replication_role', values: [], isExact: false });
    },
    execute: (text) => {
      ask({ text, values: [], isExact: false });
    },
    run: (text, ...values) => {
      ask({ text: numberedText(text), values, isExact: false });
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

/** The same statement with PostgreSQL's placeholders. */
export function numberedText(text: string): string {
  let number = 0;
  return text.replaceAll('?', () => `$${String((number += 1))}`);
}
