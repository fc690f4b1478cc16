/** Values of rows as the model has them. */

export function numberOf(value: number | string | null | undefined): number | null {
  return value == null ? null : Number(value);
}

/** The id in what orders updates (`core/subscriptions/update-order.ts`): 17 bits, above the five of the bot's place. */
export function updateIdOf(value: unknown): number | null {
  return value === null ? null : Math.floor(Number(value) / 2 ** 5) % 2 ** 17;
}
