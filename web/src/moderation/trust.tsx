/** Bots and new publishers that wait for a word, with what they hold; and users under suspicion. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answered } from '../api/client';
import { orRenew, useAnswer, useCommand } from '../api/queries';
import { useChoiceInAddress } from '../parts/address';
import { Segments } from '../parts/choice';
import { format } from '../parts/format';
import { Nothing, Panel, Shown, Small, Tag } from '../parts/page';
import { Pager } from '../parts/pager';
import { Sure } from '../parts/sure';
import { Table } from '../parts/table';
import { bots, common, csv, figures, moderation, nav, wallet } from '../words';
import { Suspicion } from './suspicion';

const PAGE = 50;

type Trusted = Answered<'/trust#bot'>['result']['trust'];

export function Trust(): ReactNode {
  const [who, setWho] = useChoiceInAddress('who', ['bots', 'publishers', 'users']);
  return (
    <div className="stack wide">
      <div>
        <Segments
          label={moderation.trust}
          value={who}
          labels={{ bots: nav.bots, publishers: moderation.trustPublishers, users: moderation.trustUsers }}
          onChange={setWho}
        />
      </div>
      {who === 'bots' && <Bots />}
      {who === 'publishers' && <Publishers />}
      {who === 'users' && <Suspicion />}
    </div>
  );
}

function Bots(): ReactNode {
  const [offset, setOffset] = useState(0);
  const answer = useAnswer('/trust#bots', { limit: PAGE, offset });
  return (
    <Shown of={answer}>
      {({ result }) =>
        offset === 0 && result.total === 0 ? (
          <Nothing icon="bots" title={moderation.noBots} />
        ) : (
          <div className="stack">
            {result.bots.map((bot) => (
              <WaitingBot key={bot.bot_id} botId={bot.bot_id} />
            ))}
            <Pager offset={offset} size={PAGE} hasMore={offset + PAGE < result.total} turn={setOffset} />
          </div>
        )
      }
    </Shown>
  );
}

function WaitingBot({ botId }: { botId: number }): ReactNode {
  const answer = useAnswer('/trust#bot', { bot_id: botId });
  const decide = useCommand('/trust#decide_bot', ['/trust'], undefined, orRenew('/trust'));
  const say = (is_trusted: 0 | 1, seen: Trusted): void => decide.mutate({ bot_id: botId, is_trusted, seen });
  return (
    <Panel>
      <Shown of={answer} lines={3}>
        {({ result: bot }) => (
          <div className="stack">
            <div className="row between">
              <div>
                <span className="strong break">{bot.bot_name}</span>{' '}
                <span className="soft">@{bot.bot_nickname}</span>{' '}
                <Tag tone={bot.has_token === 1 ? 'good' : 'warn'}>
                  {bot.has_token === 1 ? bots.withToken : bots.withoutToken}
                </Tag>
                <div className="soft small">
                  {moderation.owner}: {bot.owner.first_name} · {bot.owner.account_id}
                </div>
              </div>
              <div className="row">
                <Button size="xs" loading={decide.isPending} onClick={() => say(1, bot.trust)}>
                  {moderation.trustIt}
                </Button>
                <Sure
                  label={moderation.refuseIt}
                  question={moderation.refuseSure({
                    name: bot.bot_name,
                    amount: format.money(bot.returnable),
                    subscribers: format.whole(bot.returnable_subscribers),
                  })}
                  then={() => say(0, bot.trust)}
                />
              </div>
            </div>
            <div className="row">
              <Tag>
                {wallet.held}: {format.money(bot.held)} · {format.whole(bot.held_subscribers)}
              </Tag>
              <Tag>
                {moderation.contacts}: {format.whole(bot.contacts.yes)} / {format.whole(bot.contacts.no)}
              </Tag>
              <Tag>
                {moderation.paidJoins}: {format.whole(bot.paid_joins)}
              </Tag>
              <Tag tone={bot.taken_over * 2 > bot.paid_joins ? 'warn' : 'plain'}>
                {moderation.takenOver}: {format.whole(bot.taken_over)}
              </Tag>
            </div>
            {bot.unpaid.map(({ reason, joins }) => (
              <div className="soft small" key={reason}>
                {figures.reasons[reason]}: {format.whole(joins)}
              </div>
            ))}
          </div>
        )}
      </Shown>
    </Panel>
  );
}

function Publishers(): ReactNode {
  const [offset, setOffset] = useState(0);
  const answer = useAnswer('/trust#publishers', { limit: PAGE, offset });
  const decide = useCommand('/trust#decide_publisher', ['/trust'], undefined, orRenew('/trust'));
  const refuse = useCommand('/trust#refuse_publisher', ['/trust'], undefined, orRenew('/trust'));
  return (
    <Shown of={answer}>
      {({ result }) =>
        offset === 0 && result.total === 0 ? (
          <Nothing icon="account" title={moderation.noPublishers} />
        ) : (
          <Panel isFlush>
            <Table
              rows={result.publishers}
              keyOf={({ account_id }) => account_id}
              columns={[
                {
                  title: csv.first_name,
                  className: 'break',
                  cell: ({ first_name, account_id }) => (
                    <>
                      {first_name} <span className="soft">{account_id}</span>
                    </>
                  ),
                },
                { title: wallet.held, isNumber: true, cell: ({ held }) => format.money(held) },
                {
                  title: common.actions,
                  className: 'row',
                  cell: ({ account_id, trust: seen }) => (
                    <>
                      <Small onClick={() => decide.mutate({ account_id, is_trusted: 1, seen })}>
                        {moderation.trustIt}
                      </Small>
                      <Sure
                        label={moderation.refuseIt}
                        question={<Returned accountId={account_id} />}
                        then={() => refuse.mutate({ account_id, seen })}
                      />
                    </>
                  ),
                },
              ]}
            />
            <Pager offset={offset} size={PAGE} hasMore={offset + PAGE < result.total} turn={setOffset} />
          </Panel>
        )
      }
    </Shown>
  );
}

/** What goes back to the advertisers. */
function Returned({ accountId }: { accountId: number }): ReactNode {
  const answer = useAnswer('/trust#publisher', { account_id: accountId });
  return (
    <Shown of={answer} lines={2}>
      {({ result }) =>
        moderation.refuseAllSure({
          name: result.first_name,
          bots: format.whole(result.bots),
          amount: format.money(result.returnable),
          subscribers: format.whole(result.returnable_subscribers),
        })
      }
    </Shown>
  );
}
