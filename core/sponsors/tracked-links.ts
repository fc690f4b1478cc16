/**
 * Links that lead through us: to a resource, whose opening is what counts, through a smart link to an order that is
 * found when it is opened, and to the question form. A link names one user of one bot, is signed and expires; a page
 * never trusts a user id from anywhere else (`decisions.md`, Questions and form).
 */
import type { Vault } from '../vault.js';

export type LinkTarget =
  | { kind: 'resource'; botId: number; userId: number; orderId: number }
  | { kind: 'smart'; botId: number; userId: number; slotIndex: number }
  | { kind: 'form'; botId: number; userId: number };

/** 128 bits of the signature: beyond guessing, and the link stays short. */
const SIGNATURE_LENGTH = 22;

const letters = { resource: 'r', smart: 's', form: 'f' } as const;

export interface TrackedLinks {
  /** The token for a page's address; the same for the same target and time. */
  token(target: LinkTarget, expiresAtMs: number): string;
  /** What a token stands for; null when it is forged or has expired. */
  read(token: string, nowMs: number): LinkTarget | null;
}

export function createTrackedLinks(vault: Pick<Vault, 'sign' | 'verify'>): TrackedLinks {
  return {
    token: (target, expiresAtMs) => {
      const numbers = [target.botId, target.userId, detailOf(target), Math.ceil(expiresAtMs / 1_000)];
      const body = [letters[target.kind], ...numbers.map((number) => number.toString(36))].join('-');
      return `${body}-${vault.sign(`link:${body}`).slice(0, SIGNATURE_LENGTH)}`;
    },
    read: (token, nowMs) => {
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
