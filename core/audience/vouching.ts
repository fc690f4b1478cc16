/** Who vouches for it that a page is open before the user that its link was made for (`evidence.md`, Resources). */
import { BOT_TOKEN_PURPOSE } from '../bots/index.js';
import type { Ports } from '../ports.js';
import type { Claims } from '../ports/audience-store.js';
import { type NamedUser, userOfInitData, userOfSignedData } from './init-data.js';
import { createPlatformWord } from './platform-word.js';

/**
 * - `platform`: a signature that only the platform can make names this user: its own key's, or for a bot without a token
 *   that of the operator bot's
 * - `bot`: a signature under the publisher bot's token does. Its owner can make one for any user, so it proves nothing,
 *   but who has the link of somebody else cannot
 * - `nobody`: nothing was said, or nothing that could be checked
 * - `refused`: what was said is forged, too old, or names somebody else
 */
export type Vouching = 'platform' | 'bot' | 'nobody' | 'refused';

export interface Holder {
  botId: number;
  userId: number;
}

/**
 * Returns who vouches for the holder of a link, by the init data of the page (`''` outside the messenger). What the data
 * says of the user is learnt: as the platform's word under its own signature, else as a claim of the bot.
 */
export function createVouch(ports: Ports) {
  const { store, clock, vault, settings } = ports;
  const learn = createPlatformWord(ports);

  /** The user that the data names and its signer; null where no signature can be checked. */
  const signerOf = async (
    botId: number,
    initData: string,
  ): Promise<(NamedUser & { by: 'platform' | 'bot' }) | 'forged' | null> => {
    const nowMs = clock.now();
    const publicKey = settings.PLATFORM_PUBLIC_KEY;
    const signed = userOfSignedData(initData, { botId, publicKey, nowMs });
    if (signed !== null) return { ...signed, by: 'platform' };
    const cipher = await store.bots.tokenCipher(botId);
    if (cipher !== null) {
      const named = userOfInitData(initData, vault.open(cipher, BOT_TOKEN_PURPOSE), nowMs);
      return named === null ? 'forged' : { ...named, by: 'bot' };
    }
    const named = userOfInitData(initData, settings.BOT_TOKEN, nowMs);
    // Without the bot's token its own signature cannot be checked, so it is not held against anybody.
    return named === null ? null : { ...named, by: 'platform' };
  };

  return async ({ botId, userId }: Holder, initData: string): Promise<Vouching> => {
    if (initData === '') return 'nobody';
    const signer = await signerOf(botId, initData);
    if (signer === null) return 'nobody';
    if (signer === 'forged' || signer.userId !== userId) return 'refused';
    if (signer.by === 'platform') await learn(userId, signer.reported, 'init_data');
    else await store.audience.claim(botId, userId, claimsIn(signer.reported), clock.now());
    return signer.by;
  };
}

/** Names that are empty say nothing. */
function claimsIn({ firstName, lastName, username, ...rest }: NamedUser['reported']): Claims {
  return {
    ...rest,
    ...(firstName === '' ? {} : { firstName }),
    ...(lastName === '' ? {} : { lastName }),
    ...(username === '' ? {} : { username }),
  };
}
