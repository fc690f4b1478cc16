/** For a bot that was added without its token: says what that means, and takes the token. */
import { useInputState } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useCommand } from '../api/queries';
import { isBotToken, useFaults } from '../parts/faults';
import { Form } from '../parts/form';
import { Panel } from '../parts/page';
import { bots, checks } from '../words';
import { TokenField } from './token-field';

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
