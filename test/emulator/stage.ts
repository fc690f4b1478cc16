/** A fresh emulated platform for each test: two bots and one user, and the clients that move them. */
import { Api, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import { afterEach, beforeEach } from 'vitest';
import { PlatformClient } from '../../emulator/client.js';
import { quick } from '../../emulator/behaviour.js';
import { createPlatform, type Platform } from '../../emulator/platform.js';

export const token = '100:shop-secret-shop-secret-shop';
export const otherToken = '200:news-secret-news-secret-news';
export const ann = 7;

export interface Stage {
  platform: Platform;
  client: PlatformClient;
  /** @shop_bot, id 100. */
  api: Api;
  /** @news_bot, id 200. */
  otherApi: Api;
}

/** Fills the stage before each test of the file, and empties it after. */
export function usePlatform(): Stage {
  // Nothing reads it before the first test has begun.
  const stage = {} as Stage;
  beforeEach(async () => {
    const platform = await createPlatform({ port: 0, behaviour: quick });
    const client = new PlatformClient(platform.url);
    const api = new Api(token, { apiRoot: platform.url });
    Object.assign(stage, { platform, client, api, otherApi: new Api(otherToken, { apiRoot: platform.url }) });
    await client.users({ id: ann, first_name: 'Ann', username: 'ann', language_code: 'en' });
    await client.bots({ token, username: 'shop_bot', first_name: 'Shop' });
    await client.bots({ token: otherToken, username: 'news_bot', first_name: 'News' });
  });
  afterEach(async () => {
    stage.client.close();
    await stage.platform.close();
  });
  return stage;
}

/** What the platform refused, as `400 Bad Request: …`. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    (value) => new Error(`it was accepted: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof GrammyError) return `${error.error_code} ${error.description}`;
  throw error;
}

export const updatesOf = async (api: Api): Promise<Update[]> => await api.getUpdates();
