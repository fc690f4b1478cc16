/** Whose database it is: a demo and a service never work over the same one. */
import { expect, it } from 'vitest';
import { parseSettings } from '../../core/config.js';
import { requireOwnDatabase } from '../../core/installation.js';
import type { Store } from '../../core/ports.js';
import { createSecrets } from '../../core/secrets/index.js';
import { createVault } from '../../core/vault.js';
import { demoEnvironment } from '../../scripts/demo/environment.js';
import { populate } from './makers.js';
import { contract } from './run.js';

const secret = Buffer.alloc(32, 7);
const vault = createVault([secret]);

contract('whose database it is', (stage) => {
  const begin = (DEMO: boolean, store: Store = stage().store) =>
    requireOwnDatabase({ store, vault, settings: { DEMO } });

  it('is that of a demo for ever, once one began on it', async () => {
    await begin(true);
    await expect(begin(false)).rejects.toThrow(/that of a demo, .* name another one by DATABASE_URL\.$/);
    await begin(true);
  });

  it('is never that of a demo, once a service began on it', async () => {
    await begin(false);
    await expect(begin(true)).rejects.toThrow(/^BOT_TOKEN is not set, so this would be a demo/);
    await begin(false);
  });

  it('from before there was a mark is no demo’s where there are accounts', async () => {
    await populate(stage().store);
    await createSecrets({ store: stage().store, vault }).adopt();
    await expect(begin(true)).rejects.toThrow('not that of a demo');
    await begin(false);
  });

  it('that is new is given to one of two that begin at once', async () => {
    const other = await stage().open();
    const begun = await Promise.allSettled([begin(true), begin(false, other)]);
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

it('a demo has a file of its own, not the one of the service', () => {
  const sealing = { SECRETS_KEY: secret.toString('base64') };
  const demo = parseSettings({ ...sealing, ...demoEnvironment(sealing) });
  const service = parseSettings({ ...sealing, BOT_TOKEN: demo.BOT_TOKEN });
  expect(demo.DATABASE_URL).not.toBe(service.DATABASE_URL);
  expect([demo.DEMO, service.DEMO]).toEqual([true, false]);
});

it('a demo that can keep no secret says where, and what to do', () => {
  // A file is no folder.
  const DATABASE_URL = `file:${import.meta.filename}/service.db`;
  expect(() => demoEnvironment({ DATABASE_URL })).toThrow(
    /^The demo cannot keep .*demo-secret \(EEXIST\): let it, or set DATABASE_URL to a file in another folder\.$/,
  );
});
