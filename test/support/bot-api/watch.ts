/** What was seen of the emulated platforms of this process that does not fit the Bot API's types. */
import { subscribe } from 'node:diagnostics_channel';
import { CALLS, type Exchange, UPDATES } from '../../../emulator/exchanges.js';
import { misfitsOfCall, misfitsOfUpdate } from './check.js';

const seen = new Set<string>();

const note = (misfits: readonly string[]) => {
  for (const misfit of misfits) seen.add(misfit);
};
subscribe(CALLS, (exchange) => {
  note(misfitsOfCall(exchange as Exchange));
});
subscribe(UPDATES, (content) => {
  note(misfitsOfUpdate(content as object));
});

/** What has been seen since this was last asked. */
export function takeMisfits(): string[] {
  const misfits = [...seen];
  seen.clear();
  return misfits;
}
