/** Sponsors that are kept out of a bot. */
import { Autocomplete, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAnswer, useCommand } from '../api/queries';
import { Excluding } from '../parts/excluding';
import { PlainForm } from '../parts/form';
import { Failed, Panel, Shown } from '../parts/page';
import { bots } from '../words';

export function Exclusions({ botId: bot_id }: { botId: number }): ReactNode {
  const answer = useAnswer('/exclusions#list', { context: 'publisher', bot_id });
  return (
    <Panel isStack title={bots.excluded}>
      <Add botId={bot_id} ids={new Set(answer.data?.result.excluded.map(({ id }) => id))} />
      <Shown of={answer} lines={2}>
        {({ result }) =>
          result.excluded.length === 0 ? (
            <p className="soft">{bots.noExclusions}</p>
          ) : (
            <div className="stack tight">
              {result.excluded.map(({ id, name }) => (
                <div className="row between" key={id}>
                  <span className="break">
                    {name} <span className="soft">#{id}</span>
                  </span>
                  <Excluding about={{ context: 'publisher', ads_id: id, bot_id }} isExcluded name={name} />
                </div>
              ))}
            </div>
          )
        }
      </Shown>
    </Panel>
  );
}

/** Of the sponsors that paid lately, or any other by its number. @param props.ids those that are out already */
function Add({ botId: bot_id, ids }: { botId: number; ids: ReadonlySet<number> }): ReactNode {
  const paid = useAnswer('/figures#bots', { bot_id });
  const set = useCommand('/exclusions#set', ['/exclusions', '/figures'], () => setTyped(''));
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const choices = (paid.data?.result.sponsors ?? []).filter(({ ads_id }) => !ids.has(ads_id));
  return (
    <PlainForm
      className="row end"
      send={() => {
        const ads_id = Number(/(?:^|#)(\d+)$/.exec(typed.trim())?.[1] ?? 0);
        setWrong(ads_id === 0);
        if (ads_id !== 0) set.mutate({ context: 'publisher', ads_id, bot_id, is_excluded: 1 });
      }}
    >
      <Autocomplete
        className="grow"
        label={bots.addExclusion}
        data={choices.map(({ ads_id, title, link }) => `${title || link} #${String(ads_id)}`)}
        limit={20}
        value={typed}
        error={isWrong && bots.noSuchSponsor}
        onChange={(value) => {
          setTyped(value);
          setWrong(false);
        }}
      />
      <Button type="submit" variant="default" loading={set.isPending}>
        {bots.exclude}
      </Button>
      {set.error !== null && <Failed error={set.error} />}
    </PlainForm>
  );
}
