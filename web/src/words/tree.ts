/** The cabinet's words as an object: `orders-tabs-edit` in the files is `words.orders.tabs.edit`. */
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { variablesOf } from '../../../words/variables';

export type Values = Readonly<Record<string, string | number>>;
type Leaf = string | ((values: Values) => string);
interface Tree {
  [name: string]: Leaf | Tree;
}

/**
 * @param file Fluent messages
 * @returns a text for each message, or a function for one that is filled in: `words.d.ts` has their types, made of English
 */
export function treeOf(language: string, file: string): Tree {
  // The marks that isolate directions break copying of keys.
  const bundle = new FluentBundle(language, { useIsolating: false });
  const resource = new FluentResource(file);
  bundle.addResource(resource);
  const tree: Tree = {};
  for (const { id, value } of resource.body) {
    if (value === null) continue;
    const names = id.split('-');
    const last = names.pop() ?? '';
    const place = names.reduce<Tree>((group, name) => (group[name] ??= {}) as Tree, tree);
    // Faults are left in the text: the types ask for each value, and a page goes on without one.
    place[last] =
      variablesOf(value).length === 0
        ? bundle.formatPattern(value, {}, [])
        : (values) => bundle.formatPattern(value, values, []);
  }
  return tree;
}
