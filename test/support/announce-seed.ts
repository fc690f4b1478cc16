/** Once for each run: says which seed repeats it. */
import type { TestProject } from 'vitest/node';

export default function announceSeed({ config }: TestProject): void {
  const seed = String(config.env['FC_SEED']);
  process.stderr.write(`The seed is ${seed}; FC_SEED=${seed} npm test repeats this run.\n`);
}
