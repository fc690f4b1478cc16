/** Everybody's accounts: found by name, blocked and let go. */
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../api/queries';
import { saveFields } from '../parts/csv';
import { useFormat } from '../parts/format';
import { Icon } from '../parts/icons';
import { Panel, Shown, Tag } from '../parts/page';
import { Pager } from '../parts/pager';
import { useProfile } from '../session/profile';
import { useWords } from '../words';
import { BlockAccount } from './block-account';

const PAGE = 50;
const TYPING_MS = 200;

export function Accounts(): ReactNode {
  const { moderation, common, bots, payouts, csv } = useWords();
  const isAdministrator = useProfile().is_administrator === 1;
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const answer = useAnswer('/trust#accounts', {
    limit: PAGE,
    offset,
    ...(wanted === '' ? {} : { search_query: wanted }),
  });
  return (
    <div className="stack wide">
      <TextInput
        aria-label={moderation.searchAccounts}
        placeholder={moderation.searchAccounts}
        leftSection={<Icon name="search" size={16} />}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setOffset(0);
        }}
      />
      <Shown of={answer}>
        {({ result }) => (
          <Panel
            isFlush
            title={common.of({
              shown: Math.min(result.total, offset + result.accounts.length),
              total: result.total,
            })}
            actions={
              <Button
                size="xs"
                variant="default"
                aria-label={common.csvAll}
                onClick={() => {
                  const fields = ['account_id', 'first_name', 'username', 'created_at'] as const;
                  saveFields('accounts', csv, fields, result.accounts);
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
                  <th scope="col">{common.actions}</th>
                </tr>
              </thead>
              <tbody>
                {result.accounts.map((person) => (
                  <tr key={person.account_id}>
                    <td className="break">
                      <Link className="strong" href={`/moderation/accounts/${String(person.account_id)}`}>
                        {person.first_name}
                      </Link>{' '}
                      <span className="soft">
                        {person.username !== '' && `@${person.username} · `}
                        {person.account_id} · {format.day(person.created_at.slice(0, 10))}
                      </span>
                    </td>
                    <td>
                      {person.is_blocked && <Tag tone="bad">{bots.statuses.blocked}</Tag>}{' '}
                      {person.is_trusted && <Tag tone="good">{moderation.trusted}</Tag>}
                    </td>
                    <td className="row">
                      {isAdministrator && (
                        <Button
                          size="xs"
                          variant="default"
                          component={Link}
                          href={`/payouts/wallets/${String(person.account_id)}`}
                        >
                          {payouts.wallet}
                        </Button>
                      )}
                      <BlockAccount person={person} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Pager offset={offset} size={PAGE} hasMore={offset + PAGE < result.total} turn={setOffset} />
          </Panel>
        )}
      </Shown>
    </div>
  );
}
