/** Processes that do everything at once, over one server whose connections break: `tools/simulation/storm.ts`. */
import { describe, expect, it } from 'vitest';
import { playStorm } from '../../tools/simulation/storm.js';
import { storeKind } from '../support/database.js';

const COMMANDS = 800;

// Over SQLite it is skipped, because that does one command after the other: there is no storm over it.
describe.runIf(storeKind === 'postgres')('a storm over PostgreSQL', () => {
  it('breaks no promise, in whatever order things happen', async () => {
    const { faults, figures } = await playStorm({ seed: Number(process.env['FC_SEED']), commands: COMMANDS });
    expect(faults).toEqual([]);
    expect(figures['charges']).toBeGreaterThan(0);
    expect(figures['connections broken']).toBeGreaterThan(0);
  }, 120_000);
});
