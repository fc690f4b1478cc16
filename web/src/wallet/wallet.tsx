/** The wallet: what is there, what is held and why, how it came and goes, and taking it out. */
import { Button, Group, Select, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { Answered } from '../api/client';
import { usePages } from '../api/pages';
import { renew, useAnswer, useCommand, useReported } from '../api/queries';
import { useChoiceInAddress } from '../parts/address';
import { Segments } from '../parts/choice';
import { fieldsOf, Form, useFaults } from '../parts/form';
import { format } from '../parts/format';
import { More } from '../parts/pager';
import { MoneyInput } from '../parts/number';
import { Empty, Failed, Figure, Notice, Page, Panel, Shown, Small, Tag, type Tone } from '../parts/page';
import { Sure } from '../parts/sure';
import { Table } from '../parts/table';
import { openInMessenger } from '../session/messenger';
import { useProfile } from '../session/profile';
import { checks, common, nav, wallet } from '../words';
import { Days } from './days';
import { TopUp, useRails } from './top-up';

const PAGE = 50;
type Withdrawals = Answered<'/wallet#withdrawals'>;

export default function WalletPage(): ReactNode {
  const { service } = useProfile();
  const answer = useWallet();
  const [list, setList] = useChoiceInAddress('list', ['history', 'withdrawals']);
  const rails = useRails();
  const [rail, setRail] = useState<(typeof rails)[number] | null>(null);
  const topUp = (
    <Group>
      {rails.map((each) => (
        <Button key={each} onClick={() => setRail(each)}>
          {wallet.topUpBy({ rail: wallet.rails[each] })}
        </Button>
      ))}
      {(service.takes_stars === 1 || rails.length === 0) && (
        <Button
          variant="default"
          onClick={() => openInMessenger(service, `${service.operator_bot}?start=deposit`)}
        >
          {rails.length === 0 ? wallet.topUp : wallet.topUpStars}
        </Button>
      )}
    </Group>
  );
  const result = answer.data?.result;
  // Nothing below them moves when they are known.
  const money = (amount: number | undefined): string => (amount === undefined ? '—' : format.money(amount));
  return (
    <Page title={nav.wallet} actions={topUp}>
      {answer.error !== null && result === undefined ? (
        <Failed error={answer.error} again={answer.refetch} />
      ) : (
        <div className="cols tiles">
          <Figure title={wallet.available} value={money(result?.balance)} />
          <Figure title={wallet.held} value={money(result?.held)} />
          <Figure title={wallet.reserved} value={money(result?.reserved)} />
        </div>
      )}
      {rail !== null && <TopUp rail={rail} onClose={() => setRail(null)} />}
      <div className="cols pair">
        <Withdraw />
        <Held />
      </div>
      <div>
        <Segments
          label={nav.wallet}
          value={list}
          labels={{ history: wallet.history, withdrawals: wallet.withdrawals }}
          onChange={setList}
        />
      </div>
      {list === 'history' ? <Days /> : <Own />}
    </Page>
  );
}

/** The wallet as it is now. The side bar shows the profile, which is asked for again where it is of before. */
function useWallet() {
  const { balance } = useProfile();
  const answer = useAnswer('/wallet#info', {});
  const { data } = answer;
  useEffect(() => {
    if (data !== undefined && data.result.balance !== balance) void renew(['/account#info']);
  }, [data]);
  return answer;
}

function Withdraw(): ReactNode {
  const profile = useProfile();
  const least = profile.service.withdrawal_min;
  // As new as the page: the profile's may be of before.
  const balance = useAnswer('/wallet#info', {}).data?.result.balance ?? profile.balance;
  // A charge may come while somebody types: what they typed stays.
  const [isBegun, setBegun] = useState(false);
  if (balance >= least || isBegun) return <WithdrawForm balance={balance} begun={setBegun} />;
  return <Panel title={wallet.withdraw}>{wallet.tooLittle({ min: format.money(least) })}</Panel>;
}

/** @param props.begun hears whether something is typed that was not sent */
function WithdrawForm(props: { balance: number; begun: (isBegun: boolean) => void }): ReactNode {
  const { balance, begun } = props;
  const { service } = useProfile();
  const least = format.money(service.withdrawal_min);
  const hours = service.withdrawal_hours;
  const tooLittle = balance < service.withdrawal_min && wallet.tooLittle({ min: least });
  const [typed, setTyped] = useState({ amount: 0, details: '' });
  const { amount, details } = typed;
  const ask = useCommand('/wallet#withdraw', ['/wallet']);
  const [how, setHow] = useState<'manual' | (typeof service.payout_rails)[number]>('manual');
  const isByHand = how === 'manual';
  const asked = isByHand ? { amount, details } : { amount, rail: how };
  const { faults, form } = useFaults(ask, asked, {
    amount:
      tooLittle ||
      (amount < service.withdrawal_min && checks.least({ least })) ||
      (amount > balance && checks.most({ most: format.money(balance) })),
    details: isByHand && details.trim() === '' && checks.required,
  });
  const { of, text } = fieldsOf(typed, faults, (patch) => {
    const next = { ...typed, ...patch };
    setTyped(next);
    begun(next.amount > 0 || next.details !== '');
  });
  return (
    <Panel title={wallet.withdraw}>
      <div role="status">
        {ask.isSuccess && (
          <Notice>
            <p className="strong">{wallet.confirmInChat}</p>
            <p>{wallet.confirmInChatText({ bot: service.operator_bot })}</p>
            <div className="row">
              <Button size="xs" onClick={() => openInMessenger(service, service.operator_bot)}>
                @{service.operator_bot}
              </Button>
              <Small
                onClick={() => {
                  setTyped({ ...typed, amount: 0 });
                  begun(false);
                  ask.reset();
                }}
              >
                OK
              </Small>
            </div>
          </Notice>
        )}
      </div>
      {!ask.isSuccess && (
        <Form of={form} submit={wallet.withdraw} send={() => ask.mutate(asked)}>
          <MoneyInput
            label={common.amount}
            description={[wallet.least({ amount: least }), hours > 0 && wallet.paidAfter({ hours })]
              .filter(Boolean)
              .join(' · ')}
            max={balance}
            decimalScale={2}
            required
            {...of('amount')}
            error={tooLittle || faults.get('amount')}
          />
          {service.payout_rails.length > 0 && (
            <Select
              label={wallet.how}
              value={how}
              data={[
                { value: 'manual', label: wallet.byHand },
                ...service.payout_rails.map((value) => ({
                  value,
                  label: wallet.toOwn({ rail: wallet.rails[value] }),
                })),
              ]}
              onChange={(value) => setHow(service.payout_rails.find((each) => each === value) ?? 'manual')}
            />
          )}
          {isByHand && (
            <Textarea
              label={wallet.details}
              description={wallet.detailsHint}
              maxLength={service.withdrawal_details_max}
              autosize
              minRows={2}
              required
              {...text('details')}
            />
          )}
        </Form>
      )}
    </Panel>
  );
}

function Held(): ReactNode {
  const answer = useAnswer('/wallet#info', {});
  const held = answer.data?.result;
  if (held === undefined || held.held === 0) return null;
  return (
    <Panel isStack title={wallet.whyHeld}>
      {held.is_trusted === 0 && <p>{wallet.holdNew({ hours: held.hold_hours })}</p>}
      {held.is_trusted === 1 && held.hold_hours > 0 && <p>{wallet.holdTime({ hours: held.hold_hours })}</p>}
      {held.holds_by_quality === 1 && <p>{wallet.holdQuality}</p>}
      {held.held_bots.map((bot) => (
        <div className="row between" key={bot.bot_id}>
          <span>{wallet.holdBot({ bot: bot.bot_nickname, count: bot.subscribers })}</span>
          <span className="nowrap">{format.money(bot.amount)}</span>
        </div>
      ))}
    </Panel>
  );
}

const tones: Readonly<Record<Withdrawals['result']['withdrawals'][number]['state'], Tone>> = {
  sending: 'warn',
  waiting: 'warn',
  paying: 'warn',
  paid: 'good',
  refused: 'bad',
  cancelled: 'plain',
};

function Own(): ReactNode {
  const cancel = useReported('/wallet#cancel_withdrawal', ['/wallet', '/account']);
  const pages = usePages('/wallet#withdrawals', { limit: PAGE }, ({ result }) => {
    const last = result.withdrawals.at(-1);
    return last === undefined || result.withdrawals.length < PAGE ? null : { before: last.withdrawal_id };
  });
  if (pages.data === undefined) return <Shown of={pages}>{() => null}</Shown>;
  const found = pages.data.flatMap(({ result }) => result.withdrawals);
  if (found.length === 0) return <Empty icon="payouts" title={wallet.noWithdrawals} />;
  return (
    <Panel isFlush>
      <Table
        rows={found}
        keyOf={({ withdrawal_id }) => withdrawal_id}
        columns={[
          {
            title: common.when,
            className: 'soft nowrap',
            cell: ({ asked_at }) => format.moment(asked_at),
          },
          {
            title: common.status,
            cell: ({ state, payable_at, decided_at, note }) => (
              <>
                <Tag tone={tones[state]}>{wallet.states[state]}</Tag>
                {state === 'waiting' && (
                  <div className="soft small">
                    {wallet.payableAt} {format.moment(payable_at)}
                  </div>
                )}
                {decided_at !== null && <div className="soft small">{format.moment(decided_at)}</div>}
                <div className="soft small break">{note}</div>
              </>
            ),
          },
          { title: wallet.details, className: 'break', cell: ({ details }) => details },
          {
            title: common.amount,
            isNumber: true,
            className: 'nowrap strong',
            cell: ({ amount }) => format.money(amount),
          },
          {
            title: common.actions,
            cell: ({ state, amount, withdrawal_id }) => (
              <>
                {state === 'sending' && <Check withdrawalId={withdrawal_id} />}
                {state === 'waiting' && (
                  <Sure
                    size="compact-xs"
                    label={wallet.takeBack}
                    question={`${wallet.takeBack}: ${format.money(amount)}?`}
                    isDangerous={false}
                    then={() => cancel.mutate({ withdrawal_id })}
                  />
                )}
              </>
            ),
          },
        ]}
      />
      <More pages={pages} />
    </Panel>
  );
}

/** Where a payment rail pays by a check, its person takes it. */
function Check({ withdrawalId }: { withdrawalId: number }): ReactNode {
  const url = useAnswer('/wallet#withdrawal_check', { withdrawal_id: withdrawalId }).data?.result.url;
  if (url == null) return null;
  return (
    <Button component="a" href={url} target="_blank" rel="noopener noreferrer" size="compact-xs">
      {wallet.takeCheck}
    </Button>
  );
}
