/**
 * Content of every kind that people send, and what the platform says of a chat by itself: made up, with the fields of
 * https://core.telegram.org/bots/api#message.
 */
import type { Chat, Document, User } from 'grammy/types';
import type { Files } from './files.js';
import type { Content } from './messages.js';
import { makePng } from './png.js';
import type { BotRecord, World } from './world.js';

/** Of what content is made. */
export interface Making {
  /** Files are named for one bot, as on the platform. */
  bot: Pick<BotRecord, 'id'>;
  user: User;
  chat: Chat;
  world: World;
  files: Files;
}

type Make = (making: Making) => Content;
type Stored = Required<Pick<Document, 'file_id' | 'file_unique_id' | 'file_size' | 'mime_type'>>;

function stored({ bot, files }: Making, name: string, mimeType: string): Stored {
  const record = files.keep(Buffer.from(name), name, mimeType);
  const { file_id, file_unique_id } = files.document(bot, record);
  return { file_id, file_unique_id, file_size: record.size, mime_type: mimeType };
}

const picture = ({ bot, files }: Making) => files.photoSizes(bot, files.keep(makePng(1), 'photo.png'));
const film = (making: Making) => ({
  ...stored(making, 'film.mp4', 'video/mp4'),
  width: 320,
  height: 240,
  duration: 3,
});
const place = { latitude: 53.9, longitude: 27.56 };
const task = { id: 1, text: 'Water the roses' };
const option = (text: string) => ({ persistent_id: text, text, voter_count: 0 });

/** What people send; each under the field that holds it. */
export const sent = {
  text: () => ({ text: 'Bold words', entities: [{ type: 'bold', offset: 0, length: 4 }] }),
  rich_message: () => ({ rich_message: { blocks: [{ type: 'paragraph', text: 'Words' }] } }),
  // With `animation` comes `document`, for bots that do not know the former (docs, `Message.animation`).
  animation: (making) => ({
    animation: film(making),
    document: stored(making, 'film.mp4', 'video/mp4'),
  }),
  audio: (making) => ({ audio: { ...stored(making, 'song.mp3', 'audio/mpeg'), duration: 3 } }),
  document: (making) => ({
    document: { ...stored(making, 'plan.pdf', 'application/pdf'), file_name: 'plan.pdf' },
    caption: 'A plan',
  }),
  live_photo: (making) => ({ live_photo: { ...film(making), photo: picture(making) } }),
  paid_media: (making) => ({
    paid_media: { star_count: 1, paid_media: [{ type: 'photo', photo: picture(making) }] },
  }),
  photo: (making) => ({ photo: picture(making), caption: 'A picture' }),
  sticker: (making) => {
    const { file_id, file_unique_id, file_size } = stored(making, 'sticker.webp', 'image/webp');
    const looks = { width: 512, height: 512, is_animated: false, is_video: false, emoji: '🌱' };
    return { sticker: { file_id, file_unique_id, file_size, type: 'regular', ...looks } };
  },
  story: ({ chat }) => ({ story: { chat, id: 1 } }),
  video: (making) => ({ video: film(making) }),
  video_note: (making) => {
    const { file_id, file_unique_id, file_size } = stored(making, 'round.mp4', 'video/mp4');
    return { video_note: { file_id, file_unique_id, file_size, length: 240, duration: 3 } };
  },
  voice: (making) => ({ voice: { ...stored(making, 'voice.ogg', 'audio/ogg'), duration: 3 } }),
  checklist: () => ({ checklist: { title: 'The garden', tasks: [task] } }),
  contact: () => ({ contact: { phone_number: '+375290000000', first_name: 'Ann' } }),
  dice: () => ({ dice: { emoji: '🎲', value: 4 } }),
  game: (making) => ({
    game: {
      title: 'A game',
      description: 'Play',
      photo: picture(making),
      text: '',
      text_entities: [],
      animation: film(making),
    },
  }),
  poll: () => ({
    poll: {
      id: '1',
      question: 'Tea or soup?',
      options: [option('Tea'), option('Soup')],
      total_voter_count: 0,
      is_closed: false,
      is_anonymous: true,
      type: 'regular',
      allows_multiple_answers: false,
      allows_revoting: true,
      members_only: false,
    },
  }),
  // With `venue` comes `location` (docs, `Message.venue`).
  venue: () => ({ venue: { location: place, title: 'The garden', address: 'Street 1' }, location: place }),
  location: () => ({ location: place }),
} satisfies Record<string, Make>;

/** What the platform says where people talk: service messages (docs, `Message`). */
export const news = {
  new_chat_members: ({ user }) => ({ new_chat_members: [user] }),
  left_chat_member: ({ user }) => ({ left_chat_member: user }),
  new_chat_title: () => ({ new_chat_title: 'Another title' }),
  new_chat_photo: (making) => ({ new_chat_photo: picture(making) }),
  delete_chat_photo: () => ({ delete_chat_photo: true }),
  pinned_message: ({ chat, user, world }) => ({
    pinned_message: {
      message_id: 1,
      date: world.nowSeconds(),
      chat,
      from: user,
      text: 'Read this',
    },
  }),
  message_auto_delete_timer_changed: () => ({
    message_auto_delete_timer_changed: { message_auto_delete_time: 86_400 },
  }),
  chat_background_set: () => ({
    chat_background_set: { type: { type: 'chat_theme', theme_name: '🌷' } },
  }),
  write_access_allowed: () => ({ write_access_allowed: { from_attachment_menu: true } }),
  boost_added: () => ({ boost_added: { boost_count: 1 } }),
  video_chat_scheduled: ({ world }) => ({ video_chat_scheduled: { start_date: world.nowSeconds() + 60 } }),
  video_chat_started: () => ({ video_chat_started: {} }),
  video_chat_ended: () => ({ video_chat_ended: { duration: 60 } }),
  video_chat_participants_invited: ({ user }) => ({ video_chat_participants_invited: { users: [user] } }),
  forum_topic_created: () => ({ forum_topic_created: { name: 'Roses', icon_color: 7_322_096 } }),
  forum_topic_edited: () => ({ forum_topic_edited: { name: 'Tulips' } }),
  forum_topic_closed: () => ({ forum_topic_closed: {} }),
  forum_topic_reopened: () => ({ forum_topic_reopened: {} }),
  giveaway_created: () => ({ giveaway_created: {} }),
} satisfies Record<string, Make>;

/** Several pictures that were sent as one: each comes as a message, with the same `media_group_id`. */
const album = 'album';
const makers: Record<string, Make> = { ...sent, ...news };

export type Kind = keyof typeof sent | keyof typeof news | typeof album;
export const kinds = [album, ...Object.keys(makers)] as [Kind, ...Kind[]];

export const isNews = (kind: Kind | undefined): boolean => kind !== undefined && kind in news;

/** One content for each message that comes. */
export function contentsOf(kind: Kind, making: Making): Content[] {
  if (kind !== album) return [makers[kind]?.(making) ?? {}];
  const group = { photo: picture(making), media_group_id: String(making.world.next('album', 1)) };
  return [{ ...group, caption: 'An album' }, group];
}
