/** Reads and writes what the gate remembers, in the words of the gate. */
import type { StateStore } from '../memory.js';
import type { State } from '../../../networks/network.js';
import type { Wall } from './wall.js';

/** States that a user passes with, and is not asked about for a while. */
export type Passed = Extract<State, 'none' | 'done' | 'gone' | 'held'>;

/** How long an unused list is kept. */
const WALL_MS = 7 * 86_400_000;
/** Chats that a user was asked for are remembered so long, and so many of them. */
const MET_MS = 30 * 86_400_000;
const MET_MAX = 200;

/** `owner` names a user in a chat. */
export interface Keeper {
  wall(owner: string): Promise<Wall | null>;
  keep(owner: string, wall: Wall): Promise<void>;
  /** The state a user passed with a moment ago. */
  passed(userId: number): Promise<Passed | null>;
  rest(userId: number, state: Passed): Promise<void>;
  /** Takes the wall down. */
  end(owner: string, userId: number, state: Passed, met: ReadonlyMap<string, string>): Promise<void>;
  /** Names of chats this user was in for a network, and which network. */
  met(userId: number): Promise<Map<string, string>>;
  /** Claims a name; true for the first caller within `ttlMs`. */
  isFirst(name: string, ttlMs: number): Promise<boolean>;
}

export function createKeeper(state: StateStore, restMs: Readonly<Record<Passed, number>>): Keeper {
  const wallKey = (owner: string) => `wall:${owner}`;
  const passKey = (userId: number) => `pass:${String(userId)}`;
  const metKey = (userId: number) => `met:${String(userId)}`;
  const read = async (key: string): Promise<unknown> => {
    const text = await state.get(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  };
  const keeper: Keeper = {
    wall: async (owner) => {
      const wall = (await read(wallKey(owner))) as Wall | null;
      // A list written by another version of this package is dropped.
      return (wall?.v as number | undefined) === 2 ? wall : null;
    },
    keep: (owner, wall) => state.set(wallKey(owner), JSON.stringify(wall), WALL_MS),
    passed: async (userId) => (await read(passKey(userId))) as Passed | null,
    rest: async (userId, passed) => {
      if (restMs[passed] > 0) await state.set(passKey(userId), JSON.stringify(passed), restMs[passed]);
    },
    end: async (owner, userId, passed, met) => {
      await state.delete(wallKey(owner));
      await keeper.rest(userId, passed);
      if (met.size === 0) return;
      const all = [...(await keeper.met(userId)), ...met].slice(-MET_MAX);
      await state.set(metKey(userId), JSON.stringify(all), MET_MS);
    },
    met: async (userId) => new Map(((await read(metKey(userId))) ?? []) as [string, string][]),
    isFirst: (name, ttlMs) => state.claim(name, ttlMs),
  };
  return keeper;
}
