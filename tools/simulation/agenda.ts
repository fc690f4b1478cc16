/** What is to happen, the earliest first; of the same moment in the order in which it was added. */
export interface Planned {
  atMs: number;
}

export class Agenda<Entry extends Planned> {
  /** A binary heap. */
  readonly #heap: { entry: Entry; atMs: number; turn: number }[] = [];
  #turn = 0;

  add(entry: Entry): void {
    const heap = this.#heap;
    heap.push({ entry, atMs: entry.atMs, turn: this.#turn++ });
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  /** The next one, if it is not after this moment. */
  take(untilMs = Infinity): Entry | null {
    const heap = this.#heap;
    const first = heap[0];
    if (first === undefined || first.atMs > untilMs) return null;
    const last = heap.pop()!;
    if (heap.length === 0) return first.entry;
    heap[0] = last;
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && this.#isBefore(child, least)) least = child;
      if (least === at) return first.entry;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  }

  #isBefore(at: number, other: number): boolean {
    const [one, two] = [this.#heap[at]!, this.#heap[other]!];
    return one.atMs < two.atMs || (one.atMs === two.atMs && one.turn < two.turn);
  }
}
