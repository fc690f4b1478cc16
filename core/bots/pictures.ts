/**
 * Pictures of blocks that are sent as photos. The block has an address of a picture, which the platform fetches: a photo
 * gets one under ours, with a secret in it that changes with every photo, so that no old one is remembered there.
 */
import { ownedBot } from '../accounts/index.js';
import { publicUrl } from '../config.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { BlockVariant } from '../ports/block-test-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { createBots } from './bots.js';

/** A photo that the platform has made small has far less. */
export const PICTURE_BYTES_MAX = 1_000_000;
const SECRET_BYTES = 18;
const ENDING = '.jpg';
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** @param bots sets the address of a block's picture, or refuses it */
export function createBotPictures(ports: Ports, bots: Pick<ReturnType<typeof createBots>, 'update'>) {
  const { store, settings, random, clock } = ports;
  return {
    /**
     * Takes a photo for the bot's block, in the place of the one it had.
     * @param jpeg at most `PICTURE_BYTES_MAX`
     * @param variant which of the two pictures that are tried in parallel
     * @throws ServiceError `invalid` for what is no JPEG or too large, or where the platform cannot fetch it from us
     */
    set: async (accountId: number, botId: number, jpeg: Uint8Array, variant: BlockVariant = 'a') => {
      await ownedBot(store, accountId, botId);
      if (jpeg.length > PICTURE_BYTES_MAX || !JPEG_START.equals(Buffer.from(jpeg.subarray(0, 3))))
        throw new ServiceError('invalid', 'image: must be a JPEG of at most 1 MB.', { topic: 'photo' });
      const secret = Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
      const address = `${folderOf(botId, settings)}${secret}${ENDING}`;
      if ((await ports.webhookSender.pictureFault(address)) !== null)
        throw new ServiceError('invalid', 'image: the platform cannot fetch pictures from PUBLIC_URL.', {
          topic: 'photo_address',
        });
      await store.pictures.put(botId, { secret, jpeg }, clock.now());
      const change = variant === 'a' ? { image: address } : { imageB: address };
      try {
        await bots.update(accountId, botId, { settings: change });
      } catch (error) {
        await store.pictures.remove(botId, secret);
        throw error;
      }
    },
    /** Null when the bot has no such picture (any more). */
    find: (botId: number, secret: string) => store.pictures.find(botId, secret),
  };
}

/** The secrets of the block's pictures that are photos kept here. */
export function keptSecrets(
  { botId, settings: { image, imageB } }: Bot,
  settings: Ports['settings'],
): string[] {
  const folder = folderOf(botId, settings);
  return [image, imageB].flatMap((address) =>
    address?.startsWith(folder) === true && address.endsWith(ENDING)
      ? [address.slice(folder.length, -ENDING.length)]
      : [],
  );
}

function folderOf(botId: number, settings: Ports['settings']): string {
  return `${publicUrl(settings)}/picture/${String(botId)}/`;
}
