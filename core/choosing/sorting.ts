/** Sorting in steps, so that others have their turn. */

/** Sorted runs are merged, and runs are sorted, in steps of about this many entries: a millisecond or two. */
const STEP = 2_000;

/** Sorts a large list with pauses, so that others have their turn; quick where it is nearly sorted already. */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += STEP) {
    runs.push(items.slice(from, from + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* mergeInSteps(runs[index] ?? [], runs[index + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeInSteps<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  const merged: Item[] = [];
  let rightIndex = 0;
  for (const item of left) {
    for (
      let other = right[rightIndex];
      other !== undefined && compare(other, item) < 0;
      other = right[rightIndex]
    ) {
      merged.push(other);
      rightIndex++;
      if (merged.length % STEP === 0) yield;
    }
    merged.push(item);
    if (merged.length % STEP === 0) yield;
  }
  return merged.concat(right.slice(rightIndex));
}
