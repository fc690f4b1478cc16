/** Who decided what, latest first. */
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Answered, type Asked, call, type Refusal } from '../api/client';
import { saveFields } from '../parts/csv';
import { useFormat } from '../parts/format';
import { Empty, Failed, Panel, Waiting } from '../parts/page';
import { useWords } from '../words';

const PAGE = 50;
type Answer = Answered<'/moderation#log'>;
type Line = Answer['result']['log'][number];
type Filter = Omit<Asked<'/moderation#log'>, 'before' | 'limit'>;

interface Moderator {
  id: number;
  name: string;
}

/** The log in pages, latest first: all of it, or of one moderator or account. */
export function useLog(filter: Filter) {
  return useInfiniteQuery<Answer, Refusal, { pages: Answer[] }, readonly unknown[], number>({
    queryKey: ['/moderation#log', filter],
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
}

export function Log(): ReactNode {
  const { moderation, common, csv: titles } = useWords();
  const [of, setOf] = useState<Moderator | null>(null);
  const pages = useLog(of === null ? {} : { moderator_id: of.id });
  if (pages.data === undefined)
    return pages.error === null ? <Waiting /> : <Failed error={pages.error} again={pages.refetch} />;
  const lines = pages.data.pages.flatMap(({ result }) => result.log);
  if (lines.length === 0)
    return (
      <div className="panel">
        <Empty title={moderation.logEmpty} />
      </div>
    );
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
      <Lines lines={lines} choose={setOf} />
      <More pages={pages} />
    </Panel>
  );
}

/** @param props.choose makes each name a button that shows the decisions of that moderator */
export function Lines(props: { lines: readonly Line[]; choose?: (moderator: Moderator) => void }): ReactNode {
  const { lines, choose } = props;
  const { moderation } = useWords();
  const format = useFormat();
  const actions: Readonly<Record<string, string>> = moderation.actions;
  const nameOf = (line: Line): string =>
    line.moderator_name || (line.moderator_id === 0 ? moderation.operator : String(line.moderator_id));
  return (
    <table className="table cards">
      <tbody>
        {lines.map((line) => {
          const name = nameOf(line);
          return (
            <tr key={line.moderation_id}>
              <td className="soft nowrap">{format.moment(line.at)}</td>
              <td className="break">
                {choose === undefined ? (
                  name
                ) : (
                  <button
                    type="button"
                    className="linked"
                    aria-label={moderation.logOf({ name })}
                    onClick={() => {
                      choose({ id: line.moderator_id, name });
                    }}
                  >
                    {name}
                  </button>
                )}{' '}
                {actions[line.action] ?? line.action} <span className="soft">{aboutOf(line)}</span>
                <div className="small break">{line.reason}</div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function aboutOf({ order_id, link, bot_id, account_id, user_id }: Line): string {
  const parts = [order_id === null ? '' : `#${String(order_id)}`, link, bot_id, account_id, user_id];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

export function More({ pages }: { pages: ReturnType<typeof useLog> }): ReactNode {
  const { common } = useWords();
  if (!pages.hasNextPage) return null;
  return (
    <div className="row" style={{ padding: 12 }}>
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {common.more}
      </Button>
    </div>
  );
}
