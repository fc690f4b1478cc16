/** How a user stands: asks the networks for a list, and afterwards how that list stands. */
import { collect, type Collected, heard, namesIn, type Order, type Source } from './collect.js';
import type { Asked, Listing, Offer, State } from '../../../networks/network.js';
import { stateOf } from '../../../networks/network.js';
import { type Brick, pendingIn, type Wall } from './wall.js';

type WhoAsks = Omit<Asked, 'limit'>;

export type Verdicts = ReturnType<typeof createVerdicts>;

/** How often an expired list is renewed: waiting lets no user through, and no user waits for ever. */
const RENEWALS_MAX = 1;

export function createVerdicts({
  sources,
  order,
  max,
  onError,
}: {
  sources: readonly Source[];
  order: Order;
  max: number;
  onError: (error: unknown, network: string) => void;
}) {
  const listed = (asked: WhoAsks, known: ReadonlyMap<string, string>) =>
    collect(sources, { ...asked, limit: max }, { order, known, onError });

  const open = async (wall: Wall | null, asked: WhoAsks, met: ReadonlyMap<string, string>) => {
    const found = await listed(asked, met);
    const { bricks, question, shownBy, message } = found;
    const state = stateOfFound(found);
    const opened: Wall = {
      renewals: 0,
      ...wall,
      v: 2,
      id: crypto.randomUUID(),
      checkedAtMs: Date.now(),
      bricks,
      question,
      shownBy,
      message,
      isDark: state === 'unavailable',
    };
    return { state, wall: opened };
  };

  /** What is asked of the networks that have something open, and of no other. */
  const recheck = async (wall: Wall, asked: WhoAsks): Promise<State> => {
    const silent = new Set<string>();
    await Promise.all(
      sources.map(async (source) => {
        const { network } = source;
        const isShown = wall.shownBy === network.name;
        const mine = wall.bricks.filter((brick) => brick.network === network.name && isOpen(brick));
        if (mine.length === 0 && !isShown) return;
        try {
          const listing = await heard(source, () => network.check({ ...asked, limit: max, isShown }, mine));
          if (isShown) settleShown(wall, listing, network.name);
          else settle(mine, listing.offers);
          if (listing.message !== undefined && listing.state === 'pending') wall.message = listing.message;
        } catch (error) {
          silent.add(network.name);
          onError(error, network.name);
        }
      }),
    );
    wall.checkedAtMs = Date.now();
    const open = pendingIn(wall);
    if (open.some(({ network }) => !silent.has(network))) return 'pending';
    if (wall.shownBy !== undefined) return silent.has(wall.shownBy) ? 'unavailable' : 'pending';
    return open.length > 0 ? 'unavailable' : stateOf(wall.bricks);
  };

  return {
    /** @param wall what the user was asked for so far */
    of: async (wall: Wall | null, asked: WhoAsks, met: ReadonlyMap<string, string>) => {
      // A question is asked of who asked it; and what could not be asked is asked now.
      if (wall === null || wall.question !== undefined || wall.isDark === true) return open(wall, asked, met);
      const state = await recheck(wall, asked);
      wall.isSilent = state === 'unavailable';
      const isOut = wall.bricks.some((brick) => brick.state === 'gone');
      if (state === 'pending' || wall.isSilent || !isOut || wall.renewals >= RENEWALS_MAX)
        return { state, wall };
      // Part of it can no longer be done: is there something else? What was done counts.
      const done = wall.bricks.filter((brick) => brick.state !== 'gone');
      const known = new Map([...met, ...namesIn(done, '')]);
      const renewed = await open({ ...wall, renewals: wall.renewals + 1 }, asked, known);
      if (renewed.state === 'pending') {
        renewed.wall.bricks.unshift(...done);
        return renewed;
      }
      return { state, wall };
    },
    /** @returns how many offers were added */
    topUp: async (wall: Wall, asked: WhoAsks) => {
      const ids = new Set(wall.bricks.map(({ network, id }) => `${network} ${id}`));
      const { bricks } = await listed(asked, namesIn(wall.bricks, ''));
      const added = bricks.filter(
        ({ state, network, id }) => state === 'pending' && !ids.has(`${network} ${id}`),
      );
      if (wall.bricks.push(...added) > 0) wall.isDark = false;
      return added.length;
    },
  };
}

const isOpen = ({ state }: Brick) => state === 'pending' || state === 'held';

/** An offer once done stays done: a network that changes its answer within seconds asks no user twice. */
function settle(mine: readonly Brick[], offers: readonly Offer[]): void {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  for (const brick of mine)
    brick.state = byId.get(brick.id)?.state ?? (brick.state === 'held' ? 'held' : 'gone');
}

/** The network shows its block itself: its word counts, and its offers only name what is missing. */
function settleShown(wall: Wall, { state, offers }: Listing, network: string): void {
  const others = wall.bricks.filter((brick) => brick.network !== network);
  wall.bricks = [...others, ...offers.map((offer) => ({ ...offer, network }))];
  if (state === 'pending') return;
  delete wall.shownBy;
  if (state === 'done')
    wall.bricks = [...others, { id: 'shown', chat: '', link: '', title: '', state, network }];
}

/** Of several networks: something to do comes first, then who could not say, then what was done. */
function stateOfFound({ bricks, states, question, shownBy }: Collected): State {
  if (question !== undefined || shownBy !== undefined) return 'pending';
  const own = stateOf(bricks);
  if (own === 'pending') return 'pending';
  if (states.includes('unavailable')) return 'unavailable';
  const said = (['held', 'done', 'gone'] as const).find((state) => own === state || states.includes(state));
  return said ?? 'none';
}
