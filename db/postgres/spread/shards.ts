/** The server of Citus with the rows of a user: names the users that a silent server concerns. */

/** A server that Citus spreads users over: its group, as `pg_dist_placement` has it. */
export type Server = number;

/** Values of the hash, both ends included, and the server that has the users of them. */
export interface Shard {
  first: number;
  last: number;
  server: Server;
}

export const SHARDS_SQL = `SELECT shardminvalue::int AS first, shardmaxvalue::int AS last, groupid AS server
  FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
  WHERE logicalrelid = to_regclass('users') AND shardstate = 1 ORDER BY shardminvalue::int`;

/** @returns null where no shard has such a user */
export function serverOf(shards: readonly Shard[], userId: number): Server | null {
  const hash = hashOf(userId);
  return shards.find(({ first, last }) => first <= hash && hash <= last)?.server ?? null;
}

const USERS_TRIED = 100_000;

/** @returns for each server a user whose rows it has, or would have */
export function usersByServer(shards: readonly Shard[]): Map<Server, number> {
  const servers = new Set(shards.map(({ server }) => server));
  const found = new Map<Server, number>();
  for (let userId = 1; found.size < servers.size && userId <= USERS_TRIED; userId += 1) {
    const server = serverOf(shards, userId);
    if (server !== null && !found.has(server)) found.set(server, userId);
  }
  return found;
}

const WORD = 2n ** 32n;
const turned = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits));
/** What mixing begins with, for four bytes: the golden ratio, their number, and what PostgreSQL adds. */
const BEGIN = (0x9e37_79b9 + 4 + 3_923_095) | 0;

/** `hashint8` of PostgreSQL, by which Citus spreads: Bob Jenkins' final mix of both halves. */
export function hashOf(userId: number): number {
  const wide = BigInt(userId);
  const low = Number(BigInt.asIntN(32, wide));
  const high = Number(BigInt.asIntN(32, wide / WORD - (wide < 0n && wide % WORD !== 0n ? 1n : 0n)));
  let a = (BEGIN + (low ^ (wide >= 0n ? high : ~high))) | 0;
  let b = BEGIN;
  let c = BEGIN;
  c = ((c ^ b) - turned(b, 14)) | 0;
  a = ((a ^ c) - turned(c, 11)) | 0;
  b = ((b ^ a) - turned(a, 25)) | 0;
  c = ((c ^ b) - turned(b, 16)) | 0;
  a = ((a ^ c) - turned(c, 4)) | 0;
  b = ((b ^ a) - turned(a, 14)) | 0;
  return ((c ^ b) - turned(b, 24)) | 0;
}
