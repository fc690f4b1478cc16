/** Reads and writes what the gate remembers, in the words of the gate. */
import type { StateStore } from '../memory.js';
import type { State } from '../../../networks/network.js';
import type { Wall } from './wall.js';

/** States that a user passes with, and is not asked about for a while. */
export type Passed = Extract<State, 'none' | 'done' | 'gone' | 'held'>;

export interface Known {
  /** The state a user passed with a moment ago. */
  rested: Passed | null;
  wall: Wall | null;
}

/** How long an unused list is kept. */
const WALL_MS = 7 * 86_400_000;
/** Chats that a user was asked for are remembered so long, and so many of them. */
const MET_MS = 30 * 86_400_000;
const MET_MAX = 200;

export type Keeper = ReturnType<typeof createKeeper>;

/** `owner` names a user in a chat. */
export function createKeeper(state: StateStore, restMs: Readonly<Record<Passed, number>>) {
  const wallKey = (owner: string) => `wall:${owner}`;
  const passKey = (userId: number) => `pass:${String(userId)}`;
  const metKey = (userId: number) => `met:${String(userId)}`;
  const read = async (key: string): Promise<unknown> => {
    const text = await state.get(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  };
  const rest = async (userId: number, passed: Passed): Promise<void> => {
    if (restMs[passed] > 0) await state.set(passKey(userId), JSON.stringify(passed), restMs[passed]);
  };
  const met = async (userId: number) => new Map(((await read(metKey(userId))) ?? []) as [string, string][]);
  const wall = async (owner: string): Promise<Wall | null> => {
    const kept = (await read(wallKey(owner))) as Wall | null;
    // A list written by another version of this package is dropped.
    return (kept?.v as number | undefined) === 2 ? kept : null;
  };
  return {
    wall,
    known: async (owner: string, userId: number): Promise<Known> => ({
      rested: (await read(passKey(userId))) as Passed | null,
      wall: await wall(owner),
    }),
    keep: (owner: string, kept: Wall) => state.set(wallKey(owner), JSON.stringify(kept), WALL_MS),
    rest,
    /** Takes the wall down. */
    end: async (owner: string, userId: number, passed: Passed, more: ReadonlyMap<string, string>) => {
      await state.delete(wallKey(owner));
      await rest(userId, passed);
      if (more.size === 0) return;
      const all = [...(await met(userId)), ...more].slice(-MET_MAX);
      await state.set(metKey(userId), JSON.stringify(all), MET_MS);
    },
    /** Names of chats this user was in for a network, and which network. */
    met,
    /** Claims a name; true for the first caller within `ttlMs`. */
    isFirst: (name: string, ttlMs: number) => state.claim(name, ttlMs),
  };
}
