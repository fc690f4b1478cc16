/** Things in the order of their groups, each group where its first stood. */
export function groupsOf<Thing>(
  things: readonly Thing[],
  of: (thing: Thing) => string,
): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const group = groups.get(of(thing));
    if (group === undefined) groups.set(of(thing), [thing]);
    else group.push(thing);
  }
  return groups;
}
