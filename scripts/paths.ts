/** Where the files of one installation are: all in one folder. */
import path from 'node:path';
import { dataFolder } from '../core/config.js';

export function inDataFolder(settings: Parameters<typeof dataFolder>[0], name: string): string {
  return path.join(dataFolder(settings), name);
}
