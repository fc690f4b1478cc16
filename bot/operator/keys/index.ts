/** The two keys of an account: shown on demand, hidden again, replaced after a confirmation. */
import type { Composer } from 'grammy';
import type { FieldsOf } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { moment } from '../figures.js';
import { homeRows, profileLines } from '../home/index.js';
import { onPress } from '../press.js';
import { button, copyButton, type Screen, columnScreen } from '../screen.js';

type OwnKey = FieldsOf<'key'>['key'];

export function addKeys(composer: Composer<OperatorContext>): void {
  onPress(composer, 'key', (ctx, { key }) => keyScreen(ctx, key));

  onPress(composer, 'key-replace', (ctx, { key }) => {
    const { words } = ctx;
    return columnScreen(
      words.html('key-replace-confirm', { key: words.text(`key-${key}`) }),
      button(words.text('button-replace-yes'), 'key-replaced', { key }),
      button(words.text('button-back'), 'key', { key }),
    );
  });

  onPress(composer, 'key-replaced', async (ctx, { key }) => {
    await ctx.service.accounts.replaceKey(ctx.accountId, key);
    return { ...(await keyScreen(ctx, key)), note: ctx.words.text('key-replaced') };
  });
}

async function keyScreen(ctx: OperatorContext, kind: OwnKey): Promise<Screen> {
  const { words, accountId } = ctx;
  const { accounts } = ctx.service;
  const [key, lastUsedAtMs] = await Promise.all([
    accounts.revealKey(accountId, kind),
    accounts.keyLastUsedAtMs(accountId, kind),
  ]);
  const about = words.html(`key-${kind}-about`, { key });
  return {
    html: `${profileLines(ctx)}\n\n${about}\n${lastUse(ctx, lastUsedAtMs)}`,
    rows: [
      [copyButton(words.text('button-copy-key'), key)],
      [
        button(words.text('button-hide'), 'home'),
        button(words.text('button-replace'), 'key-replace', { key: kind }),
      ],
      ...homeRows(ctx),
    ],
  };
}

/** When a key was last used, in a line of HTML. */
export function lastUse(ctx: OperatorContext, lastUsedAtMs: number | null): string {
  const { words } = ctx;
  if (lastUsedAtMs === null) return words.html('key-never-used');
  return words.html('key-last-used', { when: moment(ctx, lastUsedAtMs) });
}
