/**
 * Writes the types of the interface for the cabinet, `web/src/api/schema.d.ts`, from the API reference: what is asked and
 * what is answered. Git ignores the file: `npm run typecheck` and `npm run lint` generate it.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { referenceOf } from '../api/reference/document.js';
import { routes } from '../api/routes/index.js';

const file = path.resolve(import.meta.dirname, '../web/src/api/schema.d.ts');

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
const text = `// Written by scripts/web-types.ts.\n${astToString(await openapiTS(document, { alphabetize: true }))}`;
if (read() !== text) replace();

/** In one step: another command may be reading or making the file meanwhile. */
function replace(): void {
  const made = `${file}.${process.pid}`;
  writeFileSync(made, text);
  renameSync(made, file);
}

function read(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
