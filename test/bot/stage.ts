/** A fresh emulated platform for each test, with a publisher's bot, the operator bot and a user who has started both. */
import { afterEach, beforeEach } from 'vitest';
import { createPlatformAdapter, type PlatformAdapter } from '../../core/adapters/platform/index.js';
import { PlatformClient } from '../../emulator/client.js';
import { quick } from '../../emulator/behaviour.js';
import { createPlatform, type Platform } from '../../emulator/platform.js';

export const operatorToken = '900:operator-secret-operator-secret';
export const operatorName = 'SponsorgateBot';
export const shopToken = '100:shop-secret-shop-secret-shop';
export const ann = { id: 7, first_name: 'Ann', username: 'ann', language_code: 'en' } as const;

export interface Stage {
  emulator: Platform;
  client: PlatformClient;
  platform: PlatformAdapter;
}

export function usePlatform(): Stage {
  // Nothing reads it before the first test has begun.
  const stage = {} as Stage;
  beforeEach(async () => {
    const emulator = await createPlatform({ port: 0, behaviour: quick });
    const client = new PlatformClient(emulator.url);
    const platform = createPlatformAdapter({ apiRoot: emulator.url, operatorToken, operatorShare: {} });
    Object.assign(stage, { emulator, client, platform });
    await client.users(ann);
    await client.bots({ token: operatorToken, username: operatorName, first_name: 'Sponsorgate' });
    await client.bots({ token: shopToken, username: 'shop_bot', first_name: 'Shop' });
    await client.say(ann.id, 'shop_bot', '/start');
  });
  afterEach(async () => {
    stage.client.close();
    await stage.emulator.close();
  });
  return stage;
}
