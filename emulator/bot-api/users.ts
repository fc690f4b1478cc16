/** What bots can learn of users, and files. */
import type { OwnedGift } from 'grammy/types';
import { badRequest } from '../failure.js';
import type { UserRecord } from '../world.js';
import type { BotCall } from './call.js';
import type { MethodTable } from './methods.js';

const mostPhotos = 100;
const mostGifts = 100;
const largestDownloadBytes = 20 * 1024 * 1024;

export const userMethods: MethodTable = {
  getUserProfilePhotos(call) {
    const user = known(call);
    const offset = Math.max(0, call.integer('offset') ?? 0);
    const limit = Math.min(mostPhotos, Math.max(1, call.integer('limit') ?? mostPhotos));
    const { files } = call.parts;
    const photos = user.photos.slice(offset, offset + limit).flatMap((name) => {
      const record = call.parts.world.files.get(name);
      return record ? [files.photoSizes(call.bot, record)] : [];
    });
    return { total_count: user.photos.length, photos };
  },

  getUserGifts(call) {
    const user = known(call);
    const start = Number(call.text('offset') || '0');
    const limit = Math.min(mostGifts, Math.max(1, call.integer('limit') ?? mostGifts));
    const end = Math.min(user.gifts, start + limit);
    const gifts = Array.from({ length: Math.max(0, end - start) }, (_, index) =>
      gift(start + index, user.id),
    );
    return { total_count: user.gifts, gifts, ...(end < user.gifts ? { next_offset: String(end) } : {}) };
  },

  getFile(call) {
    const record = call.parts.files.byId(call.bot, call.text('file_id'));
    if (!record) throw badRequest('invalid file_id');
    if (record.size > largestDownloadBytes) throw badRequest('file is too big');
    return {
      file_id: call.text('file_id'),
      file_unique_id: record.name.slice(0, 15),
      file_size: record.size,
      file_path: call.parts.files.pathOf(record),
    };
  },
};

/** A user that the bot has met: in its own chat, or among the members of a chat it administers. */
function known(call: BotCall): UserRecord {
  const id = call.userId();
  const { world } = call.parts;
  const user = world.users.get(id);
  const hasMet = world.dialogs.get(call.bot.id, id) !== undefined || call.sharesChatWith(id);
  if (!user || !hasMet) throw badRequest('user not found');
  return user;
}

function gift(index: number, userId: number): OwnedGift {
  const fileId = `gift-${userId}-${index}`;
  return {
    type: 'regular',
    gift: {
      id: `5${String(index).padStart(9, '0')}`,
      sticker: {
        file_id: fileId,
        file_unique_id: fileId,
        type: 'regular',
        width: 512,
        height: 512,
        is_animated: true,
        is_video: false,
      },
      star_count: 15,
    },
    send_date: 1_700_000_000 + index,
  };
}
