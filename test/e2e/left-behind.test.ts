/** Nobody is left behind holding the ports when `npm start` itself is killed. */
import { expect, it } from 'vitest';
import { removeFolder, startDemo } from '../support/service-process.js';

it('stops every process when the one that started them is killed', async () => {
  const demo = await startDemo();
  const { api, platform } = demo.world;
  demo.platform.close();
  // A response that never ends is cut when its server goes: the moment is an event, not a guess.
  const events = await fetch(`${platform}/emulator/events`);
  const reader = events.body?.getReader();
  demo.kill();
  await expect(
    (async () => {
      while (!(await reader?.read())?.done);
    })().catch(() => 'cut'),
  ).resolves.toBeOneOf([undefined, 'cut']);
  await expect(fetch(`${platform}/emulator/users`)).rejects.toThrow();
  await stopped(`${api}/healthz`);
  await removeFolder(demo.folder);
}, 60_000);

/** Resolves when nothing answers there any more; the test's own time limit bounds it. */
async function stopped(url: string): Promise<void> {
  for (;;) {
    try {
      await (await fetch(url)).arrayBuffer();
    } catch {
      return;
    }
  }
}
