/** A publisher's bots with what they earned, and adding one. */
import { Button, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Asked } from '../api/client';
import { useAnswer, useCommand } from '../api/queries';
import { useChoiceInAddress } from '../parts/address';
import { Segments } from '../parts/choice';
import { Dialog } from '../parts/dialog';
import { fieldsOf, Form, useFaults } from '../parts/form';
import { format } from '../parts/format';
import { Icon } from '../parts/icons';
import { WholeInput } from '../parts/number';
import { Nothing, Page, Panel, Shown, Tag } from '../parts/page';
import { Pager } from '../parts/pager';
import { SaveFields } from '../parts/csv';
import { useSearchField } from '../parts/search';
import { Table } from '../parts/table';
import { bots, checks, common, csv, nav, orders } from '../words';
import { FirstDay } from './first-day';
import { BotStatus } from './status';
import { isBotToken, TokenField } from './token';

const PAGE = 100;

export default function BotsPage(): ReactNode {
  const { wanted, field } = useSearchField(bots.search);
  const [archive, setArchive] = useChoiceInAddress('in_archive', ['0', '1']);
  const isAdding = useSearch().includes('add=1');
  const [, go] = useLocation();
  const isFiltered = archive === '1' || wanted.search_query !== undefined;
  const asked: Asked<'/bots#list'> = { in_archive: archive === '1' ? 1 : 0, ...wanted };
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => go('/bots?add=1')}>
      {bots.add}
    </Button>
  );
  return (
    <Page title={nav.bots} actions={add}>
      <div className="row">
        <div className="grow">{field}</div>
        <Segments
          label={common.status}
          value={archive}
          labels={{ 0: common.all, 1: bots.statuses.archived }}
          onChange={setArchive}
        />
      </div>
      <Found key={JSON.stringify(asked)} asked={asked} isFiltered={isFiltered} add={add} />
      <AddBot isOpen={isAdding} close={() => go('/bots')} />
    </Page>
  );
}

/** A page of those that are asked for. @param props.isFiltered not all of them are */
function Found(props: { asked: Asked<'/bots#list'>; isFiltered: boolean; add: ReactNode }): ReactNode {
  const { asked, isFiltered, add } = props;
  const [offset, setOffset] = useState(0);
  const answer = useAnswer('/bots#list', { limit: PAGE, offset, ...asked });
  return (
    <Shown of={answer}>
      {({ response }) => (
        <>
          {!isFiltered && offset === 0 && <FirstDay bots={response.bots} earned={0} />}
          {response.bots.length === 0 ? (
            <Nothing
              icon="bots"
              title={isFiltered ? orders.notFound : bots.empty}
              {...(isFiltered ? {} : { text: bots.emptyText })}
            >
              {!isFiltered && add}
            </Nothing>
          ) : (
            <Panel
              isFlush
              title={common.of({ shown: offset + response.bots.length, total: response.total })}
              actions={
                <SaveFields
                  name="bots"
                  fields={['bot_id', 'bot_name', 'bot_nickname', 'status', 'profit']}
                  records={response.bots}
                />
              }
            >
              <Table
                rows={response.bots}
                keyOf={({ bot_id }) => bot_id}
                columns={[
                  {
                    title: common.name,
                    cell: (bot) => (
                      <>
                        <Link href={`/bots/${String(bot.bot_id)}`} className="strong break">
                          {bot.bot_name}
                        </Link>
                        <div className="soft small">@{bot.bot_nickname}</div>
                      </>
                    ),
                  },
                  {
                    title: common.status,
                    cell: (bot) => (bot.is_on === 0 ? <Tag>{bots.off}</Tag> : <BotStatus bot={bot} />),
                  },
                  { title: csv.profit, isNumber: true, cell: ({ profit }) => format.money(profit) },
                ]}
              />
              <Pager offset={offset} size={PAGE} hasMore={offset + PAGE < response.total} turn={setOffset} />
            </Panel>
          )}
        </>
      )}
    </Shown>
  );
}

function AddBot({ isOpen, close }: { isOpen: boolean; close: () => void }): ReactNode {
  const [way, setWay] = useState<'token' | 'plain'>('token');
  const [token, setToken] = useInputState('');
  const [plain, setPlain] = useState({ bot_id: 0, bot_name: '', bot_nickname: '' });
  const add = useCommand('/bots#add', ['/bots', '/account'], bots.added);
  const [, go] = useLocation();
  const asked: Asked<'/bots#add'> = way === 'token' ? { bot_token: token.trim() } : plain;
  const { faults, form } = useFaults(add, asked, {
    bot_token: way === 'token' && !isBotToken(token.trim()) && checks.token,
    bot_id: way === 'plain' && plain.bot_id <= 0 && checks.required,
    bot_name: way === 'plain' && plain.bot_name.trim() === '' && checks.required,
    bot_nickname: way === 'plain' && plain.bot_nickname.trim() === '' && checks.required,
  });
  const { of, text } = fieldsOf(plain, faults, (patch) => setPlain({ ...plain, ...patch }));
  const send = (): void => {
    add.mutate(asked, {
      onSuccess: ({ result }) => {
        setToken('');
        go(`/bots/${String(result.bot_id)}/code`);
      },
    });
  };
  return (
    <Dialog isOpen={isOpen} close={close} title={bots.add}>
      <Form of={form} send={send} submit={bots.add}>
        <Segments
          label={bots.add}
          value={way}
          labels={{ token: bots.withToken, plain: bots.withoutToken }}
          onChange={setWay}
        />
        {way === 'token' ? (
          <TokenField value={token} error={faults.get('bot_token')} isFirst onChange={setToken} />
        ) : (
          <>
            <WholeInput label={csv.bot_id} thousandSeparator="" required {...of('bot_id')} />
            <TextInput label={common.name} required {...text('bot_name')} />
            <TextInput label={csv.username} required {...text('bot_nickname')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
