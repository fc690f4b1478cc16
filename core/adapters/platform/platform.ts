/** The `Platform` port over the Bot API. */
import { GrammyError, type RawApi } from 'grammy';
import type { ApiResponse, ChatFullInfo, Message, Opts, StarTransaction } from 'grammy/types';
import { fetch } from 'undici';
import {
  type CallOptions,
  failed,
  presenceOf,
  type MessageContent,
  type Platform,
  type PlatformAnswer,
  type PlatformChat,
  type StarTransaction as StarPayment,
  toPlatformUser,
} from '../../platform.js';
import { type Attempt, type Outcome, perform } from './calls.js';
import type { Clients } from './clients.js';
import { isOfDeadLink, refusalOf } from './failures.js';
import { botIdOf } from '../../checkers/index.js';
import { isBotToken } from '../../bot-token.js';
import { keyboardOf, plainRows, refusesButtons } from '../../keyboard.js';
import { cleanName } from '../../names.js';
import { boundedBody } from '../bounded-body.js';
import { CAPTION_LENGTH_MAX, visibleLength } from '../../html-text.js';

const TIMEOUT_MS = 10_000;

/** Fetches a file from the platform. The address holds the token: it is never passed on, not even in an error. */
async function download(
  address: string,
  maxBytes: number,
  options?: CallOptions,
): Promise<PlatformAnswer<Uint8Array>> {
  const leftMs = (options?.deadlineMs ?? Infinity) - Date.now();
  const remainingMs = Math.max(1, Math.min(TIMEOUT_MS, leftMs));
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(remainingMs) });
    if (!response.ok || response.body === null)
      return failed('unavailable', `the file was answered with ${String(response.status)}`);
    const value = await boundedBody(response, maxBytes);
    return value === null ? failed('bad_request', 'the file is too large') : { ok: true, value };
  } catch {
    return failed('unavailable', 'the file did not come');
  }
}

/** Whether the message is sent as a photo: a longer text than a caption may have keeps its image as a link preview. */
function isPhoto(content: MessageContent): content is MessageContent & { image: string } {
  return content.image !== null && visibleLength(content.html) <= CAPTION_LENGTH_MAX;
}

function previewOf({ image }: MessageContent) {
  return image === null
    ? { is_disabled: true }
    : { url: image, prefer_large_media: true, show_above_text: true };
}

type Method = keyof RawApi;
type Result<M extends Method> = Awaited<ReturnType<RawApi[M]>>;

/** Doing these twice does harm: a second message, or several links where a silent platform is asked again at once. */
const once: ReadonlySet<Method> = new Set<Method>(['sendMessage', 'sendPhoto', 'createChatInviteLink']);

export function createPort(clients: Clients, apiRoot: string): Platform {
  /** @param payload null: the method takes none */
  const call = <M extends Method>(
    token: string,
    method: M,
    payload: Opts<M> | null,
    options?: CallOptions,
  ): Promise<Outcome<Result<M>>> => {
    // A token is a part of the address: what has not its shape could lead to another one.
    if (!isBotToken(token)) return Promise.resolve({ kind: 'failed', failure: noToken });
    const { api, gate } = clients.of(token);
    const run = api.raw[method] as (...given: unknown[]) => Promise<Result<M>>;
    const given = payload === null ? [] : [payload];
    return perform<Result<M>>(gate, {
      ...options,
      method,
      payload,
      isOnce: once.has(method),
      attempt: (signal) => attempt<Result<M>>(() => run(...given, signal)),
    });
  };

  const ask = async <M extends Method>(...[token, method, payload, options]: Parameters<typeof call<M>>) =>
    toAnswer(await call(token, method, payload, options));

  /** The bot's own place in a chat. */
  const itself = (token: string, chat: number | string, options: CallOptions | undefined) =>
    ask(token, 'getChatMember', { chat_id: chat, user_id: botIdOf(token) }, options);

  return {
    me: async (token, options) =>
      map(await ask(token, 'getMe', null, options), (bot) => ({
        botId: bot.id,
        // The bot's owner chose its name, perhaps an invisible one.
        name: cleanName(bot.first_name) || bot.username,
        username: bot.username,
      })),
    chat: async (token, chat, options) =>
      map(await ask(token, 'getChat', { chat_id: chat }, options), toChat),
    memberCount: (token, chat, options) => ask(token, 'getChatMemberCount', { chat_id: chat }, options),
    presence: async (token, chat, userId, options) =>
      map(await ask(token, 'getChatMember', { chat_id: chat, user_id: userId }, options), presenceOf),
    isAdministrator: async (token, chat, options) =>
      map(
        await itself(token, chat, options),
        ({ status }) => status === 'administrator' || status === 'creator',
      ),
    mayInvite: async (token, chat, options) =>
      map(
        await itself(token, chat, options),
        (member) => member.status === 'administrator' && member.can_invite_users,
      ),
    hasStarted: async (token, userId, options) => {
      const answer = await ask(token, 'sendChatAction', { chat_id: userId, action: 'typing' }, options);
      if (answer.ok) return { ok: true, value: true };
      const isNo = answer.failure.kind === 'blocked' || answer.failure.kind === 'chat_gone';
      return isNo ? { ok: true, value: false } : answer;
    },
    // Of a private chat the user is a member, and shown as this bot knows them.
    user: async (token, userId, options) =>
      map(await ask(token, 'getChatMember', { chat_id: userId, user_id: userId }, options), ({ user }) =>
        toPlatformUser(user),
      ),
    send: (token, chatId, content) =>
      orPlain(content, async (shown) => {
        const common = {
          chat_id: chatId,
          parse_mode: 'HTML',
          reply_markup: keyboardOf(shown.buttons),
        } as const;
        const photo = isPhoto(shown) && { ...common, photo: shown.image, caption: shown.html };
        const text = { ...common, text: shown.html, link_preview_options: previewOf(shown) };
        const sent: Outcome<Message> = photo
          ? await call(token, 'sendPhoto', photo)
          : await call(token, 'sendMessage', text);
        return map(toAnswer(sent), ({ message_id }) => message_id);
      }),
    edit: (token, chatId, messageId, content) =>
      orPlain(content, async (shown) => {
        const message = { chat_id: chatId, message_id: messageId } as const;
        const common = { ...message, parse_mode: 'HTML', reply_markup: keyboardOf(shown.buttons) } as const;
        const text = { ...common, text: shown.html, link_preview_options: previewOf(shown) };
        return toDone(
          isPhoto(shown)
            ? await call(token, 'editMessageCaption', { ...common, caption: shown.html })
            : await call(token, 'editMessageText', text),
        );
      }),
    remove: async (token, chatId, messageId) =>
      toDone(await call(token, 'deleteMessage', { chat_id: chatId, message_id: messageId })),
    photos: async (token, userId, options) =>
      map(
        await ask(token, 'getUserProfilePhotos', { user_id: userId, limit: 1 }, options),
        ({ total_count, photos }) => ({ count: total_count, fileId: photos[0]?.at(-1)?.file_id ?? '' }),
      ),
    refundStars: async (token, userId, chargeId) => {
      const payload = { user_id: userId, telegram_payment_charge_id: chargeId };
      return toDone(await call(token, 'refundStarPayment', payload));
    },
    starTransactions: async (token, page) =>
      map(await ask(token, 'getStarTransactions', page), ({ transactions }) => ({
        count: transactions.length,
        payments: transactions.flatMap(toPayment),
      })),
    createInviteLink: async (token, chatId, { name, takesJoinRequests }, options) => {
      const payload = { chat_id: chatId, name, creates_join_request: takesJoinRequests };
      return map(await ask(token, 'createChatInviteLink', payload, options), (link) => link.invite_link);
    },
    inviteLinkWorks: async (token, chatId, { url, name, takesJoinRequests }, options) => {
      const payload = { chat_id: chatId, invite_link: url, name, creates_join_request: takesJoinRequests };
      const answer = await ask(token, 'editChatInviteLink', payload, options);
      if (!answer.ok && isOfDeadLink(answer.failure.description)) return { ok: true, value: false };
      return map(answer, (link) => !link.is_revoked);
    },
    revokeInviteLink: async (token, chatId, link, options) =>
      toDone(await call(token, 'revokeChatInviteLink', { chat_id: chatId, invite_link: link }, options)),
    giftCount: async (token, userId, options) =>
      map(
        await ask(token, 'getUserGifts', { user_id: userId, limit: 1 }, options),
        (gifts) => gifts.total_count,
      ),
    file: async (token, fileId, maxBytes, options) => {
      const found = await ask(token, 'getFile', { file_id: fileId }, options);
      if (!found.ok) return found;
      const { file_path: path, file_size: size } = found.value;
      if (path === undefined || (size ?? 0) > maxBytes) return failed('bad_request', 'the file is too large');
      return download(`${apiRoot}/file/bot${token}/${path}`, maxBytes, options);
    },
  };
}

const noToken = failed('token_refused', 'this has not the shape of a token').failure;

async function attempt<T>(run: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { kind: 'value', value: await run() };
  } catch (error) {
    return error instanceof GrammyError
      ? { kind: 'refused', refusal: refusalOf(error) }
      : { kind: 'silent', error };
  }
}

/** The same for an answer that is handed on as it is. */
export function attemptOf<T>(response: ApiResponse<T>): Attempt<ApiResponse<T>> {
  return response.ok ? { kind: 'value', value: response } : { kind: 'refused', refusal: refusalOf(response) };
}

/** Once more with plain buttons, where the platform does not take those of today. */
async function orPlain<T>(
  content: MessageContent,
  show: (content: MessageContent) => Promise<PlatformAnswer<T>>,
): Promise<PlatformAnswer<T>> {
  const answer = await show(content);
  if (answer.ok || answer.failure.kind !== 'bad_request' || !refusesButtons(answer.failure.description))
    return answer;
  const buttons = plainRows(content.buttons);
  return buttons === null ? answer : show({ ...content, buttons });
}

function toAnswer<T>(outcome: Outcome<T>): PlatformAnswer<T> {
  if (outcome.kind === 'value') return { ok: true, value: outcome.value };
  // `done` is an answer to edits, deletions and refunds only, which do not come here.
  return outcome.kind === 'failed'
    ? { ok: false, failure: outcome.failure }
    : failed('bad_request', 'nothing to do');
}

function toDone(outcome: Outcome<unknown>): PlatformAnswer<void> {
  return outcome.kind === 'failed' ? { ok: false, failure: outcome.failure } : { ok: true, value: undefined };
}

function map<T, U>(answer: PlatformAnswer<T>, change: (value: T) => U): PlatformAnswer<U> {
  return answer.ok ? { ok: true, value: change(answer.value) } : answer;
}

function toPayment({ id, amount, source, receiver }: StarTransaction): StarPayment[] {
  const partner = source ?? receiver;
  if (partner?.type !== 'user' || partner.transaction_type !== 'invoice_payment') return [];
  const { user, invoice_payload: payload = '' } = partner;
  return [{ chargeId: id, accountId: user.id, stars: amount, payload, isRefund: source === undefined }];
}

function toChat(chat: ChatFullInfo): PlatformChat {
  return {
    chatId: chat.id,
    type: chat.type,
    title: cleanName(chat.title ?? [chat.first_name, chat.last_name].filter(Boolean).join(' ')),
    firstName: cleanName(chat.first_name ?? ''),
    lastName: cleanName(chat.last_name ?? ''),
    username: chat.username ?? '',
    bio: chat.bio ?? '',
    photoFileId: chat.photo?.small_file_id ?? '',
    takesJoinRequests: chat.join_by_request ?? false,
    rating: chat.rating?.level ?? null,
  };
}
