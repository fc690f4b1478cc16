/** The link by which a person brings others, on which terms, and what it has brought. */
import { type ReactNode, useState } from 'react';
import type { Answered } from '../api/client';
import { useAnswer } from '../api/queries';
import { CopyButton } from '../parts/copy';
import { format } from '../parts/format';
import { Empty, Figure, Notice, Page, Panel, Shown, Tag, type Tone } from '../parts/page';
import { Pager } from '../parts/pager';
import { Table } from '../parts/table';
import { common, referrals } from '../words';

const PAGE = 25;
type Referrals = Answered<'/account#referrals'>['result'];

export default function ReferralsPage(): ReactNode {
  const [offset, setOffset] = useState(0);
  const answer = useAnswer('/account#referrals', { offset, limit: PAGE });
  return (
    <Page title={referrals.title}>
      <Shown of={answer} lines={6}>
        {({ result }) => (
          <div className="stack wide">
            <Terms {...result} />
            <div className="cols tiles">
              <Figure title={referrals.brought} value={format.whole(result.total)} />
              <Figure title={referrals.earned} value={format.money(result.earned)} />
            </div>
            <Brought {...result} />
            <Pager offset={offset} size={PAGE} hasMore={offset + PAGE < result.total} turn={setOffset} />
          </div>
        )}
      </Shown>
    </Page>
  );
}

function Terms({ is_on, takes_fee, percent, months, chat_link, web_link }: Referrals): ReactNode {
  if (is_on === 0) return <Notice>{referrals.off}</Notice>;
  const links = [
    { name: referrals.chatLink, link: chat_link },
    { name: referrals.webLink, link: web_link },
  ].filter(({ link }) => link !== '');
  return (
    <Panel isStack>
      <p>{referrals.text({ percent, months })}</p>
      {takes_fee === 0 && <Notice tone="warn">{referrals.noFee}</Notice>}
      {links.map(({ name, link }) => (
        <div className="stack tight" key={name}>
          <span className="small strong">{name}</span>
          <div className="row">
            <code className="break">{link}</code>
            <CopyButton text={link} label={`${referrals.copy}: ${name}`} />
          </div>
        </div>
      ))}
    </Panel>
  );
}

const tones: Readonly<Record<Referrals['referrals'][number]['state'], Tone>> = {
  active: 'good',
  over: 'plain',
  ended: 'bad',
};

function Brought({ referrals: found }: Referrals): ReactNode {
  if (found.length === 0) return <Empty icon="account" title={referrals.none} />;
  return (
    <Panel isFlush>
      <Table
        rows={found}
        keyOf={(_each, index) => index}
        columns={[
          {
            title: referrals.since,
            className: 'soft nowrap',
            cell: ({ brought_at }) => format.moment(brought_at),
          },
          {
            title: common.status,
            cell: ({ state }) => (
              <>
                <Tag tone={tones[state]}>{referrals.states[state]}</Tag>
                {state === 'ended' && <div className="soft small">{referrals.why}</div>}
              </>
            ),
          },
          { title: referrals.until, className: 'soft nowrap', cell: ({ until }) => format.moment(until) },
          {
            title: referrals.share,
            isNumber: true,
            className: 'nowrap',
            cell: ({ percent }) => `${String(percent)} %`,
          },
          {
            title: referrals.earned,
            isNumber: true,
            className: 'nowrap strong',
            cell: ({ earned }) => format.money(earned),
          },
        ]}
      />
    </Panel>
  );
}
