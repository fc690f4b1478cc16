/** Which bots brought an order's subscribers, and which it is kept out of. */
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAnswer, useCommand } from '../api/queries';
import { saveCsv } from '../parts/csv';
import { useRange } from '../parts/figures';
import { useFormat } from '../parts/format';
import { Empty, Panel, sayRefusal, Shown, Tag } from '../parts/page';
import { say } from '../parts/toast';
import { useWords } from '../words';

export function Sources({ orderId }: { orderId: number }): ReactNode {
  const words = useWords();
  const format = useFormat();
  const { asked, control } = useRange();
  const [search, setSearch] = useState('');
  const answer = useAnswer('/figures#orders', { order_id: orderId, ...asked });
  const set = useCommand('/exclusions#set', ['/figures', '/exclusions']);
  const exclude = (bot_id: number, isExcluded: boolean): void => {
    set.mutate(
      { context: 'advertiser', ads_id: orderId, bot_id, is_excluded: isExcluded ? 1 : 0 },
      {
        onError: (error) => {
          say(sayRefusal(error, words.failure), true);
        },
      },
    );
  };
  return (
    <div className="stack wide">
      <div className="row">
        {control}
        <TextInput
          aria-label={words.common.search}
          placeholder={words.common.search}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
          }}
        />
      </div>
      <Shown of={answer}>
        {({ result }) => {
          const found = result.sources.filter(({ bot_nickname: name }) =>
            name.toLowerCase().includes(search.toLowerCase().replace(/^@/, '')),
          );
          return (
            <Panel
              title={words.figures.byBot}
              isFlush
              actions={
                <Button
                  size="xs"
                  variant="default"
                  aria-label={words.common.csvAll}
                  onClick={() => {
                    const titles = ['bot', words.figures.subscribers, words.figures.value];
                    saveCsv(
                      `sources-${String(orderId)}`,
                      titles,
                      found.map((row) => [row.bot_nickname, row.subscribers, row.value]),
                    );
                  }}
                >
                  {words.common.csv}
                </Button>
              }
            >
              {found.length === 0 ? (
                <Empty title={words.figures.noData} />
              ) : (
                <table className="table cards">
                  <thead>
                    <tr>
                      <th scope="col">{words.nav.bots}</th>
                      <th scope="col" className="right">
                        {words.figures.subscribers}
                      </th>
                      <th scope="col" className="right">
                        {words.figures.value}
                      </th>
                      <th scope="col">{words.common.actions}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {found.map((row) => (
                      <tr key={row.bot_id}>
                        <td>
                          @{row.bot_nickname} {row.is_excluded && <Tag tone="warn">{words.bots.exclude}</Tag>}
                        </td>
                        <td className="right">{format.whole(row.subscribers)}</td>
                        <td className="right">{format.money(row.value)}</td>
                        <td>
                          <Button
                            size="compact-xs"
                            variant="default"
                            onClick={() => {
                              exclude(row.bot_id, !row.is_excluded);
                            }}
                          >
                            {row.is_excluded ? words.orders.unexcludeBot : words.orders.excludeBot}
                          </Button>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
            </Panel>
          );
        }}
      </Shown>
    </div>
  );
}
