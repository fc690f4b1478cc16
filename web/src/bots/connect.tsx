/** How a bot is connected: its key, the lines for its code, and a test of any key. */
import { Button, NativeSelect, PasswordInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { Answered } from '../api/client';
import { useReported } from '../api/queries';
import { CopyButton } from '../parts/copy';
import { PlainForm } from '../parts/form';
import { Notice, Panel, Small } from '../parts/page';
import { Sure } from '../parts/sure';
import { useProfile } from '../session/profile';
import { account, bots } from '../words';
import type { Bot } from './bot';
import { quickstart, type Way, ways } from './quickstart';

export function Connect({ bot }: { bot: Bot }): ReactNode {
  const [isShown, { toggle }] = useDisclosure();
  const replace = useReported('/bots#change_api_key', ['/bots'], bots.keyReplaced);
  return (
    <div className="stack wide">
      <Panel title={bots.key}>
        <div className="row">
          <code className="break">{isShown ? bot.api_key : `${bot.api_key.slice(0, 7)}…`}</code>
          <Small onClick={toggle}>{isShown ? account.hide : account.show}</Small>
          <CopyButton text={bot.api_key} />
          <Sure
            label={bots.replaceKey}
            question={bots.replaceKeySure}
            then={() => replace.mutate({ bot_id: bot.bot_id })}
          />
        </div>
      </Panel>
      <Snippet apiKey={bot.api_key} isShown={isShown} />
      <TestKey />
    </div>
  );
}

/** On the screen the key is hidden until it is asked for; what is copied has it. */
function Snippet({ apiKey, isShown }: { apiKey: string; isShown: boolean }): ReactNode {
  const { service } = useProfile();
  const [way, setWay] = useState<Way>('grammY');
  const shown = isShown ? apiKey : `${apiKey.slice(0, 7)}…`;
  return (
    <Panel
      title={bots.snippet}
      actions={
        <div className="row">
          <NativeSelect
            aria-label={bots.snippet}
            value={way}
            data={ways}
            onChange={({ currentTarget }) => setWay(currentTarget.value as Way)}
          />
          <CopyButton text={quickstart(way, service, apiKey)} />
        </div>
      }
    >
      <pre className="snippet" tabIndex={0}>
        <code>{quickstart(way, service, shown)}</code>
      </pre>
    </Panel>
  );
}

/** The key itself is sent where keys go: nothing of the session is used. */
function TestKey(): ReactNode {
  const [key, setKey] = useState('');
  const [said, setSaid] = useState<{ isFine: boolean; text: string } | null>(null);
  const test = async (): Promise<void> => {
    const response = await fetch('/get-balance', {
      method: 'POST',
      headers: { Auth: key.trim() },
      credentials: 'omit',
      body: '{}',
    }).catch(() => null);
    const answer = (await response?.json().catch(() => null)) as Partial<Answered<'/get-balance'>> | null;
    const bot = answer?.bots_info?.[0]?.bot_username;
    setSaid(
      response?.ok === true
        ? { isFine: true, text: bots.keyWorks({ bot: bot ?? '—' }) }
        : { isFine: false, text: `${bots.keyFails} ${answer?.message ?? ''}` },
    );
  };
  return (
    <Panel title={bots.testKey}>
      <PlainForm send={() => void test()}>
        <div className="row end">
          <div className="grow">
            <PasswordInput
              label={bots.key}
              description={bots.testKeyHint}
              value={key}
              autoComplete="off"
              required
              onChange={({ currentTarget }) => {
                setKey(currentTarget.value);
                setSaid(null);
              }}
            />
          </div>
          <Button type="submit" variant="default">
            {bots.testKey}
          </Button>
        </div>
        <div role="status">
          {said !== null && <Notice tone={said.isFine ? 'good' : 'bad'}>{said.text}</Notice>}
        </div>
      </PlainForm>
    </Panel>
  );
}
