/**
 * Links that lead through us: to a resource, whose opening is what counts, through a smart link to an order that is
 * found when it is opened, and to the question form. A link names one user of one bot, is signed and expires; a page
 * never trusts a user id from anywhere else (`decisions.md`, Questions and form).
 */
import { DAY_MS } from './days.js';
import type { Vault } from './vault.js';

export type LinkTarget =
  | { kind: 'resource'; botId: number; userId: number; orderId: number }
  /** `slotIndex`: the place in a pinned list, or a number of its own (`unpinnedIndex`). */
  | { kind: 'smart'; botId: number; userId: number; slotIndex: number }
  | { kind: 'form'; botId: number; userId: number };

/** 128 bits of the signature: beyond guessing, and the link stays short. */
const SIGNATURE_LENGTH = 22;

/** Tracked links outlive the longest pin, and the impression they belong to. */
const LINK_LIFE_MS = 8 * DAY_MS;

/** A page is good for so long after it was served: its script runs at once, or when somebody comes back to its tab. */
const PASS_LIFE_MS = 10 * 60_000;

const letters = { resource: 'r', smart: 's', form: 'f' } as const;

export type TrackedLinks = ReturnType<typeof createTrackedLinks>;

/** Until when a link is good. By whole days, so that lists that are not pinned have the same links all day. */
export function linkEndMs(sinceMs: number): number {
  return Math.ceil((sinceMs + LINK_LIFE_MS) / DAY_MS) * DAY_MS;
}

/** Lists have at most so many places. */
const PLACES_MAX = 10;

/**
 * Names a smart link of a list that is not pinned, apart from those of pinned lists. It moves when the user has settled
 * with another order: what was found by the link before stays found by it, and the next list has a new one.
 */
export function unpinnedIndex(index: number, settled: number): number {
  return index + PLACES_MAX * (settled + 1);
}

export function createTrackedLinks(vault: Pick<Vault, 'sign' | 'verify'>) {
  return {
    /** The token for a page's address; the same for the same target and time. */
    token: (target: LinkTarget, expiresAtMs: number) => {
      const numbers = [target.botId, target.userId, detailOf(target), Math.ceil(expiresAtMs / 1_000)];
      const body = [letters[target.kind], ...numbers.map((number) => number.toString(36))].join('-');
      return `${body}-${vault.sign(`link:${body}`).slice(0, SIGNATURE_LENGTH)}`;
    },
    /** What a token stands for; null when it is forged or has expired. */
    read: (token: string, nowMs: number): LinkTarget | null => {
      const parts = /^([rsf](?:-[0-9a-z]{1,11}){4})-([\w-]{22})$/.exec(token);
      const [, body, signature] = parts ?? [];
      if (body === undefined || signature === undefined) return null;
      if (!vault.verify(`link:${body}`, signature, SIGNATURE_LENGTH)) return null;
      const [letter, ...digits] = body.split('-');
      const [botId = 0, userId = 0, detail = 0, expiresAt = 0] = digits.map((digit) =>
        Number.parseInt(digit, 36),
      );
      return expiresAt * 1_000 < nowMs ? null : toTarget(letter, botId, userId, detail);
    },
    /** What a page behind this link carries, so that only a page of ours can report that its script ran. */
    pass: (token: string, nowMs: number) => {
      const end = Math.ceil((nowMs + PASS_LIFE_MS) / 1_000).toString(36);
      return `${end}-${vault.sign(`page:${token}:${end}`).slice(0, SIGNATURE_LENGTH)}`;
    },
    /** Whether it is the pass of a page that was served behind this link a short while ago. */
    admits: (token: string, pass: string, nowMs: number) => {
      const [, end, signature] = /^([0-9a-z]{1,11})-([\w-]{22})$/.exec(pass) ?? [];
      if (end === undefined || signature === undefined) return false;
      if (!vault.verify(`page:${token}:${end}`, signature, SIGNATURE_LENGTH)) return false;
      return Number.parseInt(end, 36) * 1_000 >= nowMs;
    },
  };
}

function detailOf(target: LinkTarget): number {
  if (target.kind === 'resource') return target.orderId;
  return target.kind === 'smart' ? target.slotIndex : 0;
}

function toTarget(letter: string | undefined, botId: number, userId: number, detail: number): LinkTarget {
  if (letter === letters.resource) return { kind: 'resource', botId, userId, orderId: detail };
  if (letter === letters.smart) return { kind: 'smart', botId, userId, slotIndex: detail };
  return { kind: 'form', botId, userId };
}
