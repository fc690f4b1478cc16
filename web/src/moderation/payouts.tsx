/** What administrators do with money: withdrawals that wait, those that were decided, and anybody's wallet. */
import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answered } from '../api/client';
import { useAnswer, useReported } from '../api/queries';
import { useChoiceInAddress } from '../parts/address';
import { CopyButton } from '../parts/copy';
import { format } from '../parts/format';
import { Nothing, Page, Panel, Shown, Tag } from '../parts/page';
import { Pager } from '../parts/pager';
import { SaveFields } from '../parts/csv';
import { Sure } from '../parts/sure';
import { Tabs } from '../parts/tabs';
import { outcomesIn } from '../parts/toast';
import { common, csv, nav, payouts, wallet } from '../words';
import { Rails } from './rails';
import { Wallets } from './wallets';

type Withdrawal = Answered<'/payouts#list'>['result']['withdrawals'][number];
const states = ['waiting', 'paying', 'sending', 'paid', 'refused', 'cancelled'] as const;
const PAGE = 100;
const NOTE_MAX = 300;

export default function PayoutsPage({ tab, id }: { tab: string; id: number | null }): ReactNode {
  return (
    <Page title={nav.payouts}>
      <Tabs
        at="/payouts"
        wanted={tab}
        labels={{ withdrawals: wallet.withdrawals, wallets: payouts.wallets }}
        contents={{ withdrawals: <Withdrawals />, wallets: <Wallets accountId={id} /> }}
      />
    </Page>
  );
}

function Withdrawals(): ReactNode {
  const [state, setState] = useChoiceInAddress('state', states);
  const [offset, setOffset] = useState(0);
  const answer = useAnswer('/payouts#list', { state, limit: PAGE, offset });
  return (
    <div className="stack wide">
      <Rails />
      <div className="scroll">
        <SegmentedControl
          aria-label={common.status}
          value={state}
          data={states.map((value) => ({ value, label: wallet.states[value] }))}
          onChange={(next) => {
            setState(next);
            setOffset(0);
          }}
        />
      </div>
      <Shown of={answer}>
        {({ result }) =>
          offset === 0 && result.total === 0 ? (
            <Nothing icon="payouts" title={payouts.empty} />
          ) : (
            <div className="stack">
              <div className="row between">
                <span className="soft">
                  {common.of({
                    shown: Math.min(result.total, offset + result.withdrawals.length),
                    total: result.total,
                  })}
                </span>
                <SaveFields
                  name="payouts"
                  fields={['withdrawal_id', 'account_id', 'amount', 'state', 'asked_at', 'details', 'note']}
                  records={result.withdrawals}
                />
              </div>
              {result.withdrawals.map((withdrawal) => (
                <Payout key={withdrawal.withdrawal_id} withdrawal={withdrawal} />
              ))}
              <Pager offset={offset} size={PAGE} hasMore={offset + PAGE < result.total} turn={setOffset} />
            </div>
          )
        }
      </Shown>
    </div>
  );
}

function Payout({ withdrawal }: { withdrawal: Withdrawal }): ReactNode {
  const { withdrawal_id, amount } = withdrawal;
  const isOpen = withdrawal.state === 'waiting' || withdrawal.state === 'paying';
  const card = useAnswer('/payouts#card', { withdrawal_id }, { isOn: isOpen });
  const decided = outcomesIn(payouts.outcomes, ['decided']);
  const begin = useReported('/payouts#begin', ['/payouts'], decided);
  const takeBack = useReported('/payouts#take_back', ['/payouts'], decided);
  const pay = useReported('/payouts#pay', ['/payouts'], decided);
  const refuse = useReported('/payouts#refuse', ['/payouts'], decided);
  const send = useReported('/payouts#send', ['/payouts'], outcomesIn(payouts.sent, ['begun']));
  const known = card.data?.result;
  return (
    <Panel isStack>
      <div className="row between">
        <div>
          <span className="figure">{format.money(withdrawal.amount)}</span>{' '}
          <Tag tone={isOpen ? 'warn' : 'plain'}>{wallet.states[withdrawal.state]}</Tag>
          <div className="soft small">
            #{withdrawal_id} ·{' '}
            {known === undefined
              ? withdrawal.account_id
              : `${known.account.first_name} · ${String(withdrawal.account_id)}`}{' '}
            · {format.moment(withdrawal.asked_at)}
          </div>
        </div>
        {withdrawal.state === 'waiting' && (
          <div className="row">
            <Button
              size="xs"
              disabled={known?.is_early !== false}
              loading={begin.isPending}
              onClick={() => {
                // The amount that stands here: another one is refused.
                begin.mutate({ withdrawal_id, amount });
              }}
            >
              {payouts.begin({ amount: format.money(amount) })}
            </Button>
            {withdrawal.rail !== 'manual' && (
              <Button
                size="xs"
                disabled={known?.is_early !== false}
                loading={send.isPending}
                onClick={() => {
                  send.mutate({ withdrawal_id, amount });
                }}
              >
                {payouts.send({ amount: format.money(amount), rail: wallet.rails[withdrawal.rail] })}
              </Button>
            )}
            <Sure
              label={payouts.refuse}
              reason={{ label: payouts.refuseNote, max: NOTE_MAX }}
              then={(note) => refuse.mutateAsync({ withdrawal_id, note })}
            />
          </div>
        )}
      </div>
      {(withdrawal.state === 'paying' || withdrawal.state === 'sending') && (
        <div className="row between">
          <span className="soft small">{payouts[withdrawal.state]}</span>
          <div className="row">
            <Sure
              label={payouts.pay}
              variant="filled"
              isDangerous={false}
              reason={{ label: payouts.payNote, max: NOTE_MAX, isOptional: true }}
              then={(note) => pay.mutateAsync({ withdrawal_id, amount, note })}
            />
            <Sure
              label={payouts.takeBack}
              reason={{ label: payouts.refuseNote, max: NOTE_MAX }}
              then={(note) => takeBack.mutateAsync({ withdrawal_id, note })}
            />
          </div>
        </div>
      )}
      <dl className="pairs">
        <dt>{wallet.details}</dt>
        <dd>
          {withdrawal.details} <CopyButton text={withdrawal.details} />
        </dd>
        {known !== undefined && (
          <>
            <dt>{payouts.earned}</dt>
            <dd>{format.money(known.earned)}</dd>
            <dt>{wallet.available}</dt>
            <dd>{format.money(known.balance)}</dd>
          </>
        )}
        {known?.is_early === true && (
          <>
            <dt>{payouts.early}</dt>
            <dd>{format.moment(withdrawal.payable_at)}</dd>
          </>
        )}
        {withdrawal.note !== '' && (
          <>
            <dt>{csv.note}</dt>
            <dd>{withdrawal.note}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}
