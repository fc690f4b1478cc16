/** A publisher's bots with what they earned, and adding one. */
import { Button, PasswordInput, SegmentedControl, TextInput, Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Asked } from '../api/client';
import { useAnswer, useCommand } from '../api/queries';
import { saveFields } from '../parts/csv';
import { isBotToken, useFaults } from '../parts/faults';
import { Form } from '../parts/form';
import { useFormat } from '../parts/format';
import { Icon } from '../parts/icons';
import { WholeInput } from '../parts/number';
import { Empty, Failed, Page, Panel, Shown, Tag } from '../parts/page';
import { say } from '../parts/toast';
import { useWords } from '../words';
import { FirstDay } from './first-day';
import { BotStatus } from './status';

const PAGE = 100;
const TYPING_MS = 200;

export default function BotsPage(): ReactNode {
  const { bots, common, csv } = useWords();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [archive, setArchive] = useState<'0' | '1'>('0');
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const isAdding = useSearch().includes('add=1');
  const [, go] = useLocation();
  const answer = useAnswer('/bots#list', {
    limit: PAGE,
    in_archive: archive === '1' ? 1 : 0,
    ...(wanted === '' ? {} : { search_query: wanted }),
  });
  const add = (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      onClick={() => {
        go('/bots?add=1');
      }}
    >
      {bots.add}
    </Button>
  );
  return (
    <Page title={bots.title} actions={add}>
      <div className="row">
        <div className="grow">
          <TextInput
            aria-label={bots.search}
            placeholder={bots.search}
            leftSection={<Icon name="search" size={16} />}
            value={search}
            onChange={({ currentTarget }) => {
              setSearch(currentTarget.value);
            }}
          />
        </div>
        <SegmentedControl
          aria-label={common.status}
          value={archive}
          data={[
            { value: '0', label: common.all },
            { value: '1', label: bots.statuses.archived },
          ]}
          onChange={(value) => {
            setArchive(value);
          }}
        />
      </div>
      <Shown of={answer}>
        {({ response }) => (
          <>
            {archive === '0' && wanted === '' && <FirstDay bots={response.bots} earned={0} />}
            {response.bots.length === 0 ? (
              <div className="panel">
                <Empty icon="bots" title={bots.empty} text={bots.emptyText}>
                  {add}
                </Empty>
              </div>
            ) : (
              <Panel
                isFlush
                title={common.of({ shown: response.bots.length, total: response.total })}
                actions={
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={common.csvAll}
                    onClick={() => {
                      const fields = ['bot_id', 'bot_name', 'bot_nickname', 'status', 'profit'] as const;
                      saveFields('bots', csv, fields, response.bots);
                    }}
                  >
                    {common.csv}
                  </Button>
                }
              >
                <table className="table cards">
                  <thead>
                    <tr>
                      <th scope="col">{common.name}</th>
                      <th scope="col">{common.status}</th>
                      <th scope="col" className="right">
                        {bots.earned}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {response.bots.map((bot) => (
                      <tr key={bot.bot_id}>
                        <td>
                          <Link href={`/bots/${String(bot.bot_id)}`} className="strong break">
                            {bot.bot_name}
                          </Link>
                          <div className="soft small">@{bot.bot_nickname}</div>
                        </td>
                        <td>{bot.is_on === 0 ? <Tag>{bots.off}</Tag> : <BotStatus bot={bot} />}</td>
                        <td className="right">{format.money(bot.profit)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Panel>
            )}
          </>
        )}
      </Shown>
      <AddBot
        isOpen={isAdding}
        close={() => {
          go('/bots');
        }}
      />
    </Page>
  );
}

function AddBot({ isOpen, close }: { isOpen: boolean; close: () => void }): ReactNode {
  const { bots, common, checks } = useWords();
  const [way, setWay] = useState<'token' | 'plain'>('token');
  const [token, setToken] = useState('');
  const [plain, setPlain] = useState({ bot_id: 0, bot_name: '', bot_nickname: '' });
  const add = useCommand('/bots#add', ['/bots', '/account']);
  const [, go] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const asked: Asked<'/bots#add'> = way === 'token' ? { bot_token: token.trim() } : plain;
  const { faults, rest, whenRight } = useFaults(form, add, asked, {
    bot_token: way === 'token' && !isBotToken(token.trim()) && checks.token,
    bot_id: way === 'plain' && plain.bot_id <= 0 && checks.required,
    bot_name: way === 'plain' && plain.bot_name.trim() === '' && checks.required,
    bot_nickname: way === 'plain' && plain.bot_nickname.trim() === '' && checks.required,
  });
  const send = (): void => {
    add.mutate(asked, {
      onSuccess: ({ result }) => {
        setToken('');
        say(bots.added);
        go(`/bots/${String(result.bot_id)}/code`);
      },
    });
  };
  return (
    <Modal opened={isOpen} onClose={close} title={bots.add} closeButtonProps={{ 'aria-label': common.close }}>
      <Form at={form} whenRight={whenRight} send={send}>
        <SegmentedControl
          aria-label={bots.add}
          value={way}
          data={[
            { value: 'token', label: bots.withToken },
            { value: 'plain', label: bots.withoutToken },
          ]}
          onChange={(value) => {
            setWay(value);
          }}
        />
        {way === 'token' ? (
          <PasswordInput
            label={bots.token}
            description={bots.tokenHint}
            value={token}
            error={faults.get('bot_token')}
            autoComplete="off"
            required
            data-autofocus
            onChange={({ currentTarget }) => {
              setToken(currentTarget.value);
            }}
          />
        ) : (
          <>
            <WholeInput
              label={bots.id}
              value={plain.bot_id}
              thousandSeparator=""
              error={faults.get('bot_id')}
              required
              onChange={(bot_id) => {
                setPlain({ ...plain, bot_id });
              }}
            />
            {(['bot_name', 'bot_nickname'] as const).map((name) => (
              <TextInput
                key={name}
                label={name === 'bot_name' ? bots.botName : bots.username}
                value={plain[name]}
                error={faults.get(name)}
                required
                onChange={({ currentTarget }) => {
                  setPlain({ ...plain, [name]: currentTarget.value });
                }}
              />
            ))}
          </>
        )}
        {rest !== null && <Failed error={rest} />}
        <Button type="submit" loading={add.isPending}>
          {bots.add}
        </Button>
      </Form>
    </Modal>
  );
}
