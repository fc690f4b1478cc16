/**
 * Writes the types that the cabinet is checked by: of the interface from the API reference (`web/src/api/schema.d.ts`), and
 * of its words from the English ones (`web/src/words/words.d.ts`). Git ignores the files: `npm run typecheck` and
 * `npm run lint` generate them.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { referenceOf } from '../api/reference/document.js';
import { routes } from '../api/routes/index.js';
import { cabinetWords } from '../words/cabinet.js';
import { FluentResource } from '@fluent/bundle';
import { variablesOf } from '../words/variables.js';

const root = path.resolve(import.meta.dirname, '..');

/** Failures are alike on all paths, and examples are for readers. */
function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name]) => !/^(?:[45]\d\d|examples?|description|summary|x-codeSamples|webhooks)$/.test(name),
  );
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutProse(part)]));
}

// Each action by itself, as readers have it: so a call's answer is known by its action.
const document = withoutProse(referenceOf(routes, '/', true)) as OpenAPI3;
const schema = `// Written by scripts/web-types.ts.\n${astToString(await openapiTS(document, { alphabetize: true }))}`;
write('web/src/api/schema.d.ts', schema);
const { shown, signedIn } = cabinetWords('en');
write('web/src/words/words.d.ts', wordTypes(`${shown}\n${signedIn}`));

/** In one step: another command may be reading or making the file meanwhile. */
function write(name: string, text: string): void {
  const file = path.join(root, name);
  if (read(file) === text) return;
  const made = `${file}.${process.pid}`;
  writeFileSync(made, text);
  renameSync(made, file);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

type Tree = Map<string, string | Tree>;

/** @param file Fluent messages @throws Error where a key is the beginning of another */
function wordTypes(file: string): string {
  const tree: Tree = new Map();
  for (const { id, value } of new FluentResource(file).body) {
    const names = id.split('-');
    const last = names.pop() ?? '';
    let place = tree;
    for (const name of names) {
      const group = place.get(name) ?? new Map<string, string | Tree>();
      if (typeof group === 'string') throw new Error(`${id} begins with the key of other words.`);
      place.set(name, group);
      place = group;
    }
    if (place.has(last)) throw new Error(`${id} is there twice, or begins another key.`);
    place.set(last, typeOf(variablesOf(value)));
  }
  return `// Written by scripts/web-types.ts.\nexport type Tree = ${written(tree)};\n`;
}

function typeOf(variables: readonly string[]): string {
  if (variables.length === 0) return 'string';
  return `(values: { ${variables.map((name) => `${name}: string | number`).join('; ')} }) => string`;
}

function written(tree: Tree): string {
  const lines = [...tree].map(
    ([name, type]) => `readonly ${JSON.stringify(name)}: ${typeof type === 'string' ? type : written(type)};`,
  );
  return `{ ${lines.join('\n')} }`;
}
