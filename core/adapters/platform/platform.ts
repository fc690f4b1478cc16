/** The `Platform` port over the Bot API. */
import type { Api } from 'grammy';
import type { ApiResponse, ChatFullInfo, ChatMember, Message, StarTransaction } from 'grammy/types';
import type {
  CallOptions,
  MessageContent,
  Platform,
  PlatformAnswer,
  PlatformChat,
  PlatformFailure,
  StarTransaction as StarPayment,
} from '../../platform.js';
import { type Attempt, type Outcome, perform } from './calls.js';
import type { Clients } from './clients.js';
import { isOfDeadLink, refusalIn } from './failures.js';
import { botIdOf } from '../../checkers/index.js';
import { isBotToken } from '../../bot-token.js';
import { keyboardOf, plainRows, refusesButtons } from '../../keyboard.js';
import { cleanName } from '../../names.js';
import { toPlatformUser } from '../../platform-user.js';
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

function failed(kind: 'unavailable' | 'bad_request', description: string): PlatformAnswer<Uint8Array> {
  return { ok: false, failure: { kind, description, retryAfterMs: null } };
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

/** A signal as grammY declares it: its own declaration of the same thing. */
type Signal = Parameters<Api['getMe']>[0];

type Raw = (api: Api, signal: Signal) => Promise<unknown>;

interface Request<R extends Raw> {
  method: string;
  chat?: number | string;
  isOnce?: boolean;
  options: CallOptions | undefined;
  run: R;
}

export function createPort(clients: Clients, apiRoot: string): Platform {
  const call = <T>(
    token: string,
    request: Request<(api: Api, signal: Signal) => Promise<T>>,
  ): Promise<Outcome<T>> => {
    // A token is a part of the address: what has not its shape could lead to another one.
    if (!isBotToken(token)) return Promise.resolve({ kind: 'failed', failure: noToken });
    const { api, gate } = clients.of(token);
    const { deadlineMs, patienceMs, isBackground = false } = request.options ?? {};
    return perform(gate, {
      method: request.method,
      chat: request.chat ?? null,
      isOnce: request.isOnce ?? false,
      deadlineMs,
      ...(patienceMs === undefined ? {} : { patienceMs }),
      isBackground,
      attempt: (signal) => attempt(() => request.run(api, signal as Signal)),
    });
  };

  const ask = async <T>(
    token: string,
    method: string,
    options: CallOptions | undefined,
    run: (api: Api, signal: Signal) => Promise<T>,
  ): Promise<PlatformAnswer<T>> => toAnswer(await call(token, { method, options, run }));

  const member = (token: string, chat: number | string, userId: number, options: CallOptions | undefined) =>
    ask(token, 'getChatMember', options, (api, signal) => api.getChatMember(chat, userId, signal));

  return {
    me: async (token, options) =>
      map(await ask(token, 'getMe', options, (api, signal) => api.getMe(signal)), (bot) => ({
        botId: bot.id,
        // The bot's owner chose its name, perhaps an invisible one.
        name: cleanName(bot.first_name) || bot.username,
        username: bot.username,
      })),
    chat: async (token, chat, options) =>
      map(await ask(token, 'getChat', options, (api, signal) => api.getChat(chat, signal)), toChat),
    memberCount: (token, chat, options) =>
      ask(token, 'getChatMemberCount', options, (api, signal) => api.getChatMemberCount(chat, signal)),
    isMember: async (token, chat, userId, options) => map(await member(token, chat, userId, options), isIn),
    isAdministrator: async (token, chat, options) =>
      map(
        await member(token, chat, botIdOf(token), options),
        ({ status }) => status === 'administrator' || status === 'creator',
      ),
    hasStarted: async (token, userId, options) => {
      const run = (api: Api, signal: Signal) => api.sendChatAction(userId, 'typing', undefined, signal);
      const answer = await ask(token, 'sendChatAction', options, run);
      if (answer.ok) return { ok: true, value: true };
      const isNo = answer.failure.kind === 'blocked' || answer.failure.kind === 'chat_gone';
      return isNo ? { ok: true, value: false } : answer;
    },
    // Of a private chat the user is a member, and shown as this bot knows them.
    user: async (token, userId, options) =>
      map(await member(token, userId, userId, options), ({ user }) => toPlatformUser(user)),
    send: (token, chatId, content, options) =>
      orPlain(content, async (shown) => {
        const common = { parse_mode: 'HTML', reply_markup: keyboardOf(shown.buttons) } as const;
        const photo = (api: Api, signal: Signal): Promise<Message> =>
          api.sendPhoto(chatId, shown.image ?? '', { ...common, caption: shown.html }, signal);
        const text = (api: Api, signal: Signal): Promise<Message> =>
          api.sendMessage(chatId, shown.html, { ...common, link_preview_options: previewOf(shown) }, signal);
        const [method, run] = isPhoto(shown)
          ? (['sendPhoto', photo] as const)
          : (['sendMessage', text] as const);
        const sent = await call(token, { method, chat: chatId, isOnce: true, options, run });
        return map(toAnswer(sent), (message) => message.message_id);
      }),
    edit: (token, chatId, messageId, content, options) =>
      orPlain(content, async (shown) => {
        const common = { parse_mode: 'HTML', reply_markup: keyboardOf(shown.buttons) } as const;
        const caption = (api: Api, signal: Signal): Promise<unknown> =>
          api.editMessageCaption(chatId, messageId, { ...common, caption: shown.html }, signal);
        const more = { ...common, link_preview_options: previewOf(shown) };
        const text = (api: Api, signal: Signal): Promise<unknown> =>
          api.editMessageText(chatId, messageId, shown.html, more, signal);
        const [method, run] = isPhoto(shown)
          ? (['editMessageCaption', caption] as const)
          : (['editMessageText', text] as const);
        return toDone(await call(token, { method, chat: chatId, options, run }));
      }),
    remove: async (token, chatId, messageId, options) => {
      const run = (api: Api, signal: Signal): Promise<unknown> =>
        api.deleteMessage(chatId, messageId, signal);
      return toDone(await call(token, { method: 'deleteMessage', options, run }));
    },
    photos: async (token, userId, options) => {
      const run = (api: Api, signal: Signal) => api.getUserProfilePhotos(userId, { limit: 1 }, signal);
      return map(await ask(token, 'getUserProfilePhotos', options, run), ({ total_count, photos }) => ({
        count: total_count,
        fileId: photos[0]?.at(-1)?.file_id ?? '',
      }));
    },
    refundStars: async (token, userId, chargeId, options) => {
      const run = (api: Api, signal: Signal): Promise<unknown> =>
        api.refundStarPayment(userId, chargeId, signal);
      return toDone(await call(token, { method: 'refundStarPayment', options, run }));
    },
    starTransactions: async (token, page, options) => {
      const run = (api: Api, signal: Signal) => api.getStarTransactions(page, signal);
      return map(await ask(token, 'getStarTransactions', options, run), ({ transactions }) => ({
        count: transactions.length,
        payments: transactions.flatMap(toPayment),
      }));
    },
    createInviteLink: async (token, chatId, { name, takesJoinRequests }, options) => {
      const settings = { name, creates_join_request: takesJoinRequests };
      const run = (api: Api, signal: Signal) => api.createChatInviteLink(chatId, settings, signal);
      // Tried again at once, a silent platform might make several.
      const made = await call(token, { method: 'createChatInviteLink', isOnce: true, options, run });
      return map(toAnswer(made), (link) => link.invite_link);
    },
    inviteLinkWorks: async (token, chatId, { url, name, takesJoinRequests }, options) => {
      const settings = { name, creates_join_request: takesJoinRequests };
      const run = (api: Api, signal: Signal) => api.editChatInviteLink(chatId, url, settings, signal);
      const answer = await ask(token, 'editChatInviteLink', options, run);
      if (!answer.ok && isOfDeadLink(answer.failure.description)) return { ok: true, value: false };
      return map(answer, (link) => !link.is_revoked);
    },
    revokeInviteLink: async (token, chatId, link, options) => {
      const run = (api: Api, signal: Signal): Promise<unknown> =>
        api.revokeChatInviteLink(chatId, link, signal);
      return toDone(await call(token, { method: 'revokeChatInviteLink', options, run }));
    },
    giftCount: async (token, userId, options) => {
      const run = (api: Api, signal: Signal) => api.raw.getUserGifts({ user_id: userId, limit: 1 }, signal);
      return map(await ask(token, 'getUserGifts', options, run), (gifts) => gifts.total_count);
    },
    file: async (token, fileId, maxBytes, options) => {
      const found = await ask(token, 'getFile', options, (api, signal) => api.getFile(fileId, signal));
      if (!found.ok) return found;
      const { file_path: path, file_size: size } = found.value;
      if (path === undefined || (size ?? 0) > maxBytes) return refused('the file is too large');
      return download(`${apiRoot}/file/bot${token}/${path}`, maxBytes, options);
    },
  };
}

const noToken: PlatformFailure = {
  kind: 'token_refused',
  description: 'this has not the shape of a token',
  retryAfterMs: null,
};

async function attempt<T>(run: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { kind: 'value', value: await run() };
  } catch (error) {
    const refusal = refusalIn(error);
    return refusal === null ? { kind: 'silent', error } : { kind: 'refused', refusal };
  }
}

/** The same for an answer that is handed on as it is. */
export function attemptOf<T>(response: ApiResponse<T>): Attempt<ApiResponse<T>> {
  if (response.ok) return { kind: 'value', value: response };
  const { error_code: code, description, parameters } = response;
  const retryAfterMs = parameters?.retry_after === undefined ? null : parameters.retry_after * 1_000;
  return { kind: 'refused', refusal: { code, description, retryAfterMs } };
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
  return outcome.kind === 'failed' ? { ok: false, failure: outcome.failure } : refused('nothing to do');
}

function toDone(outcome: Outcome<unknown>): PlatformAnswer<void> {
  return outcome.kind === 'failed' ? { ok: false, failure: outcome.failure } : { ok: true, value: undefined };
}

function map<T, U>(answer: PlatformAnswer<T>, change: (value: T) => U): PlatformAnswer<U> {
  return answer.ok ? { ok: true, value: change(answer.value) } : answer;
}

function refused(description: string): { ok: false; failure: PlatformFailure } {
  return { ok: false, failure: { kind: 'bad_request', description, retryAfterMs: null } };
}

function isIn(member: ChatMember): boolean {
  if (member.status === 'restricted') return member.is_member;
  return member.status === 'creator' || member.status === 'administrator' || member.status === 'member';
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
