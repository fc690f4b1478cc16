/** What was seen of the emulated platforms of this process that does not fit the Bot API's types. */
import { subscribe } from 'node:diagnostics_channel';
import { CALLS, type Exchange, UPDATES } from '../../../emulator/exchanges.js';
import { type Call, misfitsOfCall, misfitsOfUpdate } from './check.js';

/**
 * What was seen since it was last held to the types, as JSON. It waits there for the end of the test: the first look makes a
 * validator of half a second, and our bots have deadlines by which the platform answers.
 */
const unread = new Set<string>();

type Unread = { call: Call; update?: never } | { update: object; call?: never };

const keep = (seen: Unread) => unread.add(JSON.stringify(seen));
subscribe(CALLS, (exchange) => {
  const { method, fields, answer } = exchange as Exchange;
  keep({ call: { method, values: fields.values, parts: [...fields.uploads.keys()], answer } });
});
subscribe(UPDATES, (update) => {
  keep({ update: update as object });
});

/** What has been seen since this was last asked. */
export function takeMisfits(): string[] {
  const seen = [...unread].map((text) => JSON.parse(text) as Unread);
  unread.clear();
  const misfits = seen.flatMap(({ call, update }) =>
    call === undefined ? misfitsOfUpdate(update) : misfitsOfCall(call),
  );
  return [...new Set(misfits)];
}
