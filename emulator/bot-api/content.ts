/** What a message may say: text and caption with their entities, pictures and documents, as bots send them. */
import type { Message, MessageEntity } from 'grammy/types';
import { withFoundEntities } from '../entities.js';
import { badRequest } from '../failure.js';
import { parseHtml } from '../html.js';
import { parseMarkdown } from '../markdown.js';
import { isLoopback } from '../markup.js';
import { readPicture } from '../png.js';
import type { FileRecord } from '../world.js';
import type { BotCall } from './call.js';

const longestText = 4096;
const longestCaption = 1024;
const largestLinkedPhotoBytes = 5 * 1024 * 1024;
const fetchWithinMs = 5_000;

interface Styled {
  text: string;
  entities: MessageEntity[];
}

/** Reads `text` with `parse_mode` or `entities`. Throws when it is empty or too long. */
export function readText(call: BotCall): Pick<Message, 'text' | 'entities'> {
  const styled = readStyled(call.text('text'), call.text('parse_mode'), call.json('entities'));
  if (styled.text === '') throw badRequest('message text is empty');
  if (styled.text.length > longestText) throw badRequest('message is too long');
  return { text: styled.text, ...(styled.entities.length === 0 ? {} : { entities: styled.entities }) };
}

/** Reads a caption; `{}` when there is none. */
export function readCaption(source: {
  caption: string;
  parseMode: string;
  entities: unknown;
}): Pick<Message, 'caption' | 'caption_entities'> {
  const styled = readStyled(source.caption, source.parseMode, source.entities);
  if (styled.text === '') return {};
  if (styled.text.length > longestCaption) throw badRequest('message caption is too long');
  return {
    caption: styled.text,
    ...(styled.entities.length === 0 ? {} : { caption_entities: styled.entities }),
  };
}

export const captionOf = (call: BotCall): Pick<Message, 'caption' | 'caption_entities'> =>
  readCaption({
    caption: call.text('caption'),
    parseMode: call.text('parse_mode'),
    entities: call.json('caption_entities'),
  });

function readStyled(source: string, parseMode: string, entities: unknown): Styled {
  const mode = parseMode.toLowerCase();
  if (mode === 'html') return trimmed(parseHtml(source));
  if (mode === 'markdownv2') return trimmed(parseMarkdown(source));
  // The old Markdown is not read here; saying so is better than showing markup as text.
  if (mode !== '') throw badRequest('unsupported parse_mode');
  return trimmed({ text: source, entities: Array.isArray(entities) ? (entities as MessageEntity[]) : [] });
}

/** The platform cuts space off both ends, finds links and the like, and drops entities that hold nothing. */
function trimmed({ text, entities }: Styled): Styled {
  const start = text.length - text.trimStart().length;
  const kept = text.trim();
  const moved = entities.flatMap((entity) => {
    const from = Math.max(0, entity.offset - start);
    const to = Math.min(kept.length, entity.offset + entity.length - start);
    return to > from ? [{ ...entity, offset: from, length: to - from }] : [];
  });
  return { text: kept, entities: withFoundEntities(kept, moved) };
}

/** A picture: uploaded, known by its file_id, or fetched from an address on this machine. */
export async function readPhoto(call: BotCall, field: string, value = call.text(field)): Promise<FileRecord> {
  const upload = call.upload(field, value);
  const bytes = upload?.bytes ?? (/^https?:\/\//i.test(value) ? await fetchPicture(value) : null);
  if (bytes) {
    if (bytes.length === 0) throw badRequest('file must be non-empty');
    if (!readPicture(bytes))
      throw badRequest(upload ? 'IMAGE_PROCESS_FAILED' : 'wrong type of the web page content');
    return call.parts.files.keep(bytes, upload?.fileName ?? 'photo.png');
  }
  if (value === '') throw badRequest('there is no photo in the request');
  const known = call.parts.files.byId(call.bot, value);
  if (!known) throw badRequest('wrong file identifier/HTTP URL specified');
  if (known.width === 0) throw badRequest("can't use file of type Document as Photo");
  return known;
}

export function readDocument(call: BotCall, field: string): FileRecord {
  const upload = call.upload(field);
  if (upload) {
    if (upload.bytes.length === 0) throw badRequest('file must be non-empty');
    return call.parts.files.keep(upload.bytes, upload.fileName, upload.mimeType);
  }
  if (!call.has(field)) throw badRequest('there is no document in the request');
  const known = call.parts.files.byId(call.bot, call.text(field));
  if (!known) throw badRequest('wrong file identifier/HTTP URL specified');
  return known;
}

/** Only this machine is asked; the emulator makes no request to the outside. */
async function fetchPicture(address: string): Promise<Buffer> {
  if (!URL.canParse(address) || !isLoopback(new URL(address).hostname)) {
    throw badRequest('wrong file identifier/HTTP URL specified');
  }
  const response = await fetch(address, {
    redirect: 'manual',
    signal: AbortSignal.timeout(fetchWithinMs),
  }).catch(() => null);
  if (!response?.ok) throw badRequest('failed to get HTTP URL content');
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > largestLinkedPhotoBytes) throw badRequest('file is too big');
  return bytes;
}
