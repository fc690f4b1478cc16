/** Files on disk, in one folder, named by their unguessable keys. */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Files } from '../ports.js';

/** A file that is being written; a crash leaves such, and they are swept away. */
const PART = '.part';
const KEY = /^[\w-]{16,64}$/;

export interface FileFolder extends Files {
  /** Where to write a file before it is whole; `path` is its place after that. */
  place(fileKey: string): Promise<{ partPath: string; path: string }>;
  remove(fileKey: string): Promise<void>;
  /** Takes away what was never finished. Only while nobody writes. */
  sweep(): Promise<void>;
}

export function createFiles(folder: string): FileFolder {
  const pathOf = (fileKey: string): string => {
    // A key comes from outside, and must not lead out of the folder.
    if (!KEY.test(fileKey)) throw new RangeError('This is no file key.');
    return path.join(folder, fileKey);
  };
  return {
    open: async (fileKey) => {
      if (!KEY.test(fileKey)) return null;
      const found = await stat(pathOf(fileKey)).catch(() => null);
      if (found === null) return null;
      return { sizeBytes: found.size, read: () => createReadStream(pathOf(fileKey)) };
    },
    place: async (fileKey) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return { partPath: pathOf(fileKey) + PART, path: pathOf(fileKey) };
    },
    remove: async (fileKey) => {
      await rm(pathOf(fileKey), { force: true });
    },
    sweep: async () => {
      const names = await readdir(folder).catch((): string[] => []);
      for (const name of names) if (name.endsWith(PART)) await rm(path.join(folder, name), { force: true });
    },
  };
}

/** The folder beside the database. */
export function filesFolder(databaseUrl: string): string {
  return path.join(path.dirname(path.resolve(databaseUrl.slice('file:'.length))), 'files');
}
