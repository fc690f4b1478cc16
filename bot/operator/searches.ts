/**
 * What people looked for last, so that they can leaf through what was found: a button's data has no room for it. Sealed,
 * since anything may have been written there.
 */
import type { OperatorContext } from './context.js';
import { StaleButton } from './press.js';

type What = 'bots' | 'orders' | 'values';

const SEAL_PURPOSE = 'search';

export async function keepSearch(ctx: OperatorContext, what: What, text: string): Promise<void> {
  const { service, vault, nowMs } = ctx;
  await service.sessions.write(keyOf(ctx, what), vault.seal(text, SEAL_PURPOSE), nowMs());
}

/** @throws StaleButton when nothing was looked for */
export async function lastSearch(ctx: OperatorContext, what: What): Promise<string> {
  const { service, vault } = ctx;
  const sealed = await service.sessions.read(keyOf(ctx, what));
  const text = sealed === null ? '' : opened(vault, sealed);
  if (text === '') throw new StaleButton();
  return text;
}

/** An older version kept searches as they were written: those are forgotten. */
function opened(vault: OperatorContext['vault'], sealed: string): string {
  try {
    return vault.open(sealed, SEAL_PURPOSE);
  } catch {
    return '';
  }
}

function keyOf({ accountId }: OperatorContext, what: What): string {
  return `search:${what}:${String(accountId)}`;
}
