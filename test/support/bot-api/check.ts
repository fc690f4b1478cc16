/** Holds what goes over the emulated platform's wire to the Bot API's types (`schema.ts`). */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

/** A call of a bot as its JSON has it, with the names of the parts in which it sent files. */
export interface Call {
  method: string;
  values: Readonly<Record<string, unknown>>;
  parts: readonly string[];
  answer: object;
}

interface Schema {
  definitions: Record<'Calls' | 'Answers', { properties: Record<string, { properties?: object }> }>;
}

interface Types {
  schema: Schema;
  /** What a place in the schema says of a value. */
  at(pointer: string): ValidateFunction;
}

let loaded: Types | undefined;

/** Read when the first call is made: most test files make none. */
function types(): Types {
  if (loaded !== undefined) return loaded;
  const schema = JSON.parse(readFileSync(process.env['BOT_API_SCHEMA'] ?? '', 'utf8')) as Schema;
  // The schema is known to be one, and what its code looks like is all the same: this makes it in a tenth of the time.
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    meta: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addSchema(schema, 'api');
  // ajv keeps what it has compiled under the very object that it was given.
  const known = new Map<string, ValidateFunction>();
  loaded = {
    schema,
    at: (pointer) => {
      const validate = known.get(pointer) ?? ajv.compile({ $ref: `api#/definitions/${pointer}` });
      known.set(pointer, validate);
      return validate;
    },
  };
  return loaded;
}

/** What is wrong with a value, the deepest first; empty where it fits. */
function misfits(what: string, pointer: string, value: unknown): string[] {
  const validate = types().at(pointer);
  if (validate(value)) return [];
  const depth = (place: string) => place.split('/').length;
  const errors = (validate.errors ?? []).toSorted((a, b) => depth(b.instancePath) - depth(a.instancePath));
  const said = errors.slice(0, 4).map(({ instancePath, message = '', params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  });
  return [`${what}: ${said.join('; ')}`];
}

/** What is wrong with a call, and with its answer. */
export function misfitsOfCall({ method, values: sent, parts: named, answer }: Call): string[] {
  const { properties } = types().schema.definitions.Calls;
  const name = Object.keys(properties).find((each) => each.toLowerCase() === method.toLowerCase());
  if (name === undefined) return [`${method}: the Bot API has no such method`];
  const known = properties[name]?.properties ?? {};
  const accepts = (field: string, value: unknown) =>
    types().at(`Calls/properties/${name}/properties/${field}`)(value);
  // The platform reads a field's text as the field, wherever it stands: forms, queries and some libraries carry text alone.
  const values = Object.entries(sent).map(([field, value]) => [
    field,
    field in known && !accepts(field, value) ? parsed(value) : value,
  ]);
  // A part with the name of a field is that field; others are named by one, as `attach://<part>`.
  const parts = named.filter((part) => part in known).map((part) => [part, 'a file']);
  const call = misfits(
    `${name} is called with`,
    `Calls/properties/${name}`,
    Object.fromEntries([...values, ...parts]),
  );
  return [...call, ...misfitsOfAnswer(name, answer)];
}

function misfitsOfAnswer(name: string, answer: object): string[] {
  if (!('result' in answer)) return misfits(`${name} is refused with`, 'ApiError', answer);
  // Updates were held to their types where they were made; a test may have given others.
  if (name === 'getUpdates') return [];
  return misfits(`${name} is answered with`, `Answers/properties/${name}`, answer.result);
}

export function misfitsOfUpdate(content: object): string[] {
  const kinds = Object.keys(content).join(', ');
  return misfits(`an update of ${kinds}`, 'Update', { update_id: 1, ...content });
}

function parsed(value: unknown): unknown {
  try {
    // Python's words for it, which the platform reads, too.
    return JSON.parse(String(value).replace(/^(?:True|False)$/, (word) => word.toLowerCase()));
  } catch {
    return value;
  }
}
