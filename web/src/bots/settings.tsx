/** The settings of a bot, with a preview of its block. */
import { Button, MultiSelect, SegmentedControl, Switch } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { Asked } from '../api/client';
import { useCommand } from '../api/queries';
import { useValues } from '../orders/values';
import { useDraft } from '../parts/draft';
import { type Checks, useFaults } from '../parts/faults';
import { Form } from '../parts/form';
import { useFormat } from '../parts/format';
import { MoneyInput, WholeInput } from '../parts/number';
import { Failed, Panel } from '../parts/page';
import { say } from '../parts/toast';
import { useMainButton } from '../session/main-button';
import { useWords } from '../words';
import { SecondLook } from './block-test';
import type { Bot } from './bot';
import { LookFields, type LookProps } from './look-fields';
import { Preview } from './preview';

export type Change = Omit<Asked<'/bots#update'>, 'bot_id'>;
const bounds = { max_sponsors: { least: 1, most: 10 }, time_purge: { least: 5, most: 4_320 } } as const;

/** On or off on the wire; what is archived, and who shows the block, have switches of their own. */
type Flag = Exclude<
  { [Name in keyof Change]-?: NonNullable<Change[Name]> extends 0 | 1 ? Name : never }[keyof Change],
  'in_archive' | 'get_links'
>;

export function Settings({ bot }: { bot: Bot }): ReactNode {
  const { bots, common } = useWords();
  const values = useValues();
  const { draft, keep, forget } = useDraft<Change>(`bot-${String(bot.bot_id)}`);
  const shown = { ...bot, ...draft } as Bot;
  // Without the token the service shows no block: how one looks is up to the bot.
  const hasToken = bot.has_token === 1;
  const update = useCommand('/bots#update', ['/bots']);
  const sent = useRef<HTMLFormElement>(null);
  useMainButton(sent, { text: common.save, isShown: draft !== null, isBusy: update.isPending });
  const { faults, rest, whenRight } = useFaults(sent, update, { ...draft }, useSettingChecks(shown));
  const change = (patch: Change): void => {
    keep({ ...draft, ...patch });
  };
  const labels: Record<Exclude<Flag, 'is_on'>, string> = {
    use_smart_link: bots.smartLink,
    show_bots: bots.showBots,
    show_resources: bots.showResources,
    show_quiz: bots.quiz,
    gender_question: bots.gender,
    age_question: bots.age,
  };
  const flag = (name: Flag, label: string): ReactNode => (
    <Switch
      key={name}
      label={label}
      checked={shown[name] === 1}
      onChange={({ currentTarget }) => {
        change({ [name]: currentTarget.checked ? 1 : 0 });
      }}
    />
  );
  return (
    <Form
      at={sent}
      className={hasToken ? 'beside' : 'stack wide'}
      whenRight={whenRight}
      send={() => {
        update.mutate(
          { bot_id: bot.bot_id, ...draft },
          {
            onSuccess: () => {
              forget();
              say(common.saved);
            },
          },
        );
      }}
    >
      <div className="stack wide">
        <Panel>
          <div className="stack">
            {flag('is_on', bots.isOn)}
            {hasToken && (
              <Switch
                label={bots.showItself}
                description={bots.showItselfHint}
                checked={shown.get_links === 0}
                onChange={({ currentTarget }) => {
                  change({ get_links: currentTarget.checked ? 0 : 1 });
                }}
              />
            )}
            <div className="cols">
              <WholeInput
                label={bots.maxSponsors}
                value={shown.max_sponsors}
                min={bounds.max_sponsors.least}
                max={bounds.max_sponsors.most}
                error={faults.get('max_sponsors')}
                onChange={(max_sponsors) => {
                  change({ max_sponsors });
                }}
              />
              <WholeInput
                label={bots.timePurge}
                value={shown.time_purge}
                min={bounds.time_purge.least}
                max={bounds.time_purge.most}
                error={faults.get('time_purge')}
                onChange={(time_purge) => {
                  change({ time_purge });
                }}
              />
            </div>
          </div>
        </Panel>
        <Panel>
          <div className="stack">
            {Object.entries(labels).map(([name, label]) => flag(name as Flag, label))}
            <div className="stack tight">
              <span className="small strong">{bots.openIn}</span>
              <div>
                <SegmentedControl
                  aria-label={bots.openIn}
                  value={shown.redirect_open_type}
                  data={[
                    { value: 'url', label: bots.openUrl },
                    { value: 'miniapp', label: bots.openApp },
                  ]}
                  onChange={(value) => {
                    change({ redirect_open_type: value });
                  }}
                />
              </div>
            </div>
          </div>
        </Panel>
        {hasToken && <Looks shown={shown} faults={faults} change={change} />}
        <Panel>
          <div className="stack">
            <LeastPrice value={shown.min_price} error={faults.get('min_price')} change={change} />
            <MultiSelect
              label={bots.themes}
              data={values?.adThemes ?? []}
              value={shown.forbidden_themes}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': common.clear }}
              onChange={(forbidden_themes) => {
                change({ forbidden_themes });
              }}
            />
          </div>
        </Panel>
        {rest !== null && <Failed error={rest} />}
        <div className="savebar">
          <Button type="submit" loading={update.isPending} disabled={draft === null}>
            {common.save}
          </Button>
          {draft !== null && (
            <>
              <Button variant="subtle" color="gray" onClick={forget}>
                {common.discard}
              </Button>
              <span className="soft small">{common.draftKept}</span>
            </>
          )}
        </div>
      </div>
      {hasToken && (
        <div className="sticky">
          <Preview bot={shown} />
        </div>
      )}
    </Form>
  );
}

function Looks(props: LookProps): ReactNode {
  const { bots } = useWords();
  return (
    <>
      <Panel>
        <div className="stack">
          <LookFields
            {...props}
            names={['text_op', 'image_op']}
            labels={[bots.text, bots.image]}
            placeholders={[bots.previewDefault, 'https://…']}
          />
        </div>
      </Panel>
      <SecondLook {...props} />
    </>
  );
}

function useSettingChecks(shown: Bot): Checks {
  const { checks } = useWords();
  const format = useFormat();
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

function LeastPrice(props: {
  value: number;
  error: string | undefined;
  change: (patch: Change) => void;
}): ReactNode {
  const { bots } = useWords();
  return (
    <MoneyInput
      label={bots.minPrice}
      description={bots.minPriceHint}
      value={props.value}
      showsZero
      error={props.error}
      onChange={(min_price) => {
        props.change({ min_price });
      }}
    />
  );
}
