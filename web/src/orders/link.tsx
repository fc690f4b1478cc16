/** The link of an order: what it leads to is found while it is typed, and what is still missing there. */
import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAnswer } from '../api/queries';
import { fieldsOf } from '../parts/form';
import { Notice, Panel, sayRefusal, Small, Tag } from '../parts/page';
import { openInMessenger } from '../session/messenger';
import { useProfile } from '../session/profile';
import { csv, orders } from '../words';
import type { EditorProps } from './editor';
import { kindOf } from './values';

const TYPING_MS = 500;
const SHORTEST = 5;

export function LinkFields(props: Required<Omit<EditorProps, 'isNew' | 'orderId'>>): ReactNode {
  const { form, values, change, faults, isFrozen, hasToken } = props;
  const { text } = fieldsOf(form, faults, change);
  const { service } = useProfile();
  const [link] = useDebouncedValue(form.link.trim(), TYPING_MS);
  const isOn = link.length >= SHORTEST && !isFrozen;
  const target = useAnswer('/forecast#link', { link }, { isOn, keep: false });
  const found = isOn ? target.data?.result : undefined;

  // Once for each link that was typed: what its person chose, now or before a reload, stays.
  const typed = useRef<string | null>(null);
  useEffect(() => {
    if (found === undefined || typed.current !== link) return;
    change({
      ...(found.ads_type === null ? {} : { ads_type: found.ads_type }),
      ...(form.name === '' && found.name !== '' ? { name: found.name } : {}),
    });
  }, [found?.link, found?.ads_type]);

  return (
    <Panel isStack>
      <TextInput
        label={csv.link}
        description={isFrozen ? orders.frozen : orders.linkHint}
        placeholder="https://t.me/…"
        {...text('link')}
        onChange={({ currentTarget }) => {
          typed.current = currentTarget.value.trim();
          change({ link: currentTarget.value });
        }}
        disabled={isFrozen}
        error={
          faults.get('link') ?? (isOn && target.error?.code === 422 ? sayRefusal(target.error) : undefined)
        }
        autoComplete="off"
        inputMode="url"
        required
      />
      {found?.ads_type != null && (
        <div className="row">
          <Tag tone="good">{orders.foundAt}</Tag>
          <span className="strong break">{found.name || found.link}</span>
          <span className="soft">{kindOf(values, { ads_type: found.ads_type }).label}</span>
        </div>
      )}
      {found?.problems.map((problem) => (
        <Notice tone="warn" key={problem}>
          <p>{orders.problems[problem]}</p>
          {problem !== 'not_checked' && found.operator_bot !== '' && (
            <div className="row">
              {problem === 'channel_unknown' && (
                <Button
                  size="xs"
                  onClick={() => openInMessenger(service, `${found.operator_bot}?start=chat`)}
                >
                  {orders.chooseChat}
                </Button>
              )}
              <Small
                onClick={() => {
                  openInMessenger(service, `${found.operator_bot}?startchannel&admin=invite_users`);
                }}
              >
                {orders.addOurBot({ bot: found.operator_bot })}
              </Small>
            </div>
          )}
        </Notice>
      ))}
      <div className="cols">
        <Select
          label={orders.kind}
          data={values.kinds.map(({ id, label }) => ({ value: id, label }))}
          value={form.ads_type}
          disabled={isFrozen}
          error={faults.get('ads_type')}
          onChange={(kind) => {
            if (kind !== null) change({ ads_type: kind });
          }}
        />
        <TextInput label={orders.orderName} maxLength={255} {...text('name')} />
      </div>
      {kindOf(values, form).fields.includes('bot_token') && (
        <PasswordInput
          label={orders.token}
          description={hasToken ? orders.tokenKept : orders.tokenHint}
          value={form.bot_token}
          error={faults.get('bot_token')}
          onChange={({ currentTarget }) => change({ bot_token: currentTarget.value.trim() })}
          autoComplete="off"
        />
      )}
    </Panel>
  );
}
