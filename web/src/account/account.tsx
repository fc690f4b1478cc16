/** The account itself: profile, look, keys, and where its person is signed in. */
import { Button, NativeSelect, Select, Switch, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { queries, useAnswer, useReported } from '../api/queries';
import { Events } from '../bots/events';
import { Choice } from '../parts/choice';
import { CopyButton } from '../parts/copy';
import { forgetDrafts } from '../parts/draft';
import { format } from '../parts/format';
import { Page, Panel, Shown, Small, Tag } from '../parts/page';
import { Sure } from '../parts/sure';
import { useProfile } from '../session/profile';
import {
  account,
  bots,
  common,
  csv,
  events,
  figures,
  imports,
  nav,
  offered,
  referrals,
  useSpoken,
} from '../words';

export default function AccountPage(): ReactNode {
  const out = useReported('/account#sign_out', [], () => {
    forgetDrafts();
    queries.clear();
    location.assign('/cabinet');
  });
  const leave = (
    <Button variant="default" loading={out.isPending} onClick={() => out.mutate({})}>
      {account.signOut}
    </Button>
  );
  return (
    <Page title={nav.account} actions={leave}>
      <p>
        <Link href="/account/import">{imports.way}</Link> ·{' '}
        <Link href="/account/referrals">{referrals.way}</Link>
      </p>
      <div className="cols pair">
        <ProfilePanel />
        <Keys />
      </div>
      <Sessions />
      <h2>
        {events.title}: {figures.allBots}
      </h2>
      <Events botId={0} />
    </Page>
  );
}

function ProfilePanel(): ReactNode {
  const { language, speak } = useSpoken();
  const profile = useProfile();
  const update = useReported('/account#update', ['/account']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel isStack title={account.profile}>
      <dl className="pairs">
        <dt>{csv.first_name}</dt>
        <dd>
          {profile.first_name} {profile.username !== '' && <span className="soft">@{profile.username}</span>}
        </dd>
        <dt>ID</dt>
        <dd>{profile.account_id}</dd>
      </dl>
      <NativeSelect
        label={common.language}
        value={language}
        data={offered}
        onChange={({ currentTarget: { value } }) => {
          void speak(value);
          // The service was built of the same folders.
          update.mutate({ language: value as typeof profile.language });
        }}
      />
      <Choice label={common.look} value={colorScheme} labels={account.looks} onChange={setColorScheme} />
      <Select
        label={account.zone}
        description={profile.time_zone === '' ? account.zoneGuess : undefined}
        data={zonesWith(profile.time_zone)}
        value={profile.time_zone === '' ? null : profile.time_zone}
        searchable
        limit={50}
        onChange={(time_zone) => {
          if (time_zone !== null) update.mutate({ time_zone });
        }}
      />
      <Switch
        label={account.summary}
        checked={profile.daily_summary === 1}
        onChange={({ currentTarget }) => update.mutate({ daily_summary: currentTarget.checked ? 1 : 0 })}
      />
    </Panel>
  );
}

/** Browsers name each zone once, often by an older name than the operator bot (Europe/Kiev), and list no UTC. */
function zonesWith(own: string): string[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own]);
  zones.delete('');
  return [...zones].toSorted();
}

function Keys(): ReactNode {
  const [isShown, { toggle }] = useDisclosure();
  const answer = useAnswer('/account#keys', {});
  const replace = useReported('/account#replace_key', ['/account#keys'], bots.keyReplaced);
  return (
    <Panel
      title={account.keys}
      actions={<Small onClick={toggle}>{isShown ? account.hide : account.show}</Small>}
    >
      <Shown of={answer} lines={3}>
        {({ result }) => (
          <div className="stack wide">
            {result.keys.map(({ kind, key, last_used_at }) => (
              <div className="stack tight" key={kind}>
                <span className="strong">{account.keyNames[kind]}</span>
                <span className="soft small">{account.keyUses[kind]}</span>
                <div className="row">
                  <code className="break">{isShown ? key : `${key.slice(0, 8)}…`}</code>
                  <CopyButton text={key} />
                  <Sure
                    label={account.replace}
                    question={account.replaceSure}
                    then={() => replace.mutate({ kind })}
                  />
                </div>
                <span className="soft small">
                  {bots.lastUsed}: {last_used_at === null ? bots.neverUsed : format.ago(last_used_at)}
                </span>
              </div>
            ))}
          </div>
        )}
      </Shown>
    </Panel>
  );
}

function Sessions(): ReactNode {
  const answer = useAnswer('/account#sessions', {});
  const end = useReported('/account#end_session', ['/account#sessions']);
  return (
    <Panel title={account.sessions}>
      <Shown of={answer} lines={2}>
        {({ result }) => (
          <div className="stack">
            {result.sessions.map((session) => (
              <div className="row between" key={session.session_id}>
                <div>
                  <div className="break">{shortAgent(session.agent)}</div>
                  <div className="soft small">
                    {account.origins[session.origin]} · {format.moment(session.opened_at)} ·{' '}
                    {format.ago(session.seen_at)}
                  </div>
                </div>
                {session.is_this ? (
                  <Tag tone="accent">{account.thisOne}</Tag>
                ) : (
                  <Small onClick={() => end.mutate({ session_id: session.session_id })}>{account.end}</Small>
                )}
              </div>
            ))}
          </div>
        )}
      </Shown>
    </Panel>
  );
}

/** The first that is found: most name others, too, which they are like. */
const browsers = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Yandex', /YaBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)/],
] as const;

/** `Chrome 141, Linux`. */
function shortAgent(agent: string): string {
  const system = /\((?:[^;)]*;\s*)?([^;)]+)/.exec(agent)?.[1];
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(agent)?.[1];
    if (version !== undefined) return [`${name} ${version}`, system].filter(Boolean).join(', ');
  }
  return agent.slice(0, 60) || '—';
}
