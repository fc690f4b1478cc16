/** Thrown by work that found a row made since it read: done again, it sees that row. SQLite, with one writer, meets none. */
export class Crossing extends Error {
  constructor() {
    super('two pieces of work crossed');
  }
}
