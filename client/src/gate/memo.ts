/** What a button keeps of the request that is held, for a gate that remembers nothing after a restart. */
import type { Update } from './update.js';

/** https://core.telegram.org/bots/api#inlinekeyboardbutton: `callback_data` has 1 to 64 bytes. */
const CALLBACK_BYTES_MAX = 64;

const encoder = new TextEncoder();

export interface Memo {
  /**
   * @param ahead what stands before it in the button
   * @returns what there is room for; what is too long leaves only whose the block is
   */
  write(owner: string, first: Update | undefined, ahead: string): Promise<string>;
  /** @returns null where this is not what was written for this owner */
  read(owner: string, memo: string, press: Update): Promise<{ first: Update[] | undefined } | null>;
}

interface Message {
  message_id: number;
  date?: number;
  text?: string;
  entities?: { type: string; offset: number; length: number }[];
}
interface Query {
  id: string;
  data?: string;
  from: object;
  message?: Message & { chat: object };
}
interface Known {
  message?: Message;
  callback_query?: Query;
}

/** Fields of a message that can be made again; what has others, does not fit. */
const REMADE = new Set(
  'message_id from chat date text entities message_thread_id is_topic_message direct_messages_topic'.split(
    ' ',
  ),
);
/** A signature of 48 bits is enough against one user who makes up requests that they could as well send. */
const SIGNATURE_BYTES = 6;

export function createMemo(secret: string): Memo {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
  const key = crypto.subtle.importKey('raw', encoder.encode(`memo:${secret}`), algorithm, false, ['sign']);
  const sign = async (owner: string, kept: string) => {
    const bytes = await crypto.subtle.sign('HMAC', await key, encoder.encode(`${owner}:${kept}`));
    const text = btoa(String.fromCharCode(...new Uint8Array(bytes).subarray(0, SIGNATURE_BYTES)));
    return text.replaceAll('+', '-').replaceAll('/', '_');
  };
  return {
    write: async (owner, first, ahead) => {
      for (const kept of [keptOf(first as Known | undefined), '']) {
        const memo = `.${await sign(owner, kept)}${kept}`;
        if (encoder.encode(ahead + memo).length <= CALLBACK_BYTES_MAX) return memo;
      }
      return '';
    },
    read: async (owner, memo, press) => {
      const [, signature, kept = ''] = /^\.([\w-]{8})([^]*)$/.exec(memo) ?? [];
      if (signature !== (await sign(owner, kept))) return null;
      return { first: kept === '' ? undefined : [remade(kept, press) as Update] };
    },
  };
}

/** Kind, message and text; `""` of what could not be made again as it was. */
function keptOf({ message, callback_query: query }: Known = {}): string {
  const id = (shown: Message) => shown.message_id.toString(36);
  if (query?.message !== undefined && query.data !== undefined) return `c${id(query.message)}.${query.data}`;
  if (message?.text === undefined || Object.keys(message).some((name) => !REMADE.has(name))) return '';
  const isSame = JSON.stringify(message.entities ?? []) === JSON.stringify(entitiesOf(message.text));
  return isSame ? `t${id(message)}.${message.text}` : '';
}

/** What the platform finds in a text that is a command, or nothing but a link. */
function entitiesOf(text: string): NonNullable<Message['entities']> {
  const [command] = /^\/\w{1,32}(?:@\w+)?(?!\w)/.exec(text) ?? [];
  if (command !== undefined) return [{ offset: 0, length: command.length, type: 'bot_command' }];
  return /^https?:\/\/\S+$/.test(text) ? [{ offset: 0, length: text.length, type: 'url' }] : [];
}

function remade(kept: string, press: Update & Known): object {
  const { update_id, callback_query: query } = press as Update & { callback_query: Query };
  const [, kind, id = '', text = ''] = /^(.)(\w+)\.([^]*)$/.exec(kept) ?? [];
  const shown = query.message ?? { chat: {} };
  const message_id = Number.parseInt(id, 36);
  // The platform's word for a message that cannot be seen any more is a date of 0.
  if (kind === 'c')
    return {
      update_id,
      callback_query: { ...query, data: text, message: { message_id, chat: shown.chat, date: 0 } },
    };
  // In which part of the chat it is.
  const topic = Object.fromEntries(Object.entries(shown).filter(([name]) => /thread|topic/.test(name)));
  const entities = entitiesOf(text);
  const date = Math.floor(Date.now() / 1_000);
  const { chat } = shown;
  const more = entities.length > 0 ? { entities } : {};
  return { update_id, message: { message_id, date, chat, from: query.from, ...topic, text, ...more } };
}
