/** How the service's own processes are started. */
import type { ProcessPlan } from './processes.js';

/** Options of node for the api; docs/performance.md has the measured gain. */
export const apiNodeOptions: readonly string[] = [
  // What a request makes is gone with it. V8 takes what was kept while it warmed up (answers, what is remembered of
  // orders) for a sign that the same lines will go on making things to keep, puts all of those among the old ones, and
  // whole requests that they point to with them: collecting garbage then takes two to five times as long.
  '--no-allocation-site-pretenuring',
  // Room for what a few hundred requests make, in MB: what is looked through less often has more of it gone by then.
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  // The old generation is collected when it is 1.4 times what was live there, at first at 80 MB. V8 waits for four times as
  // much otherwise, and keeps the pages: 440 MB instead of 267 after pinned lists, for 4 % of the processor at most.
  '--initial-old-space-size=80',
  '--heap-growing-percent=40',
];

export function servicePlan(name: 'api' | 'bot', environment: Record<string, string>): ProcessPlan {
  const script = new URL(`../${name}/main.js`, import.meta.url).pathname;
  return { name, script, environment, nodeOptions: name === 'api' ? apiNodeOptions : [] };
}
