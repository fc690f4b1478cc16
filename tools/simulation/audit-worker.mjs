/** The thread that asks PostgreSQL for `audit.ts`, which stands still meanwhile. */
import { workerData } from 'node:worker_threads';
import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;

/** @type {{ url: string, port: import('node:worker_threads').MessagePort, answered: Int32Array }} */
const { url, port, answered } = workerData;

/** @param {boolean} isExact whole numbers as bigint */
const typesOf = (isExact) => {
  const toWhole = isExact ? BigInt : Number;
  return {
    getTypeParser: (id, format) =>
      id === INT8 || id === NUMERIC ? toWhole : pg.types.getTypeParser(id, format),
  };
};
const [types, exactTypes] = [typesOf(false), typesOf(true)];

const client = new pg.Client({ connectionString: url, application_name: 'audit' });
// When the server goes away, the next question fails.
client.on('error', () => undefined);
const connected = client.connect();
connected.catch(() => undefined);

const names = new Map();

/** Prepared when it is first asked. */
function nameOf(text) {
  const name = names.get(text) ?? `look_${String(names.size)}`;
  names.set(text, name);
  return name;
}

async function reply({ text, values, isExact }) {
  try {
    await connected;
    const { rows } = await client.query({
      name: nameOf(text),
      text,
      values,
      types: isExact ? exactTypes : types,
    });
    return { rows };
  } catch (error) {
    return { fault: String(error) };
  }
}

port.on('message', (question) => {
  void reply(question).then((message) => {
    port.postMessage(message);
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  });
});
