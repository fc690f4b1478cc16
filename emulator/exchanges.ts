/** What goes over the wire, for those in this process who hold it to the platform's types: `node:diagnostics_channel`. */
import { channel } from 'node:diagnostics_channel';
import type { RequestFields } from './body.js';

/** A call of a bot, and what it is answered. */
export interface Exchange {
  method: string;
  fields: RequestFields;
  /** The answer's body. */
  answer: object;
}

export const CALLS = 'emulated-platform.calls';
/** Updates that this platform made, each where it is made. Those that a test gives it are the test's. */
export const UPDATES = 'emulated-platform.updates';

const calls = channel(CALLS);
const updates = channel(UPDATES);

export function showCall(exchange: Exchange): void {
  calls.publish(exchange);
}

export function showUpdate(update: object): void {
  updates.publish(update);
}
