/** What people looked for last, so that they can leaf through what was found: a button's data has no room for it. */
import type { OperatorContext } from './context.js';
import { StaleButton } from './press.js';

type What = 'bots' | 'orders' | 'values';

export async function keepSearch(ctx: OperatorContext, what: What, text: string): Promise<void> {
  await ctx.parts.service.sessions.write(keyOf(ctx, what), text, ctx.parts.nowMs());
}

/** @throws StaleButton when nothing was looked for */
export async function lastSearch(ctx: OperatorContext, what: What): Promise<string> {
  const text = await ctx.parts.service.sessions.read(keyOf(ctx, what));
  if (text === null || text === '') throw new StaleButton();
  return text;
}

function keyOf({ visitor }: OperatorContext, what: What): string {
  return `search:${what}:${String(visitor.accountId)}`;
}
