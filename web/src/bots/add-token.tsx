/** For a bot that was added without its token: says what that means, and takes the token. */
import { Button, PasswordInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useCommand } from '../api/queries';
import { isBotToken, useFaults } from '../parts/faults';
import { Form } from '../parts/form';
import { Failed, Panel } from '../parts/page';
import { say } from '../parts/toast';
import { useWords } from '../words';

export function AddToken({ botId }: { botId: number }): ReactNode {
  const { bots, checks } = useWords();
  const [token, setToken] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const update = useCommand('/bots#update', ['/bots']);
  const asked = { bot_id: botId, bot_token: token.trim() };
  const { faults, rest, whenRight } = useFaults(form, update, asked, {
    bot_token: !isBotToken(asked.bot_token) && checks.token,
  });
  return (
    <Panel title={bots.withoutToken}>
      <Form
        at={form}
        whenRight={whenRight}
        send={() => {
          update.mutate(asked, {
            onSuccess: () => {
              say(bots.tokenAdded);
            },
          });
        }}
      >
        <p className="soft">{bots.noTokenText}</p>
        <PasswordInput
          label={bots.token}
          description={bots.tokenHint}
          value={token}
          error={faults.get('bot_token')}
          autoComplete="off"
          required
          onChange={({ currentTarget }) => {
            setToken(currentTarget.value);
          }}
        />
        {rest !== null && <Failed error={rest} />}
        <div>
          <Button type="submit" loading={update.isPending}>
            {bots.addToken}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
