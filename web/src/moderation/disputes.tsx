/** Why a join was or was not paid for: of a user and an order, or of what a bot showed the user. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answered } from '../api/client';
import { useAnswer } from '../api/queries';
import { Segments } from '../parts/choice';
import { PlainForm } from '../parts/form';
import { format } from '../parts/format';
import { Nothing, Panel, Shown, Tag, type Tone } from '../parts/page';
import { common, csv, moderation, nearest } from '../words';
import { IdInput } from './suspicion';

type Dispute = Answered<'/moderation#dispute'>['result']['disputes'][number];
type Line = Dispute['lines'][number];
type Asked = { user_id: number } & ({ order_id: number } | { bot_id: number });

const tones: Readonly<Record<Dispute['verdict'], Tone>> = {
  paid: 'good',
  taken_back: 'warn',
  unpaid: 'bad',
  not_shown: 'plain',
  not_joined: 'plain',
  waits: 'warn',
  other_order: 'plain',
  due: 'accent',
};

export function Disputes(): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <div className="stack">
      <Ask ask={setAsked} />
      {asked !== null && <Answer asked={asked} key={JSON.stringify(asked)} />}
    </div>
  );
}

function Ask({ ask }: { ask: (asked: Asked) => void }): ReactNode {
  const [userId, setUserId] = useState('');
  const [of, setOf] = useState<'order' | 'bot'>('order');
  const [id, setId] = useState('');
  const label = of === 'order' ? csv.order_id : csv.bot_id;
  return (
    <PlainForm
      send={() => {
        const about = of === 'order' ? { order_id: Number(id) } : { bot_id: Number(id) };
        ask({ user_id: Number(userId), ...about });
      }}
    >
      <div className="row">
        <IdInput label={moderation.userId} title={moderation.userId} value={userId} change={setUserId} />
        <IdInput label={label} title={label} value={id} change={setId} />
      </div>
      <div className="row">
        <Segments
          label={common.what}
          value={of}
          labels={{ order: moderation.ofOrder, bot: moderation.ofBot }}
          onChange={setOf}
        />
        <Button type="submit">{common.find}</Button>
      </div>
    </PlainForm>
  );
}

function Answer({ asked }: { asked: Asked }): ReactNode {
  const answer = useAnswer('/moderation#dispute', asked);
  return (
    <Shown of={answer} lines={6}>
      {({ result: { disputes } }) =>
        disputes.length === 0 ? (
          <Nothing title={moderation.disputeEmpty} />
        ) : (
          <div className="stack">
            {disputes.map((dispute) => (
              <Story key={`${String(dispute.order_id)} ${dispute.target}`} dispute={dispute} />
            ))}
          </div>
        )
      }
    </Shown>
  );
}

function Story({ dispute }: { dispute: Dispute }): ReactNode {
  const { verdict, bot_ids, other_order_id } = dispute;
  const whose = [
    ...bot_ids.map((botId) => `${moderation.ofBot} ${String(botId)}`),
    ...(other_order_id === null ? [] : [`#${String(other_order_id)}`]),
  ].join(' · ');
  return (
    <Panel isStack title={`#${String(dispute.order_id)} ${dispute.order_name}`}>
      <div className="row">
        <Tag tone={tones[verdict]}>{moderation.verdicts[verdict]}</Tag>
        <span className="break">{nearest(dispute.words)}</span>
        {whose !== '' && <span className="soft small">{whose}</span>}
      </div>
      <div className="soft small break">{dispute.target}</div>
      <table className="table cards">
        <tbody>
          {dispute.lines.map((line, index) => (
            <Row key={`${String(index)} ${line.event}`} line={line} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Row({ line }: { line: Line }): ReactNode {
  const events: Readonly<Record<string, string>> = moderation.disputeEvents;
  const about = [
    line.order_id === null ? '' : `#${String(line.order_id)}`,
    line.bot_id === null ? '' : `${moderation.ofBot} ${String(line.bot_id)}`,
    line.price === null ? '' : format.price(line.price),
    line.detail,
  ].filter((part) => part !== '');
  return (
    <tr>
      <td className="soft nowrap">{line.at === null ? '' : format.moment(line.at)}</td>
      <td className="break">
        <span className="strong">{events[line.event] ?? line.event}</span>{' '}
        <span className="soft">{about.join(' · ')}</span>
        {line.postings.map(({ account, owner_id, amount }) => (
          <div className="small" key={`${account} ${String(owner_id)}`}>
            {account} {owner_id === 0 ? '' : owner_id}: {format.money(amount)}
          </div>
        ))}
      </td>
    </tr>
  );
}
