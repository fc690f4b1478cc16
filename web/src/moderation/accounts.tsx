/** Everybody's accounts: found by name, blocked and let go. */
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../api/queries';
import { format } from '../parts/format';
import { Panel, Shown, Small, Tag } from '../parts/page';
import { Pager } from '../parts/pager';
import { SaveFields } from '../parts/csv';
import { useSearchField } from '../parts/search';
import { Table } from '../parts/table';
import { useProfile } from '../session/profile';
import { bots, common, csv, moderation, nav } from '../words';
import { BlockAccount } from './person';

const PAGE = 50;

export function Accounts(): ReactNode {
  const { wanted, field } = useSearchField(moderation.searchAccounts);
  return (
    <div className="stack wide">
      {field}
      <Found key={wanted.search_query} wanted={wanted} />
    </div>
  );
}

function Found({ wanted }: { wanted: { search_query?: string } }): ReactNode {
  const isAdministrator = useProfile().is_administrator === 1;
  const [offset, setOffset] = useState(0);
  const answer = useAnswer('/trust#accounts', { limit: PAGE, offset, ...wanted });
  return (
    <Shown of={answer}>
      {({ result: { accounts, total } }) => (
        <Panel
          isFlush
          title={common.of({ shown: Math.min(total, offset + accounts.length), total })}
          actions={
            <SaveFields
              name="accounts"
              fields={['account_id', 'first_name', 'username', 'created_at']}
              records={accounts}
            />
          }
        >
          <Table
            rows={accounts}
            keyOf={({ account_id }) => account_id}
            columns={[
              {
                title: csv.first_name,
                className: 'break',
                cell: ({ account_id, first_name, username, created_at }) => (
                  <>
                    <Link className="strong" href={`/moderation/accounts/${String(account_id)}`}>
                      {first_name}
                    </Link>{' '}
                    <span className="soft">
                      {username !== '' && `@${username} · `}
                      {account_id} · {format.day(created_at.slice(0, 10))}
                    </span>
                  </>
                ),
              },
              {
                title: common.status,
                cell: ({ is_blocked, is_trusted }) => (
                  <>
                    {is_blocked && <Tag tone="bad">{bots.statuses.blocked}</Tag>}{' '}
                    {is_trusted && <Tag tone="good">{moderation.trusted}</Tag>}
                  </>
                ),
              },
              {
                title: common.actions,
                className: 'row',
                cell: (person) => (
                  <>
                    {isAdministrator && (
                      <Small component={Link} href={`/payouts/wallets/${String(person.account_id)}`}>
                        {nav.wallet}
                      </Small>
                    )}
                    <BlockAccount person={person} />
                  </>
                ),
              },
            ]}
          />
          <Pager offset={offset} size={PAGE} hasMore={offset + PAGE < total} turn={setOffset} />
        </Panel>
      )}
    </Shown>
  );
}
