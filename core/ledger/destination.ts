/** Where a withdrawal is paid to by hand, as a keyed hash: two accounts that name one destination have the same. */
import type { Vault } from '../vault.js';

/** A number of a card, a phone or a bank account: what else is written next to it says nothing. */
const NUMBER = /\d{10,}/;

/**
 * Spaces, marks and case make no difference. Where there is a number of ten digits or more, it alone counts.
 * @returns under all secrets, newest first
 */
export function destinationMarks(vault: Pick<Vault, 'lookups'>, details: string): string[] {
  const plain = details
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return vault.lookups(`destination:${NUMBER.exec(plain)?.[0] ?? plain}`);
}
