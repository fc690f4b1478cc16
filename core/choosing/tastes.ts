/**
 * What is known of one user: which themes they like, by the orders that they joined, and what they were shown of late and
 * left alone. Their list is looked for among a few more orders than it takes: the best of all, and the best of the
 * themes they like. Unknown users cost nothing.
 */
import type { Entry } from './entry.js';
import type { Viewer } from './fitness.js';
import { indexWalk, isOnTop, type Query, type Ranking, walk, type Walk } from './walk.js';

/** So many joins weigh as much as the guess that a user likes what all do. */
const GUESS_JOINS = 2;

/** Who was shown an order and left it alone joins it the next time half as likely. */
const LEFT_ALONE = 0.5;

/** How many orders are looked at for each place of the list, of all and of each theme that the user likes. */
const LOOKED_AT = 6;
const LOOKED_AT_OF_THEME = 1;

/** Themes that are looked at on their own, and by how much the user likes those more than others do, at least. */
const LIKED_THEMES = 2;
const LIKED_FROM = 1.15;

/** Orders whose themes are remembered after they have ended: about 100 bytes each. */
const REMEMBERED = 200_000;

export type Themes = ReturnType<typeof createThemes>;

export function createThemes() {
  const themes = new Map<number, string>();
  return {
    /** An order runs, or ran until now. */
    note: (orderId: number, theme: string | null) => {
      if (theme === null) return;
      if (themes.size >= REMEMBERED) themes.clear();
      themes.set(orderId, theme);
    },
    of: (orderId: number) => themes.get(orderId),
  };
}

interface Taste {
  /** What an impression of this order is worth to this user, as a multiple of what it is to the bot's users. */
  of(entry: Entry): number;
  /** Those that they like clearly more than others do, the most liked first. */
  liked: readonly string[];
}

/** Joins, and how many were expected of what was shown. */
interface Sums {
  joins: number;
  expected: number;
}

/**
 * Null: nothing is known of the user.
 * @param expected the rate of an order among the bot's users
 */
export function tasteOf(
  { settledOrderIds, shownOrderIds }: Pick<Viewer, 'settledOrderIds' | 'shownOrderIds'>,
  themes: Pick<Themes, 'of'>,
  expected: Ranking['expected'],
): Taste | null {
  if (settledOrderIds.size === 0 && shownOrderIds.size === 0) return null;
  const all: Sums = { joins: 0, expected: 0 };
  const ofThemes = new Map<string, Sums>();
  const add = (orderId: number, joins: number, impressions: number) => {
    const theme = themes.of(orderId);
    if (theme === undefined) return;
    const sums = ofThemes.get(theme) ?? { joins: 0, expected: 0 };
    ofThemes.set(theme, sums);
    const more = impressions * expected(orderId, theme);
    all.joins += joins;
    all.expected += more;
    sums.joins += joins;
    sums.expected += more;
  };
  for (const orderId of settledOrderIds) add(orderId, 1, 1);
  for (const [orderId, times] of shownOrderIds) add(orderId, 0, (1 - LEFT_ALONE ** times) / (1 - LEFT_ALONE));
  const readiness = (all.joins + GUESS_JOINS) / (all.expected + GUESS_JOINS);
  const likings = new Map<string, number>();
  for (const [theme, sums] of ofThemes)
    likings.set(theme, (sums.joins + GUESS_JOINS * readiness) / (sums.expected + GUESS_JOINS) / readiness);
  const liked = [...likings].filter(([, by]) => by >= LIKED_FROM).sort((a, b) => b[1] - a[1]);
  return {
    of: ({ order: { orderId, theme } }) =>
      (likings.get(theme ?? '') ?? 1) * LEFT_ALONE ** (shownOrderIds.get(orderId) ?? 0),
    liked: liked.slice(0, LIKED_THEMES).map(([theme]) => theme),
  };
}

/** Like `walk`, by what this user likes where something is known of them. @param count how many are wanted */
export function walkForTaste(
  ranking: Ranking,
  query: Query,
  { count, themes }: { count: number; themes: Pick<Themes, 'of'> },
): Walk {
  const taste = tasteOf(query.viewer, themes, ranking.expected);
  return taste === null ? walk(ranking, query) : likedFirst(ranking, query, taste, count);
}

/** The same orders; the first few in the order in which they are worth most with this user. */
function likedFirst(ranking: Ranking, query: Query, taste: Taste, count: number): Walk {
  const next = walk(ranking, query);
  const first: Entry[] = [];
  const found: Entry[] = [];
  const worths: number[] = [];
  /** Those of the themes: the walk through all comes to them, too. */
  let ofThemes: Set<Entry> | null = null;
  let isLookedAt = false;

  const put = (entry: Entry) => {
    if (isOnTop(entry, query.viewer.bot)) first.push(entry);
    else {
      found.push(entry);
      worths.push(ranking.scoreOf(entry) * taste.of(entry));
    }
  };

  const look = () => {
    isLookedAt = true;
    for (let at = 0; at < count * LOOKED_AT; at++) {
      const entry = next();
      if (entry === null) break;
      put(entry);
    }
    for (const theme of taste.liked) {
      const from = indexWalk(ranking.index, query, theme);
      ofThemes ??= new Set(found);
      for (let at = 0; at < count * LOOKED_AT_OF_THEME; at++) {
        const entry = from();
        if (entry === null) break;
        if (ofThemes.has(entry)) continue;
        ofThemes.add(entry);
        put(entry);
      }
    }
    first.reverse();
  };

  /** Few of those that were looked at are taken: looking for each takes less than sorting all. */
  const best = (): Entry | null => {
    let at = -1;
    for (let index = 0; index < found.length; index++)
      if (at < 0 || (worths[index] ?? 0) >= (worths[at] ?? 0)) at = index;
    const [entry] = at < 0 ? [] : found.splice(at, 1);
    if (at >= 0) worths.splice(at, 1);
    return entry ?? null;
  };

  const rest = (): Entry | null => {
    for (let entry = next(); entry !== null; entry = next()) if (ofThemes?.has(entry) !== true) return entry;
    return null;
  };

  return () => {
    if (!isLookedAt) look();
    return first.pop() ?? best() ?? rest();
  };
}
