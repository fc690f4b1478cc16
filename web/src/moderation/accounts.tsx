/** Everybody's accounts: found by name, blocked and let go. */
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useAnswer, useCommand } from '../api/queries';
import { Sure } from '../parts/copy';
import { saveCsv } from '../parts/csv';
import { useFormat } from '../parts/format';
import { Icon } from '../parts/icons';
import { Panel, sayRefusal, Shown, Tag } from '../parts/page';
import { say } from '../parts/toast';
import { useProfile } from '../session/profile';
import { useWords } from '../words';
import { WithReason } from './with-reason';

const PAGE = 50;
const TYPING_MS = 200;

export function Accounts(): ReactNode {
  const { moderation, common, bots, payouts, failure } = useWords();
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
  const block = useCommand('/trust#block_account', ['/trust#accounts']);
  const change = (asked: Parameters<typeof block.mutate>[0]): void => {
    block.mutate(asked, {
      onError: (error) => {
        say(sayRefusal(error, failure.offline), true);
      },
    });
  };
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
            title={common.of(Math.min(result.total, offset + result.accounts.length), result.total)}
            actions={
              <Button
                size="xs"
                variant="default"
                aria-label={common.csvAll}
                onClick={() => {
                  const titles = ['account_id', 'first_name', 'username', 'created_at'] as const;
                  saveCsv(
                    'accounts',
                    titles,
                    result.accounts.map((person) => titles.map((title) => person[title])),
                  );
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
                      <span className="strong">{person.first_name}</span>{' '}
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
                      {person.is_blocked ? (
                        <Sure
                          label={moderation.unblockAccount}
                          question={moderation.unblockAccountSure(
                            person.first_name,
                            String(person.account_id),
                          )}
                          isDangerous={false}
                          then={() => {
                            change({ account_id: person.account_id, is_blocked: 0 });
                          }}
                        />
                      ) : (
                        <WithReason
                          label={moderation.blockAccount}
                          question={moderation.blockAccountSure(person.first_name, String(person.account_id))}
                          reasonLabel={moderation.blockReason}
                          then={(reason) => {
                            change({ account_id: person.account_id, is_blocked: 1, reason });
                          }}
                        />
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <div className="row" style={{ padding: 12 }}>
              <Button
                size="xs"
                variant="default"
                disabled={offset === 0}
                onClick={() => {
                  setOffset(Math.max(0, offset - PAGE));
                }}
              >
                ←
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={offset + PAGE >= result.total}
                onClick={() => {
                  setOffset(offset + PAGE);
                }}
              >
                →
              </Button>
            </div>
          </Panel>
        )}
      </Shown>
    </div>
  );
}
