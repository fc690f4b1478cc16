/** Whose database it is: a demo and a service never work over the same one. */
import { expect, it } from 'vitest';
import { parseSettings } from '../../core/config.js';
import { keepOperatorBot, requireOwnDatabase } from '../../core/installation.js';
import type { Store } from '../../core/ports.js';
import { createSecrets } from '../../core/secrets/index.js';
import { createVault } from '../../core/vault.js';
import { demoEnvironment } from '../../scripts/demo/environment.js';
import { populate } from './makers.js';
import { contract } from './run.js';

const secret = Buffer.alloc(32, 7);
const vault = createVault([secret]);

contract('whose database it is', (stage) => {
  const begin = (DEMO: boolean, store: Store = stage().store, BOT_TOKEN = '900:first') =>
    requireOwnDatabase({ store, vault, settings: { DEMO, BOT_TOKEN } });

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

  it('is that of the operator bot that the platform took first, whatever token it has by now', async () => {
    const { store } = stage();
    const keep = (BOT_TOKEN: string) =>
      keepOperatorBot({ sessions: store.sessions, settings: { BOT_TOKEN } });
    // A token that the platform refused binds nothing.
    await begin(false, store, '900:refused');
    await keep('901:of-the-bot');
    await keep('902:of-another');
    await begin(false, store, '901:revoked-and-given-again');
    await expect(begin(false, store, '902:of-another')).rejects.toThrow(
      /^BOT_TOKEN is that of bot 902, and the database is that of bot 901: set the token of that one/,
    );
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
