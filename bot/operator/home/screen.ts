/** The profile: what people see after /start, and come back to from everywhere. */
import type { Visitor, OperatorParts } from '../context.js';
import { money } from '../figures.js';
import { button, type Screen } from '../screen.js';

/** The first lines of the profile, which the screens of the keys share. */
export function profileLines({ profile, words }: Visitor, { service }: OperatorParts): string {
  const { account, balance } = profile;
  const currency = service.settings.CURRENCY;
  return words.html('home', {
    name: account.firstName,
    id: String(account.accountId),
    available: money(balance.availableMicros, currency, words),
    held: money(balance.heldMicros, currency, words),
  });
}

export function homeRows({ profile, words }: Visitor): Screen['rows'] {
  const duties = [
    ...(profile.isModerator ? [button(words.text('button-moderation'), 'queue')] : []),
    ...(profile.isAdministrator ? [button(words.text('button-payouts'), 'payouts')] : []),
  ];
  return [
    [
      button(words.text('button-access-key'), 'key', { key: 'access' }),
      button(words.text('button-statistics-token'), 'key', { key: 'statistics' }),
    ],
    [button(words.text('button-bots'), 'bots'), button(words.text('button-orders'), 'orders')],
    [button(words.text('button-wallet'), 'wallet'), button(words.text('button-stats'), 'stats')],
    ...(duties.length > 0 ? [duties] : []),
    [
      button(words.text('button-hook'), 'hook', { botId: 0 }),
      button(words.text('button-notifications'), 'notices'),
    ],
    [button(words.text('button-cabinet'), 'cabinet')],
    [button(words.text('button-language'), 'language'), button(words.text('button-help'), 'help')],
  ];
}

export function homeScreen(visitor: Visitor, parts: OperatorParts): Screen {
  return { html: profileLines(visitor, parts), rows: homeRows(visitor) };
}
