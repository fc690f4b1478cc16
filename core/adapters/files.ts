/** Files on disk, in one folder, named by their unguessable keys. */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { dataFolder } from '../config.js';
import type { Files } from '../ports.js';

/** A file that is being written; a crash leaves such, and they are swept away. */
const PART = '.part';
const KEY = /^[\w-]{16,64}$/;

export function createFiles(folder: string) {
  const pathOf = (fileKey: string): string => {
    // A key comes from outside, and must not lead out of the folder.
    if (!KEY.test(fileKey)) throw new RangeError('This is no file key.');
    return path.join(folder, fileKey);
  };
  const remove = (fileKey: string) => rm(pathOf(fileKey), { force: true });
  const names = () => readdir(folder).catch((): string[] => []);
  return {
    open: async (fileKey: string): ReturnType<Files['open']> => {
      if (!KEY.test(fileKey)) return null;
      const found = await stat(pathOf(fileKey)).catch(() => null);
      if (found === null) return null;
      return { sizeBytes: found.size, read: () => createReadStream(pathOf(fileKey)) };
    },
    /** Where to write a file before it is whole; `path` is its place after that. */
    place: async (fileKey: string) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return { partPath: pathOf(fileKey) + PART, path: pathOf(fileKey) };
    },
    remove,
    /** Takes away what was never finished. Only while nothing is written. */
    sweep: async (): Promise<void> => {
      for (const name of await names()) {
        if (name.endsWith(PART)) await rm(path.join(folder, name), { force: true });
      }
    },
    /** Takes away what was written before this moment: whatever still stands there then, nothing refers to any more. */
    sweepOlderThan: async (ms: number): Promise<void> => {
      for (const name of await names()) {
        if (!KEY.test(name)) continue;
        const found = await stat(pathOf(name)).catch(() => null);
        if (found !== null && found.mtimeMs < ms) await remove(name);
      }
    },
  };
}

/** In the folder of this installation. */
export function filesFolder(settings: Parameters<typeof dataFolder>[0]): string {
  return path.join(dataFolder(settings), 'files');
}
