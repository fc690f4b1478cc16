/** What administrators do with money: withdrawals that wait, those that were decided, and anybody's wallet. */
import { Button, Modal, SegmentedControl, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answered } from '../api/client';
import { useAnswer, useCommand } from '../api/queries';
import { saveFields } from '../parts/csv';
import { CopyButton } from '../parts/copy';
import { useFormat } from '../parts/format';
import { Empty, Page, Panel, sayRefusal, Shown, Tag } from '../parts/page';
import { Tabs } from '../parts/tabs';
import { say } from '../parts/toast';
import { useWords } from '../words';
import { Rails } from './rails';
import { Wallets } from './wallets';

type Decision = 'pay' | 'takeBack' | 'refuse';
type Withdrawal = Answered<'/payouts#list'>['result']['withdrawals'][number];
const states = ['waiting', 'paying', 'sending', 'paid', 'refused', 'cancelled'] as const;
const PAGE = 100;
const NOTE_MAX = 300;

const tabs = ['withdrawals', 'wallets'] as const;

export default function PayoutsPage({ tab, id }: { tab: string; id: number | null }): ReactNode {
  const { payouts, wallet } = useWords();
  const shown = tabs.find((each) => each === tab) ?? 'withdrawals';
  return (
    <Page title={payouts.title}>
      <Tabs
        at="/payouts"
        tabs={[
          { tab: 'withdrawals', label: wallet.withdrawals },
          { tab: 'wallets', label: payouts.wallets },
        ]}
        shown={shown}
      >
        {shown === 'wallets' ? <Wallets accountId={id} /> : <Withdrawals />}
      </Tabs>
    </Page>
  );
}

function Withdrawals(): ReactNode {
  const { payouts, wallet, common, csv } = useWords();
  const [state, setState] = useState<(typeof states)[number]>('waiting');
  const answer = useAnswer('/payouts#list', { state, limit: PAGE });
  return (
    <div className="stack wide">
      <Rails />
      <div className="scroll">
        <SegmentedControl
          aria-label={common.status}
          value={state}
          data={states.map((value) => ({ value, label: wallet.states[value] }))}
          onChange={(value) => {
            setState(value);
          }}
        />
      </div>
      <Shown of={answer}>
        {({ result }) =>
          result.withdrawals.length === 0 ? (
            <div className="panel">
              <Empty icon="payouts" title={payouts.empty} />
            </div>
          ) : (
            <div className="stack">
              <div className="row between">
                <span className="soft">
                  {common.of({ shown: result.withdrawals.length, total: result.total })}
                </span>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={common.csvAll}
                  onClick={() => {
                    const fields = [
                      'withdrawal_id',
                      'account_id',
                      'amount',
                      'state',
                      'asked_at',
                      'details',
                      'note',
                    ] as const;
                    saveFields('payouts', csv, fields, result.withdrawals);
                  }}
                >
                  {common.csv}
                </Button>
              </div>
              {result.withdrawals.map((withdrawal) => (
                <Payout key={withdrawal.withdrawal_id} withdrawal={withdrawal} />
              ))}
            </div>
          )
        }
      </Shown>
    </div>
  );
}

function Payout({ withdrawal }: { withdrawal: Withdrawal }): ReactNode {
  const { payouts, wallet, failure } = useWords();
  const format = useFormat();
  const { withdrawal_id, amount } = withdrawal;
  const isOpen = withdrawal.state === 'waiting' || withdrawal.state === 'paying';
  const card = useAnswer('/payouts#card', { withdrawal_id }, { isOn: isOpen });
  const [decision, setDecision] = useState<Decision | null>(null);
  const begin = useCommand('/payouts#begin', ['/payouts']);
  const takeBack = useCommand('/payouts#take_back', ['/payouts']);
  const pay = useCommand('/payouts#pay', ['/payouts']);
  const refuse = useCommand('/payouts#refuse', ['/payouts']);
  const send = useCommand('/payouts#send', ['/payouts']);
  const reporting = {
    onSuccess: ({ result }: { result: { outcome: keyof typeof payouts.outcomes } }) => {
      say(payouts.outcomes[result.outcome], result.outcome !== 'decided');
    },
    onError: (error: unknown) => {
      say(sayRefusal(error, failure), true);
    },
  };
  const known = card.data?.result;
  return (
    <Panel>
      <div className="stack">
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
                  begin.mutate({ withdrawal_id, amount }, reporting);
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
                    send.mutate(
                      { withdrawal_id, amount },
                      {
                        onSuccess: ({ result }) => {
                          say(payouts.sent[result.outcome], result.outcome !== 'begun');
                        },
                        onError: reporting.onError,
                      },
                    );
                  }}
                >
                  {payouts.send({ amount: format.money(amount), rail: wallet.rails[withdrawal.rail] })}
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  setDecision('refuse');
                }}
              >
                {payouts.refuse}
              </Button>
            </div>
          )}
        </div>
        {(withdrawal.state === 'paying' || withdrawal.state === 'sending') && (
          <div className="row between">
            <span className="soft small">{payouts[withdrawal.state]}</span>
            <div className="row">
              <Button
                size="xs"
                onClick={() => {
                  setDecision('pay');
                }}
              >
                {payouts.pay}
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  setDecision('takeBack');
                }}
              >
                {payouts.takeBack}
              </Button>
            </div>
          </div>
        )}
        <dl className="pairs">
          <dt>{payouts.to}</dt>
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
              <dt>{wallet.title}</dt>
              <dd>{withdrawal.note}</dd>
            </>
          )}
        </dl>
      </div>
      <Decide
        decision={decision}
        close={() => {
          setDecision(null);
        }}
        decide={(note) => {
          if (decision === 'pay') pay.mutate({ withdrawal_id, amount, note }, reporting);
          if (decision === 'takeBack') takeBack.mutate({ withdrawal_id, note }, reporting);
          if (decision === 'refuse') refuse.mutate({ withdrawal_id, note }, reporting);
          setDecision(null);
        }}
      />
    </Panel>
  );
}

function Decide(props: {
  decision: Decision | null;
  close: () => void;
  decide: (note: string) => void;
}): ReactNode {
  const { decision, close, decide } = props;
  const { payouts, common } = useWords();
  const [note, setNote] = useState('');
  const isPayment = decision === 'pay';
  const label = payouts[decision ?? 'pay'];
  return (
    <Modal
      opened={decision !== null}
      onClose={close}
      title={label}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          decide(note);
          setNote('');
        }}
      >
        <Textarea
          label={isPayment ? payouts.payNote : payouts.refuseNote}
          value={note}
          maxLength={NOTE_MAX}
          required={!isPayment}
          autosize
          minRows={2}
          data-autofocus
          onChange={({ currentTarget }) => {
            setNote(currentTarget.value);
          }}
        />
        <Button type="submit" {...(isPayment ? {} : { color: 'red.9' })}>
          {label}
        </Button>
      </form>
    </Modal>
  );
}
