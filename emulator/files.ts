/**
 * Files that bots sent and pictures that users and chats show: bytes in a folder next to the state, their
 * records in the world. A `file_id` belongs to one bot, as on the platform; another bot cannot use it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatPhoto, Document, PhotoSize } from 'grammy/types';
import { makePng, readPicture } from './png.js';
import type { BotRecord, FileRecord, World } from './world.js';

const mostFiles = 5_000;

/** The owner of a `file_id`. */
type Named = Pick<BotRecord, 'id'>;

export class Files {
  readonly #bytes = new Map<string, Buffer>();

  /** @param folder null keeps the bytes in memory */
  constructor(
    private readonly world: World,
    private readonly folder: string | null,
  ) {
    if (folder !== null) mkdirSync(folder, { recursive: true });
  }

  /** Keeps a file; the same bytes under the same name are kept once. */
  keep(bytes: Buffer, fileName: string, mimeType = 'application/octet-stream'): FileRecord {
    const name = createHash('sha256')
      .update(fileName)
      .update('\0')
      .update(bytes)
      .digest('base64url')
      .slice(0, 24);
    const known = this.world.files.get(name);
    if (known) return known;
    const picture = readPicture(bytes);
    if (this.folder === null) this.#bytes.set(name, bytes);
    else writeFileSync(join(this.folder, name), bytes);
    const record: FileRecord = {
      name,
      file_name: fileName,
      mime_type: picture?.mime_type ?? mimeType,
      size: bytes.length,
      width: picture?.width ?? 0,
      height: picture?.height ?? 0,
    };
    this.world.files.set(name, record);
    this.#dropOldest();
    return record;
  }

  /** Pictures for a profile: so many made up, or the ones given (base64 or data URLs). */
  keepProfile(ownerId: number, photos: number | string[]): string[] {
    if (Array.isArray(photos)) {
      return photos.map((photo) => this.keepPicture(photo, `profile-${ownerId}.png`));
    }
    return Array.from({ length: photos }, (_, index) => {
      return this.keep(makePng(ownerId + index * 3), `profile-${ownerId}-${index}.png`).name;
    });
  }

  /** A picture given as base64 or a data URL. Throws when it is none. */
  keepPicture(text: string, fileName: string): string {
    const bytes = Buffer.from(text.replace(/^data:image\/[a-z+]+;base64,/, ''), 'base64');
    if (!readPicture(bytes)) throw new Error('not a PNG, JPEG, GIF or WebP picture in base64');
    return this.keep(bytes, fileName).name;
  }

  read(name: string): { record: FileRecord; bytes: Buffer } | null {
    const record = this.world.files.get(name);
    if (!record) return null;
    const bytes = this.folder === null ? this.#bytes.get(name) : readFileSync(join(this.folder, name));
    return bytes ? { record, bytes } : null;
  }

  /** What this bot calls the file. */
  idFor(bot: Named, name: string, size = 'x'): string {
    return `AgACAgI${size}${Buffer.from(`${bot.id}:${name}`).toString('base64url')}`;
  }

  /** The file behind a `file_id`, when it is this bot's. */
  byId(bot: BotRecord, fileId: string): FileRecord | null {
    if (!fileId.startsWith('AgACAgI')) return null;
    const [botId, name = ''] = Buffer.from(fileId.slice(8), 'base64url').toString().split(':');
    return Number(botId) === bot.id ? (this.world.files.get(name) ?? null) : null;
  }

  /** A file by its path in downloads, which is `photos/<name>` or `documents/<name>`. */
  pathOf(record: FileRecord): string {
    const extension = /\.[\w]{1,8}$/.exec(record.file_name)?.[0] ?? '';
    return `${record.width > 0 ? 'photos' : 'documents'}/${record.name}${extension}`;
  }

  photoSizes(bot: Named, record: FileRecord): PhotoSize[] {
    return [
      {
        file_id: this.idFor(bot, record.name),
        file_unique_id: record.name.slice(0, 15),
        width: record.width,
        height: record.height,
        file_size: record.size,
      },
    ];
  }

  document(bot: Named, record: FileRecord): Document {
    return {
      file_id: this.idFor(bot, record.name),
      file_unique_id: record.name.slice(0, 15),
      file_name: record.file_name,
      mime_type: record.mime_type,
      file_size: record.size,
    };
  }

  chatPhoto(bot: BotRecord, name: string): ChatPhoto {
    return {
      small_file_id: this.idFor(bot, name, 's'),
      small_file_unique_id: `s${name.slice(0, 14)}`,
      big_file_id: this.idFor(bot, name, 'b'),
      big_file_unique_id: `b${name.slice(0, 14)}`,
    };
  }

  clear(): void {
    this.#bytes.clear();
    if (this.folder === null) return;
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
  }

  #dropOldest(): void {
    const files = this.world.files;
    if (files.size <= mostFiles) return;
    const [oldest] = files.keys();
    if (oldest === undefined) return;
    files.delete(oldest);
    this.#bytes.delete(oldest);
    if (this.folder !== null) rmSync(join(this.folder, oldest), { force: true });
  }
}
