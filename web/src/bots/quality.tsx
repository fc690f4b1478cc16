/** The worth of the bot's subscribers compared to other bots', with reasons and curve. */
import type { ReactNode } from 'react';
import type { Answered } from '../api/client';
import { useAnswer } from '../api/queries';
import { format } from '../parts/format';
import { Panel, Shown, Tag } from '../parts/page';
import { Table } from '../parts/table';
import { bots, nearest } from '../words';

type Quality = Answered<'/figures#quality'>['result'];

export function BotQuality({ botId }: { botId: number }): ReactNode {
  const answer = useAnswer('/figures#quality', { bot_id: botId });
  return (
    <Panel title={bots.quality}>
      <Shown of={answer} lines={3}>
        {({ result }) => <Found quality={result} />}
      </Shown>
    </Panel>
  );
}

function Found({ quality }: { quality: Quality }): ReactNode {
  if (quality.read_at === null)
    return (
      <div className="stack">
        <p className="soft">{bots.qualityNone}</p>
        <Pays quality={quality} />
      </div>
    );
  const followed = quality.curve.filter((point) => point.followed > 0);
  return (
    <div className="stack">
      <div className="row">
        <span className="figure">× {format.factor(quality.factor)}</span>
        <span className="soft small">
          {bots.qualityJoins({ count: quality.joins })} · {format.moment(quality.read_at)}
        </span>
      </div>
      <div className="stack tight">
        {quality.reasons.map(({ reason, effect, words: sentence }) => (
          <div className="row between" key={reason}>
            <span>{nearest(sentence)}</span>
            {effect !== 0 && <Tag tone={effect > 0 ? 'good' : 'warn'}>{format.effect(effect)}</Tag>}
          </div>
        ))}
      </div>
      {followed.length > 0 && <Curve points={followed} />}
      <Pays quality={quality} />
      <p className="soft small">{bots.qualityHint}</p>
    </div>
  );
}

/** By what the owner's share is multiplied and for how long it is held, where that follows the quality, and what is announced. */
function Pays({ quality: { pays, hold_hours: hours, announced } }: { quality: Quality }): ReactNode {
  const day = announced === null ? '' : format.day(announced.from);
  const next = { pays: announced?.factor ?? pays, hours: announced?.hold_hours ?? hours };
  return (
    <>
      {pays !== null && (
        <p>
          {bots.pays({ percent: format.percent(100 * pays) })}
          {next.pays !== null && next.pays !== pays && (
            <> {bots.paysFrom({ day, percent: format.percent(100 * next.pays) })}</>
          )}
        </p>
      )}
      {hours !== null && (
        <p>
          {bots.holds({ hours })}
          {next.hours !== null && next.hours !== hours && <> {bots.holdsFrom({ day, hours: next.hours })}</>}
        </p>
      )}
    </>
  );
}

function Curve({ points }: { points: Quality['curve'] }): ReactNode {
  return (
    <Table
      isPlain
      rows={points}
      keyOf={({ after_hours }) => after_hours}
      columns={[
        {
          title: bots.stillThere,
          cell: ({ after_hours: hours }) =>
            hours < 24 ? bots.afterHours({ hours }) : bots.afterDays({ days: hours / 24 }),
        },
        { title: bots.yours, isNumber: true, cell: ({ stayed }) => format.percent(stayed) },
        {
          title: bots.otherBots,
          isNumber: true,
          className: 'soft',
          cell: ({ others }) => format.percent(others),
        },
      ]}
    />
  );
}
