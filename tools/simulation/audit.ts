/**
 * A connection that looks at what stands in the database, past the store, and answers at once: between two steps of a run
 * nothing else may happen, so the caller cannot wait.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';

type Value = string | number | bigint | null;

export interface Audit {
  /** @param text that both databases understand; `?` stands for a value */
  all<Row>(text: string, ...values: Value[]): Row[];
  /** Like `all`, with every whole number as bigint: for sums of money. */
  allExact<Row>(text: string, ...values: Value[]): Row[];
  /** Changes rows past the triggers that keep the ledger from change, as a damaged disk does. */
  damage(text: string): void;
  /** Runs what answers nothing. */
  execute(text: string): void;
}

/** Over SQLite's file itself. */
export function auditSqlite(database: Database.Database): Audit {
  const statements = new Map<string, Database.Statement<Value[]>>();
  const statementOf = (text: string, isExact: boolean) => {
    const statement = statements.get(text) ?? database.prepare<Value[]>(text);
    statements.set(text, statement);
    return statement.safeIntegers(isExact);
  };
  const triggers = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    .pluck();
  return {
    all: <Row>(text: string, ...values: Value[]) => statementOf(text, false).all(...values) as Row[],
    allExact: <Row>(text: string, ...values: Value[]) => statementOf(text, true).all(...values) as Row[],
    damage: (text) => {
      for (const name of triggers.all()) database.exec(`DROP TRIGGER ${name}`);
      database.exec(text);
    },
    execute: (text) => void database.exec(text),
  };
}

/** What the other thread answers. */
type Reply = { rows: unknown[] } | { fault: string };

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

  const ask = (text: string, values: readonly Value[] = [], isExact = false): unknown[] => {
    Atomics.store(answered, 0, 0);
    here.postMessage({ text: numberedText(text), values, isExact });
    Atomics.wait(answered, 0, 0);
    let received: { message: Reply } | undefined = receiveMessageOnPort(here);
    // On a busy machine the word that there is an answer comes before the answer.
    for (; received === undefined; received = receiveMessageOnPort(here)) Atomics.wait(answered, 0, 1, 1);
    const reply = received.message;
    if ('fault' in reply) throw new Error(`the audit of ${text}: ${reply.fault}`);
    return reply.rows;
  };
  return {
    all: <Row>(text: string, ...values: Value[]) => ask(text, values) as Row[],
    allExact: <Row>(text: string, ...values: Value[]) => ask(text, values, true) as Row[],
    damage: (text) => {
      ask('SET session_replication_role = replica');
      ask(text);
      ask('RESET session_replication_role');
    },
    execute: (text) => void ask(text),
    run: (text, ...values) => void ask(text, values),
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
