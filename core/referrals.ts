/** Referrals as people see them: their link, what it has brought, and on which terms. */
import type { Checkers } from './checkers/index.js';
import { publicUrl } from './config.js';
import type { Ports } from './ports.js';
import type { Referral } from './ports/referral-store.js';

/** 64 bits. */
const CODE_BYTES = 8;
const PAGE_MAX = 100;
/** Entries looked at in one commit. */
const BOOKED_AT_ONCE = 100;

/** `over`: its months have passed; `ended`: both accounts asked for payment to one destination. */
export const referralStates = ['active', 'over', 'ended'] as const;

type Needs = Pick<Ports, 'store' | 'clock' | 'random' | 'settings'> & { checkers: Pick<Checkers, 'named'> };

export function createReferrals({ store, clock, random, settings, checkers }: Needs) {
  const chatLink = async (code: string): Promise<string | null> => {
    const bot = await checkers.named(null);
    return bot === null ? null : `${settings.PLATFORM_LINK_ROOT}/${bot.username}?start=ref_${code}`;
  };
  return {
    /**
     * `chat` opens the operator bot, `""` where the platform does not name the bot; `web` leads there from any page. Null while the
     * service pays for no referrals.
     */
    links: async (accountId: number) => {
      if (settings.REFERRAL_PERCENT === 0) return null;
      const fresh = Buffer.from(random.bytes(CODE_BYTES)).toString('base64url');
      const code = await store.referrals.code(accountId, fresh, clock.now());
      return { chat: (await chatLink(code)) ?? '', web: `${publicUrl(settings)}/invite/${code}` };
    },
    /** What the link of this account has brought, latest first; a page of 100 at most. */
    page: async (accountId: number, { offset, limit }: { offset: number; limit: number }) => {
      const bounded = { offset, limit: Math.min(limit, PAGE_MAX) };
      const { referrals, ...sums } = await store.referrals.ofReferrer(accountId, bounded);
      return {
        ...sums,
        referrals: referrals.map((each) => ({ ...each, state: stateOf(each, clock.now()) })),
      };
    },
    /** Where the link with this code leads; null where the platform does not name the operator bot. */
    chatLink,
    /** Books shares of fees that are final. @returns how many entries it looked at; 0: there are none */
    book: () => store.referrals.book(BOOKED_AT_ONCE, clock.now()),
  };
}

function stateOf({ endedAtMs, untilMs }: Referral, nowMs: number): (typeof referralStates)[number] {
  if (endedAtMs !== null) return 'ended';
  return untilMs > nowMs ? 'active' : 'over';
}
