/** The types of the cabinet's words, made of the English ones: a key that is missing there does not compile. */
import { FluentResource } from '@fluent/bundle';
import { variablesOf } from '../words/variables.js';

type Tree = Map<string, string | Tree>;

/** @param file Fluent messages @throws Error where a key is the beginning of another */
export function wordTypes(file: string): string {
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
