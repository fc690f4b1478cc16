/** A bot's token: the field for it, and the form for a bot that was added without it. */
import { PasswordInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import type { ChangeEvent, ReactNode } from 'react';
import { useCommand } from '../api/queries';
import { Form, useFaults } from '../parts/form';
import { Panel } from '../parts/page';
import { bots, checks } from '../words';

/** Says what it means that there is none, and takes one. */
export function AddToken({ botId }: { botId: number }): ReactNode {
  const [token, setToken] = useInputState('');
  const update = useCommand('/bots#update', ['/bots'], bots.tokenAdded);
  const asked = { bot_id: botId, bot_token: token.trim() };
  const { faults, form } = useFaults(update, asked, {
    bot_token: !isBotToken(asked.bot_token) && checks.token,
  });
  return (
    <Panel title={bots.withoutToken}>
      <Form of={form} submit={bots.addToken} send={() => update.mutate(asked)}>
        <p className="soft">{bots.noTokenText}</p>
        <TokenField value={token} error={faults.get('bot_token')} onChange={setToken} />
      </Form>
    </Panel>
  );
}

/** Whether a text has the shape of a bot's token. */
export function isBotToken(text: string): boolean {
  return /^\d{1,20}:[\w-]{3,64}$/.test(text);
}

export function TokenField(props: {
  value: string;
  error: string | undefined;
  isFirst?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}): ReactNode {
  const { isFirst = false, ...rest } = props;
  return (
    <PasswordInput
      label={bots.token}
      description={bots.tokenHint}
      autoComplete="off"
      required
      data-autofocus={isFirst}
      {...rest}
    />
  );
}
