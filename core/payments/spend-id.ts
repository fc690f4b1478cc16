/** The id under which a rail sends a withdrawal once. */

/** Of a backup that is restored, the numbers of withdrawals come again: they differ by the moment they were asked at. */
export function spendIdOf(withdrawalId: number, askedAtMs: number): string {
  return `w${String(withdrawalId)}-${String(askedAtMs)}`;
}

/** Which withdrawal a transfer was made for; null: for none of ours. */
export function withdrawalOf(spendId: string): number | null {
  const [, id] = /^w(\d{1,15})-\d{1,15}$/.exec(spendId) ?? [];
  return id === undefined ? null : Number(id);
}
