/** Answers of another service with this interface. What its documents leave open is taken in any shape: where a list stands. */
import type { Fault } from '../../core/errors.js';

/** The other service refuses, or answers otherwise than the interface says. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault';

  /** @param message for the operator, in English */
  constructor(
    message: string,
    /** The same for people. */
    readonly fault: Fault,
  ) {
    super(message);
  }
}

export type Found = Record<string, unknown>;

export const isFound = (value: unknown): value is Found =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const placesIn = (answer: Found): unknown[] => [
  answer,
  ...['response', 'result', 'data'].map((name) => answer[name]),
];

/** Wherever an answer has it. @throws ImportFault */
export function listIn(answer: Found, name: string): Found[] {
  for (const place of placesIn(answer)) {
    const lists = isFound(place) ? [name, 'items', 'list'].map((each) => place[each]) : [place];
    const list: unknown = lists.find((each) => Array.isArray(each));
    if (Array.isArray(list)) return list.filter(isFound);
  }
  throw new ImportFault(`The other service answered without a list of ${name}.`, {
    topic: 'import_unreadable',
  });
}

export function recordIn(answer: Found, name: string): Found {
  const place = placesIn(answer).slice(1).find(isFound) ?? answer;
  const inner = place[name];
  return isFound(inner) ? inner : place;
}
