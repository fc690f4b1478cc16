/** Who decided what, latest first. */
import { type ReactNode, useState } from 'react';
import type { Answered, Asked } from '../api/client';
import { usePages } from '../api/pages';
import { format } from '../parts/format';
import { More } from '../parts/pager';
import { Nothing, Panel, Shown, Small } from '../parts/page';
import { SaveFields } from '../parts/csv';
import { moderation } from '../words';

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
  return usePages('/moderation#log', { limit: PAGE, ...filter }, ({ result }) => {
    const last = result.log.at(-1);
    return last === undefined || result.log.length < PAGE ? null : { before: last.moderation_id };
  });
}

export function Log(): ReactNode {
  const [of, setOf] = useState<Moderator | null>(null);
  const pages = useLog(of === null ? {} : { moderator_id: of.id });
  if (pages.data === undefined) return <Shown of={pages}>{() => null}</Shown>;
  const lines = pages.data.flatMap(({ result }) => result.log);
  if (lines.length === 0) return <Nothing title={moderation.logEmpty} />;
  const csv = (
    <SaveFields
      name="moderation"
      fields={[
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
      ]}
      records={lines}
    />
  );
  return (
    <Panel isFlush title={of === null ? moderation.log : moderation.logOf({ name: of.name })} actions={csv}>
      {of !== null && (
        <div className="row" style={{ padding: 12 }}>
          <Small onClick={() => setOf(null)}>{moderation.logOfAll}</Small>
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
                    onClick={() => choose({ id: line.moderator_id, name })}
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
