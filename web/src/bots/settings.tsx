/** The settings of a bot, with a preview of its block. */
import { MultiSelect, Switch } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { Asked } from '../api/client';
import { useCommand } from '../api/queries';
import { useValues } from '../orders/values';
import { Choice } from '../parts/choice';
import { useDraft } from '../parts/draft';
import { type Checks, fieldsOf, Form, useFaults } from '../parts/form';
import { format } from '../parts/format';
import { MoneyInput, WholeInput } from '../parts/number';
import { Failed, Panel } from '../parts/page';
import { Savebar } from '../parts/savebar';
import { say } from '../parts/toast';
import { bots, checks, common } from '../words';
import { LookPanels } from './looks';
import type { Bot } from './bot';
import { Preview } from './preview';

export type Change = Omit<Asked<'/bots#update'>, 'bot_id'>;
const bounds = { max_sponsors: { least: 1, most: 10 }, time_purge: { least: 5, most: 4_320 } } as const;

/** On or off on the wire; what is archived, and who shows the block, have switches of their own. */
type Flag = Exclude<
  { [Name in keyof Change]-?: NonNullable<Change[Name]> extends 0 | 1 ? Name : never }[keyof Change],
  'in_archive' | 'get_links'
>;

export function Settings({ bot }: { bot: Bot }): ReactNode {
  const values = useValues();
  const sending = useRef<Change>(null);
  const { draft, keep, forget, keepRest } = useDraft<Change>(
    `bot-${String(bot.bot_id)}`,
    (typed) => restOf(typed, bot) === null,
  );
  const shown = { ...bot, ...draft } as Bot;
  // Without the token the service shows no block: how one looks is up to the bot.
  const hasToken = bot.has_token === 1;
  const update = useCommand('/bots#update', ['/bots'], () => {
    say(common.saved);
    // What was typed while it was saved stays.
    keepRest((typed) => restOf(typed, sending.current ?? {}));
  });
  const { faults, form: sent } = useFaults(update, { ...draft }, settingChecks(shown));
  const change = (patch: Change): void => keep({ ...draft, ...patch });
  const labels: Record<Exclude<Flag, 'is_on'>, string> = {
    use_smart_link: bots.smartLink,
    show_bots: bots.showBots,
    show_resources: bots.showResources,
    show_quiz: bots.quiz,
    gender_question: bots.gender,
    age_question: bots.age,
  };
  const { of, flag } = fieldsOf<Bot>(shown, faults, change);
  return (
    <Form
      of={sent}
      className={hasToken ? 'form-and-side' : 'stack wide'}
      send={() => {
        sending.current = draft;
        update.mutate({ bot_id: bot.bot_id, ...draft });
      }}
    >
      <div className="stack wide">
        <Panel isStack>
          <Switch label={bots.isOn} {...flag('is_on')} />
          {hasToken && (
            <Switch
              label={bots.showItself}
              description={bots.showItselfHint}
              checked={shown.get_links === 0}
              onChange={({ currentTarget }) => change({ get_links: currentTarget.checked ? 0 : 1 })}
            />
          )}
          <div className="cols">
            <WholeInput
              label={bots.maxSponsors}
              min={bounds.max_sponsors.least}
              max={bounds.max_sponsors.most}
              {...of('max_sponsors')}
            />
            <WholeInput
              label={bots.timePurge}
              min={bounds.time_purge.least}
              max={bounds.time_purge.most}
              {...of('time_purge')}
            />
          </div>
        </Panel>
        <Panel isStack>
          {Object.entries(labels).map(([name, label]) => (
            <Switch key={name} label={label} {...flag(name as Flag)} />
          ))}
          <Choice
            label={bots.openIn}
            labels={{ url: bots.openUrl, miniapp: bots.openApp }}
            {...of('redirect_open_type')}
          />
        </Panel>
        {hasToken && <LookPanels shown={shown} faults={faults} change={change} />}
        <Panel isStack>
          <MoneyInput label={bots.minPrice} description={bots.minPriceHint} showsZero {...of('min_price')} />
          <MultiSelect
            label={bots.themes}
            data={values?.adThemes ?? []}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': common.clear }}
            {...of('forbidden_themes')}
          />
        </Panel>
        {sent.rest !== null && <Failed error={sent.rest} />}
        <Savebar label={common.save} of={sent} isChanged={draft !== null} forget={forget} />
      </div>
      {hasToken && (
        <div className="sticky">
          <Preview bot={shown} />
        </div>
      )}
    </Form>
  );
}

/** What of a change is not so yet; null: nothing. */
function restOf(change: Change, now: object): Change | null {
  const said: Record<string, unknown> = { ...now };
  const rest = Object.entries(change).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(said[name]),
  );
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

function settingChecks(shown: Bot): Checks {
  const within = (name: keyof typeof bounds): string | false => {
    const { least, most } = bounds[name];
    if (shown[name] < least) return checks.least({ least: format.whole(least) });
    return shown[name] > most && checks.most({ most: format.whole(most) });
  };
  return {
    max_sponsors: within('max_sponsors'),
    time_purge: within('time_purge'),
    min_price: false,
    text_op: false,
    image_op: !isAddress(shown.image_op) && checks.address,
    text_b: false,
    image_b: !isAddress(shown.image_b) && checks.address,
  };
}

function isAddress(picture: string | null): boolean {
  return picture === null || /^https:\/\/\S+$/.test(picture);
}
