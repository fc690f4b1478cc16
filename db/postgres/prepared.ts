/** Each connection prepares a statement when it first meets it, and knows it by its name from then on. */
import { createHash } from 'node:crypto';

export interface Named {
  readonly name: string;
  readonly text: string;
}

export function named(text: string): Named {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 20), text };
}
