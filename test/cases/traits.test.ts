/** What the platform tells of a user is fetched in the background and kept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Scene } from './scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from './stage.js';

describe('traits that the platform tells', () => {
  let emulator: Emulator;
  let stage: Stage;
  let scene: Scene;

  beforeAll(async () => {
    emulator = await openEmulator();
    stage = await openStage(emulator);
    scene = new Scene(stage);
    await scene.open();
    await scene.happen({ publisher_bot: 'recipes_bot' });
  });
  afterAll(async () => {
    await stage.close();
    await emulator.close();
  });

  const meet = async (name: string, traits: Record<string, unknown>): Promise<number> => {
    await scene.happen({ user: name, is: traits });
    const userId = Number(scene.names.get(name, 'id'));
    await stage.platform.say(userId, 'recipes_bot', '/start');
    await fetch(`${stage.url}/get-sponsors`, {
      method: 'POST',
      headers: { Auth: String(scene.names.get('recipes_bot', 'key')) },
      body: JSON.stringify({
        user_id: userId,
        chat_id: userId,
        first_name: `${name} ${JSON.stringify(traits)}`,
      }),
    });
    return userId;
  };

  it('are asked for once, and kept', async () => {
    const userId = await meet('ivan', { bio: 'I sail.', photos: 2, gifts: 12, rating: 3 });
    expect(await stage.store.audience.find(userId)).toMatchObject({ hasBio: null, gifts: null });
    expect(await stage.service.maintenance.refreshTraits()).toBeGreaterThan(0);
    // The emulator draws plain colours: no camera saw those.
    const told = { hasBio: true, gifts: 12, rating: 3, hasPhoto: true, hasRealPhoto: false };
    expect(await stage.store.audience.find(userId)).toMatchObject(told);
    expect(await stage.service.maintenance.refreshTraits()).toBe(0);
  });

  it('of a photo that is gone are unknown again', async () => {
    const userId = await meet('vera', { photos: 1 });
    await stage.service.maintenance.refreshTraits();
    expect(await stage.store.audience.find(userId)).toMatchObject({ hasPhoto: true, hasRealPhoto: false });
    await stage.platform.users({ id: userId, first_name: 'vera', photos: 0 });
    await scene.happen({ wait: '8 days' });
    await stage.service.maintenance.refreshTraits();
    expect(await stage.store.audience.find(userId)).toMatchObject({ hasPhoto: null, hasRealPhoto: null });
  });

  it('are asked for again each week of users who come, and of others when they come back', async () => {
    const here = await meet('here', { gifts: 1 });
    const gone = await meet('gone', { gifts: 1 });
    await stage.service.maintenance.refreshTraits();
    const giftsOf = async (userId: number) => (await stage.store.audience.find(userId))?.gifts;
    const askedAfter = async (gifts: number, ...coming: string[]) => {
      for (const id of [here, gone]) await stage.platform.users({ id, first_name: 'x', gifts });
      for (const name of coming) await meet(name, { gifts });
      await stage.service.maintenance.refreshTraits();
      return [await giftsOf(here), await giftsOf(gone)];
    };
    await scene.happen({ wait: '8 days' });
    expect(await askedAfter(2, 'here')).toEqual([2, 2]);
    await scene.happen({ wait: '24 days' });
    expect(await askedAfter(3, 'here')).toEqual([3, 2]);
    expect(await askedAfter(4, 'gone')).toEqual([3, 4]);
  });

  it('keep nobody who stops waiting for a platform that does not answer', async () => {
    const userId = await meet('slow', { bio: 'I wait.' });
    await stage.platform.faults({ kind: 'timeout', times: 10 });
    const stopping = new AbortController();
    const asked = stage.platform.waitForOpenCall({ method: 'getChat' });
    const round = stage.service.maintenance.refreshTraits(stopping.signal);
    await asked;
    stopping.abort();
    await round;
    await stage.platform.clearFaults();
    expect(await stage.store.audience.find(userId)).toMatchObject({ hasBio: null, traitsAtMs: null });
  });

  it('stay unknown where nothing is shown, which is not the same as none', async () => {
    const userId = await meet('olga', {});
    await stage.service.maintenance.refreshTraits();
    expect(await stage.store.audience.find(userId)).toMatchObject({
      hasPhoto: null,
      hasRealPhoto: null,
      gifts: 0,
    });
  });
});
