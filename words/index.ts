/**
 * The words people read, by language: Fluent files in `words/<language>/`. English and Russian are complete; what end users
 * see is there in every spoken language. What a language lacks reads English.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { spokenIn } from '../core/spoken.js';

export type Values = Readonly<Record<string, string | number>>;

const bundles = new Map<string, FluentBundle>();

/**
 * @param language such as `ru` or `uz-Latn`
 * @throws Error where English lacks the key, or `values` one that the words need
 */
export function textIn(language: string, key: string, values: Values = {}): string {
  const bundle = [spokenIn(language), 'en'].map(bundleOf).find((each) => each.hasMessage(key));
  const pattern = bundle?.getMessage(key)?.value;
  if (bundle === undefined || pattern == null) throw new Error(`There are no words for ${key}.`);
  const faults: Error[] = [];
  const text = bundle.formatPattern(pattern, values, faults);
  if (faults.length > 0) throw new Error(`${key}: ${faults.map(String).join(', ')}`);
  return text;
}

function bundleOf(language: string): FluentBundle {
  const known = bundles.get(language);
  if (known !== undefined) return known;
  // The marks that isolate directions show up as boxes in messengers, and break copying of keys.
  const made = new FluentBundle(language, { useIsolating: false });
  // They are copied next to the built code, too.
  const folder = path.join(import.meta.dirname, language);
  for (const file of readdirSync(folder))
    made.addResource(new FluentResource(readFileSync(path.join(folder, file), 'utf8')));
  bundles.set(language, made);
  return made;
}
