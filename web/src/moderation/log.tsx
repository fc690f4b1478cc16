/** Who decided what, latest first. */
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Answered, call, type Refusal } from '../api/client';
import { saveFields } from '../parts/csv';
import { useFormat } from '../parts/format';
import { Empty, Failed, Panel, Waiting } from '../parts/page';
import { useWords } from '../words';

const PAGE = 50;
type Answer = Answered<'/moderation#log'>;

export function Log(): ReactNode {
  const { moderation, common, csv: titles } = useWords();
  const format = useFormat();
  const [of, setOf] = useState<{ id: number; name: string } | null>(null);
  const filter = of === null ? {} : { moderator_id: of.id };
  const pages = useInfiniteQuery<Answer, Refusal, { pages: Answer[] }, readonly unknown[], number>({
    queryKey: ['/moderation#log', of?.id ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(
        '/moderation#log',
        { limit: PAGE, ...filter, ...(pageParam === 0 ? {} : { before: pageParam }) },
        signal,
      ),
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
  const nameOf = (line: (typeof lines)[number]): string =>
    line.moderator_name || (line.moderator_id === 0 ? moderation.operator : String(line.moderator_id));
  const actions: Readonly<Record<string, string>> = moderation.actions;
  const csv = (
    <Button
      size="xs"
      variant="default"
      aria-label={common.csvAll}
      onClick={() => {
        const fields = [
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
        saveFields('moderation', titles, fields, lines);
      }}
    >
      {common.csv}
    </Button>
  );
  return (
    <Panel isFlush title={of === null ? moderation.log : moderation.logOf({ name: of.name })} actions={csv}>
      {of !== null && (
        <div className="row" style={{ padding: 12 }}>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setOf(null);
            }}
          >
            {moderation.logOfAll}
          </Button>
        </div>
      )}
      <table className="table cards">
        <tbody>
          {lines.map((line) => (
            <tr key={line.moderation_id}>
              <td className="soft nowrap">{format.moment(line.at)}</td>
              <td className="break">
                <button
                  type="button"
                  className="linked"
                  aria-label={moderation.logOf({ name: nameOf(line) })}
                  onClick={() => {
                    setOf({ id: line.moderator_id, name: nameOf(line) });
                  }}
                >
                  {nameOf(line)}
                </button>{' '}
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
