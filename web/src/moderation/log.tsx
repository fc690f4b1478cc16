/** Who decided what, latest first. */
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Answered, call, type Refusal } from '../api/client';
import { saveCsv } from '../parts/csv';
import { useFormat } from '../parts/format';
import { Empty, Failed, Panel, Waiting } from '../parts/page';
import { useWords } from '../words';

const PAGE = 50;
type Answer = Answered<'/moderation#log'>;

export function Log(): ReactNode {
  const { moderation, common } = useWords();
  const format = useFormat();
  const pages = useInfiniteQuery<Answer, Refusal, { pages: Answer[] }, readonly unknown[], number>({
    queryKey: ['/moderation#log', 'all'],
    queryFn: ({ pageParam, signal }) =>
      call('/moderation#log', { limit: PAGE, ...(pageParam === 0 ? {} : { before: pageParam }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ result }) =>
      result.log.length < PAGE ? undefined : result.log.at(-1)?.moderation_id,
  });
  if (pages.data === undefined)
    return pages.error === null ? <Waiting /> : <Failed error={pages.error} again={pages.refetch} />;
  const lines = pages.data.pages.flatMap(({ result }) => result.log);
  if (lines.length === 0)
    return (
      <div className="panel">
        <Empty title={moderation.logEmpty} />
      </div>
    );
  const actions: Readonly<Record<string, string>> = moderation.actions;
  const csv = (
    <Button
      size="xs"
      variant="default"
      aria-label={common.csvAll}
      onClick={() => {
        const titles = [
          'at',
          'moderator_id',
          'moderator_name',
          'action',
          'order_id',
          'bot_id',
          'account_id',
          'user_id',
          'link',
          'reason',
        ] as const;
        saveCsv(
          'moderation',
          titles,
          lines.map((line) => titles.map((title) => line[title] ?? '')),
        );
      }}
    >
      {common.csv}
    </Button>
  );
  return (
    <Panel isFlush title={moderation.log} actions={csv}>
      <table className="table cards">
        <tbody>
          {lines.map((line) => (
            <tr key={line.moderation_id}>
              <td className="soft nowrap">{format.moment(line.at)}</td>
              <td className="break">
                <span className="strong">
                  {line.moderator_name || line.moderator_id || moderation.operator}
                </span>{' '}
                {actions[line.action] ?? line.action}{' '}
                <span className="soft">
                  {[
                    line.order_id === null ? '' : `#${String(line.order_id)}`,
                    line.link,
                    line.bot_id ?? '',
                    line.account_id ?? '',
                    line.user_id ?? '',
                  ]
                    .filter((part) => part !== '')
                    .join(' · ')}
                </span>
                <div className="small break">{line.reason}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pages.hasNextPage && (
        <div className="row" style={{ padding: 12 }}>
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {common.more}
          </Button>
        </div>
      )}
    </Panel>
  );
}
