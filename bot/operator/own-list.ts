/** One's bots, or one's orders: by page, archived ones apart, and the answer to a search. */
import type { Composer } from 'grammy';
import { cut } from '../../core/names.js';
import { callbackData } from './actions.js';
import type { OperatorContext } from './context.js';
import { begin, type Form } from './dialogue/index.js';
import { onCommand, onPress } from './press.js';
import { button, type Row, type Screen, turnRow } from './screen.js';
import { keepSearch, lastSearch } from './searches.js';

/** Also the name of its command, and what its words begin with. */
type Of = 'bots' | 'orders';

export interface OwnPage {
  offset: number;
  limit: number;
  /** Null: those in the archive, too. */
  inArchive: boolean | null;
  /** What was looked for; `""` for the list. */
  search: string;
}

interface Found {
  total: number;
  /** A button an entry; above them may stand others. */
  rows: Row[];
}

type Reads = (ctx: OperatorContext, page: OwnPage) => Promise<Found>;

const PAGE = 8;
/** How many characters are looked for. */
const SEARCH_MAX = 64;
const ways = {
  bots: {
    add: 'bot-add',
    addText: 'button-bot-add',
    search: 'bot-search',
    found: 'bots-found',
    archived: 'bots-archived',
    empty: 'bots-empty',
  },
  orders: {
    add: 'order-new',
    addText: 'button-order-new',
    search: 'order-search',
    found: 'orders-found',
    archived: 'orders-archived',
    empty: 'orders-empty',
  },
} as const;

export async function ownListScreen(
  ctx: OperatorContext,
  of: Of,
  read: Reads,
  { offset = 0, inArchive = false, search = '' }: { offset?: number; inArchive?: boolean; search?: string },
): Promise<Screen> {
  const { words } = ctx;
  const { add, addText, search: look, found, archived, empty } = ways[of];
  const isSearch = search !== '';
  // A search looks in the archive too.
  const page = { offset, limit: PAGE, search, inArchive: isSearch ? null : inArchive };
  const { rows, total } = await read(ctx, page);
  const key = isSearch ? found : inArchive ? archived : total === 0 ? empty : of;
  return {
    html: words.html(key, { total, search }),
    rows: [
      ...rows,
      turnRow({ offset, size: PAGE, total }, (to) =>
        isSearch ? callbackData(found, { offset: to }) : callbackData(of, { offset: to, inArchive }),
      ),
      [button(words.text(addText), add), button(words.text('button-search'), look)],
      [
        inArchive || isSearch
          ? button(words.text('button-active'), of)
          : button(words.text('button-archive-list'), of, { offset: 0, inArchive: true }),
        button(words.text('button-home'), 'home'),
      ],
    ],
  };
}

export function addOwnList(composer: Composer<OperatorContext>, of: Of, read: Reads): void {
  const { search, found } = ways[of];
  onCommand(composer, of, (ctx) => ownListScreen(ctx, of, read, {}));
  onPress(composer, of, (ctx, { offset = 0, inArchive = false }) =>
    ownListScreen(ctx, of, read, { offset, inArchive }),
  );
  onPress(composer, found, async (ctx, { offset = 0 }) =>
    ownListScreen(ctx, of, read, { offset, search: await lastSearch(ctx, of) }),
  );
  onPress(composer, search, (ctx) => begin(ctx, search, callbackData(of)));
}

/** Asks what to look for, keeps it, and shows what was found. */
export function searchForm(of: Of, read: Reads): Form {
  const { search: name } = ways[of];
  return {
    name,
    questions: [
      {
        name: 'search',
        ask: ({ words }) => ({ html: words.html(`${name}-ask`) }),
        // Usernames are kept without the @ that people write before them.
        read: (_, text) => cut(text, SEARCH_MAX).replace(of === 'bots' ? /^@/ : '', ''),
      },
    ],
    finish: async (ctx, { search = '' }) => {
      await keepSearch(ctx, of, search);
      return ownListScreen(ctx, of, read, { search });
    },
  };
}
