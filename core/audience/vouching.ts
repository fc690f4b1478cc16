/** Who vouches for it that a page is open before the user that its link was made for (`evidence.md`, Resources). */
import { BOT_TOKEN_PURPOSE } from '../bots/index.js';
import type { Ports } from '../ports.js';
import { userOfInitData, userOfSignedData } from './init-data.js';

/**
 * - `platform`: a signature that only the platform can make names this user: its own key's, or for a bot without a token
 *   that of the operator bot's
 * - `bot`: a signature under the publisher bot's token does. Its owner can make one for any user, so it proves nothing,
 *   but who has the link of somebody else cannot
 * - `nobody`: nothing was told, or nothing that could be checked
 * - `refused`: what was told is forged, too old, or names somebody else
 */
export type Vouching = 'platform' | 'bot' | 'nobody' | 'refused';

export interface Holder {
  botId: number;
  userId: number;
}

/** @returns who vouches for the holder of a link, by the init data of the page (`''` outside the messenger) */
export function createVouch({ store, clock, vault, settings }: Ports) {
  return async ({ botId, userId }: Holder, initData: string): Promise<Vouching> => {
    if (initData === '') return 'nobody';
    const nowMs = clock.now();
    const publicKey = settings.PLATFORM_PUBLIC_KEY;
    const named = userOfSignedData(initData, { botId, publicKey, nowMs });
    if (named !== null) return named === userId ? 'platform' : 'refused';
    const cipher = await store.bots.tokenCipher(botId);
    if (cipher !== null) {
      const told = userOfInitData(initData, vault.open(cipher, BOT_TOKEN_PURPOSE), nowMs);
      return told === userId ? 'bot' : 'refused';
    }
    const told = userOfInitData(initData, settings.BOT_TOKEN, nowMs);
    // Without the bot's token its own signature cannot be checked, so it is not held against anybody.
    if (told === null) return 'nobody';
    return told === userId ? 'platform' : 'refused';
  };
}
