/** What is to happen, the earliest first; of the same moment in the order in which it was planned. */
export interface Happening {
  atMs: number;
  act(): void;
}

interface Planned extends Happening {
  turn: number;
}

export class Happenings {
  readonly #heap: Planned[] = [];
  #turn = 0;

  plan(atMs: number, act: () => void): void {
    const heap = this.#heap;
    heap.push({ atMs, act, turn: this.#turn++ });
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at]!, heap[parent]!)) break;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  /** The next one, if it is not after this moment. */
  take(untilMs: number): Happening | null {
    const heap = this.#heap;
    const first = heap[0];
    if (first === undefined || first.atMs > untilMs) return null;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && isBefore(heap[child]!, heap[least]!)) least = child;
      if (least === at) return first;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  }
}

function isBefore(a: Planned, b: Planned): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.turn < b.turn);
}
