/** How a bot is connected: its key, the lines for its code, and a test of any key. */
import { Button, PasswordInput, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useDeed } from '../api/queries';
import { CopyButton, Sure } from '../parts/copy';
import { Notice, Panel } from '../parts/page';
import { say } from '../parts/toast';
import { useProfile } from '../session/profile';
import { useWords } from '../words';
import type { Bot } from './bot';

export function Connect({ bot }: { bot: Bot }): ReactNode {
  const { bots, account } = useWords();
  const [isShown, setShown] = useState(false);
  const replace = useDeed('/bots#change_api_key', ['/bots']);
  return (
    <div className="stack wide">
      <Panel title={bots.key}>
        <div className="row">
          <code className="break">{isShown ? bot.api_key : `${bot.api_key.slice(0, 7)}…`}</code>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setShown(!isShown);
            }}
          >
            {isShown ? account.hide : account.show}
          </Button>
          <CopyButton text={bot.api_key} />
          <Sure
            label={bots.replaceKey}
            question={bots.replaceKeySure}
            then={() => {
              replace.mutate(
                { bot_id: bot.bot_id },
                {
                  onSuccess: () => {
                    say(bots.keyReplaced);
                  },
                },
              );
            }}
          />
        </div>
      </Panel>
      <Snippet />
      <TestKey />
    </div>
  );
}

const languages = ['curl', 'JavaScript', 'Python'] as const;

function Snippet(): ReactNode {
  const { bots } = useWords();
  const { service } = useProfile();
  const [language, setLanguage] = useState<(typeof languages)[number]>('curl');
  const text = snippets[language](service.public_url);
  return (
    <Panel
      title={bots.snippet}
      deeds={
        <div className="row">
          <SegmentedControl
            aria-label={bots.snippet}
            value={language}
            data={[...languages]}
            onChange={(value) => {
              setLanguage(value);
            }}
          />
          <CopyButton text={text} />
        </div>
      }
    >
      <pre className="snippet" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </Panel>
  );
}

const snippets: Readonly<Record<(typeof languages)[number], (url: string) => string>> = {
  curl: (url) => `curl ${url}/get-sponsors -H "Auth: $BOT_KEY" \\
  -d '{"chat_id": 2001, "user_id": 2001, "first_name": "Emma", "language_code": "en"}'
# status "warning": do not answer yet. "ok": answer.`,
  JavaScript: (url) => `const { status } = await fetch('${url}/get-sponsors', {
  method: 'POST',
  headers: { Auth: process.env.BOT_KEY },
  body: JSON.stringify({ chat_id: chat.id, user_id: from.id, first_name: from.first_name,
    username: from.username, language_code: from.language_code, is_premium: from.is_premium }),
}).then((answer) => answer.json()).catch(() => ({ status: 'ok' }));
if (status === 'warning') return; // The service has shown the sponsors.`,
  Python: (url) => `answer = requests.post("${url}/get-sponsors", headers={"Auth": os.environ["BOT_KEY"]},
    json={"chat_id": chat.id, "user_id": user.id, "first_name": user.first_name,
          "username": user.username, "language_code": user.language_code}, timeout=3).json()
if answer["status"] == "warning":
    return  # The service has shown the sponsors.`,
};

/** The key itself is sent where keys go: nothing of the session is used. */
function TestKey(): ReactNode {
  const { bots } = useWords();
  const [key, setKey] = useState('');
  const [said, setSaid] = useState<{ isFine: boolean; text: string } | null>(null);
  const test = async (): Promise<void> => {
    const response = await fetch('/get-balance', {
      method: 'POST',
      headers: { Auth: key.trim() },
      credentials: 'omit',
      body: '{}',
    }).catch(() => null);
    const answer = (await response?.json().catch(() => null)) as {
      message?: string;
      bots_info?: { bot_username: string }[];
    } | null;
    const bot = answer?.bots_info?.[0]?.bot_username;
    setSaid(
      response?.ok === true
        ? { isFine: true, text: bots.keyWorks(bot ?? '—') }
        : { isFine: false, text: `${bots.keyFails} ${answer?.message ?? ''}` },
    );
  };
  return (
    <Panel title={bots.testKey}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
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
      </form>
    </Panel>
  );
}
