/** The status of a bot. An active one without its token says that instead: the service cannot show its block. */
import type { ReactNode } from 'react';
import { Tag, type Tone } from '../parts/page';
import { bots } from '../words';

const tones = {
  active: 'good',
  archived: 'plain',
  blocked: 'bad',
  token_invalid: 'warn',
} as const satisfies Record<string, Tone>;

export function BotStatus(props: { bot: { status: keyof typeof tones; has_token: 0 | 1 } }): ReactNode {
  const { status, has_token } = props.bot;
  if (status === 'active' && has_token === 0) return <Tag tone="warn">{bots.withoutToken}</Tag>;
  return <Tag tone={tones[status]}>{bots.statuses[status]}</Tag>;
}
