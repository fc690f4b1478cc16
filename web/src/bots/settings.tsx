/** The settings of a bot, beside the block as a user will see it. */
import {
  Button,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { Asked } from '../api/client';
import { useDeed } from '../api/queries';
import { useValues } from '../orders/values';
import { useDraft } from '../parts/draft';
import { Failed, Panel } from '../parts/page';
import { say } from '../parts/toast';
import { useMainButton } from '../session/main-button';
import { useWords } from '../words';
import type { Bot } from './bot';

type Change = Omit<Asked<'/bots#update'>, 'bot_id'>;
type Flag =
  | 'is_on'
  | 'use_smart_link'
  | 'show_bots'
  | 'show_resources'
  | 'show_quiz'
  | 'gender_question'
  | 'age_question';

export function Settings({ bot }: { bot: Bot }): ReactNode {
  const { bots, common } = useWords();
  const values = useValues();
  const { draft, keep, forget } = useDraft<Change>(`bot-${String(bot.bot_id)}`);
  const shown = { ...bot, ...draft } as Bot;
  const update = useDeed('/bots#update', ['/bots']);
  const sent = useRef<HTMLFormElement>(null);
  useMainButton(sent, { text: common.save, isShown: draft !== null, isBusy: update.isPending });
  const faults = update.error?.fields ?? new Map<string, string>();
  const change = (patch: Change): void => {
    keep({ ...draft, ...patch });
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
    <form
      ref={sent}
      className="beside"
      onSubmit={(event) => {
        event.preventDefault();
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
            <Switch
              label={bots.showItself}
              description={bots.showItselfHint}
              checked={shown.get_links === 0}
              onChange={({ currentTarget }) => {
                change({ get_links: currentTarget.checked ? 0 : 1 });
              }}
            />
            <div className="cols">
              <NumberInput
                label={bots.maxSponsors}
                value={shown.max_sponsors}
                min={1}
                max={10}
                allowDecimal={false}
                error={faults.get('max_sponsors')}
                onChange={(value) => {
                  change({ max_sponsors: Number(value) });
                }}
              />
              <NumberInput
                label={bots.timePurge}
                value={shown.time_purge}
                min={5}
                max={4_320}
                allowDecimal={false}
                error={faults.get('time_purge')}
                onChange={(value) => {
                  change({ time_purge: Number(value) });
                }}
              />
            </div>
          </div>
        </Panel>
        <Panel>
          <div className="stack">
            {flag('use_smart_link', bots.smartLink)}
            {flag('show_bots', bots.showBots)}
            {flag('show_resources', bots.showResources)}
            {flag('show_quiz', bots.quiz)}
            {flag('gender_question', bots.gender)}
            {flag('age_question', bots.age)}
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
        <Panel>
          <div className="stack">
            <Textarea
              label={bots.text}
              placeholder={bots.previewDefault}
              value={shown.text_op ?? ''}
              autosize
              minRows={3}
              maxRows={10}
              maxLength={4_096}
              error={faults.get('text_op')}
              onChange={({ currentTarget }) => {
                change({ text_op: currentTarget.value || null });
              }}
            />
            <TextInput
              label={bots.image}
              placeholder="https://…"
              value={shown.image_op ?? ''}
              error={faults.get('image_op')}
              onChange={({ currentTarget }) => {
                change({ image_op: currentTarget.value || null });
              }}
            />
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
        {update.error !== null && faults.size === 0 && <Failed error={update.error} />}
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
      <div className="sticky">
        <Preview bot={shown} />
      </div>
    </form>
  );
}

function LeastPrice(props: {
  value: number;
  error: string | undefined;
  change: (patch: Change) => void;
}): ReactNode {
  const { bots } = useWords();
  return (
    <NumberInput
      label={bots.minPrice}
      description={bots.minPriceHint}
      value={props.value}
      min={0}
      decimalScale={6}
      error={props.error}
      onChange={(value) => {
        props.change({ min_price: Number(value) });
      }}
    />
  );
}

/** A picture is named, not fetched: nothing is loaded from elsewhere into this page. */
function Preview({ bot }: { bot: Bot }): ReactNode {
  const { bots } = useWords();
  const count = Math.min(10, Math.max(1, bot.max_sponsors || 1));
  return (
    <Panel title={bots.preview}>
      <div className="phone">
        <div className="bubble">
          {bot.image_op !== null && bot.image_op !== '' && <div className="soft small">🖼 {bot.image_op}</div>}
          {withoutTags(bot.text_op ?? bots.previewDefault)}
        </div>
        <div className="keys">
          {Array.from({ length: count }, (_, index) => (
            <span key={index}>
              {bots.previewSponsor} {index + 1}
            </span>
          ))}
          <span>✅ {bots.previewDone}</span>
        </div>
      </div>
    </Panel>
  );
}

/** The messenger's own marks, such as `<b>`, are not shown as such. */
function withoutTags(text: string): string {
  return text.replaceAll(/<\/?(?:b|i|u|s|a|code|pre|strong|em|tg-spoiler|blockquote)(?:\s[^>]*)?>/gi, '');
}
