/** Other networks that fill what our sponsors leave free: keys of one's own, their order, and a test of each. */
import { Button, NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answered, Asked } from '../api/client';
import { useAnswer, useCommand } from '../api/queries';
import { fieldsOf, Form, useFaults } from '../parts/form';
import { format } from '../parts/format';
import { MoneyInput } from '../parts/number';
import { Failed, Notice, Panel, Shown, Small } from '../parts/page';
import { Sure } from '../parts/sure';
import { checks, common, events, networks } from '../words';

type Setup = Answered<'/bots#networks'>['result'];
type Network = Setup['networks'][number];
type Wanted = Asked<'/bots#set_networks'>['networks'][number];

/** It has no address of its own. */
const ANY_SERVICE = 'sponsorgate';

export function Networks({ botId }: { botId: number }): ReactNode {
  const answer = useAnswer('/bots#networks', { bot_id: botId });
  return <Shown of={answer}>{({ result }) => <Filled botId={botId} setup={result} />}</Shown>;
}

function Filled({ botId: bot_id, setup }: { botId: number; setup: Setup }): ReactNode {
  const set = useCommand('/bots#set_networks', ['/bots']);
  const { outbids, house, house_networks: ofHouse, networks: listed } = setup;
  const put = (next: readonly Wanted[], flag = outbids): void => {
    set.mutate({ bot_id, networks: [...next], outbids: flag });
  };
  return (
    <div className="stack wide">
      <Panel isStack title={networks.title}>
        <p className="soft">{networks.text}</p>
        {listed.length === 0 && <p className="soft">{networks.none}</p>}
        {listed.map((network, place) => (
          <Line
            key={network.network_id}
            botId={bot_id}
            network={network}
            isBusy={set.isPending}
            change={(changed) => put(listed.with(place, { ...network, ...changed }))}
            remove={() => put(listed.toSpliced(place, 1))}
            {...(place === 0
              ? {}
              : {
                  raise: () => put(listed.toSpliced(place, 1).toSpliced(place - 1, 0, network)),
                })}
          />
        ))}
        <Switch
          label={networks.outbids}
          description={networks.outbidsHint}
          checked={outbids === 1}
          disabled={set.isPending || listed.length === 0}
          onChange={({ currentTarget }) => put(listed, currentTarget.checked ? 1 : 0)}
        />
        {ofHouse.length > 0 && (
          <Switch
            label={networks.house}
            description={networks.houseHint({ names: ofHouse.join(', ') })}
            checked={house === 1}
            disabled={set.isPending}
            onChange={({ currentTarget: { checked } }) => {
              set.mutate({ bot_id, networks: listed, outbids, house: checked ? 1 : 0 });
            }}
          />
        )}
        {set.error !== null && <Failed error={set.error} />}
      </Panel>
      <Add botId={bot_id} setup={setup} />
    </div>
  );
}

function Line(props: {
  botId: number;
  network: Network;
  isBusy: boolean;
  change: (changed: Partial<Wanted>) => void;
  remove: () => void;
  raise?: () => void;
}): ReactNode {
  const { botId: bot_id, network, isBusy, change, remove, raise } = props;
  const { network_id, kind, url, key_end, min_price, listed, done, claimed } = network;
  const [price, setPrice] = useState(min_price);
  const test = useCommand('/bots#test_network', []);
  return (
    <section className="stack tight" aria-label={networks.kinds[kind]}>
      <div className="row between">
        <span className="break">
          <span className="strong">{networks.kinds[kind]}</span>{' '}
          <span className="soft small">
            {url} …{key_end}
          </span>
        </span>
        <div className="row">
          {raise !== undefined && (
            <Small disabled={isBusy} onClick={raise}>
              {networks.raise}
            </Small>
          )}
          <Small loading={test.isPending} onClick={() => test.mutate({ bot_id, network_id })}>
            {networks.test}
          </Small>
          <Sure label={networks.remove} question={networks.removeSure} isDisabled={isBusy} then={remove} />
        </div>
      </div>
      {listed > 0 && (
        <p className="soft small">
          {networks.recent({
            listed: format.whole(listed),
            done: format.whole(done),
            claimed: format.factor(claimed),
          })}
        </p>
      )}
      <div className="row end">
        <MoneyInput label={networks.minPrice} value={price} prefix="" suffix="" onChange={setPrice} />
        {price !== min_price && (
          <Button variant="default" loading={isBusy} onClick={() => change({ min_price: price })}>
            {common.save}
          </Button>
        )}
      </div>
      <div role="status">{test.data !== undefined && <Trial said={test.data.result} />}</div>
      {test.error !== null && <Failed error={test.error} />}
    </section>
  );
}

/** What came back, as it came: none of it is shown to a user. */
function Trial({ said }: { said: Answered<'/bots#test_network'>['result'] }): ReactNode {
  if (said.failure !== null) return <Notice tone="bad">{networks.failures[said.failure]}</Notice>;
  if (said.offers.length === 0) return <Notice tone="good">{networks.answeredNothing}</Notice>;
  return (
    <Notice tone="good">
      {networks.answered({ count: format.whole(said.offers.length) })}
      <ul>
        {said.offers.map(({ title, link, price }) => (
          <li key={link} className="break">
            {title}{' '}
            {price !== null && (
              <span className="soft">{networks.claims({ price: format.factor(price) })}</span>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Add({ botId: bot_id, setup }: { botId: number; setup: Setup }): ReactNode {
  const [kind, setKind] = useState<Network['kind']>('flyer');
  const [typed, setTyped] = useState({ url: '', key: '' });
  const { url, key } = typed;
  const set = useCommand('/bots#set_networks', ['/bots'], () => setTyped({ url: '', key: '' }));
  const isAny = kind === ANY_SERVICE;
  const wrong = {
    url: isAny && !/^https?:\/\/\S+$/.test(url.trim()) && checks.address,
    key: key.trim() === '' && networks.keyMissing,
  };
  const { faults, form } = useFaults(set, typed, wrong);
  const { text } = fieldsOf(typed, faults, (patch) => setTyped({ ...typed, ...patch }));
  return (
    <Panel title={networks.add}>
      <Form
        of={form}
        submit={networks.add}
        send={() => {
          const added = { kind, key: key.trim(), url: isAny ? url.trim() : '' };
          set.mutate({ bot_id, outbids: setup.outbids, networks: [...setup.networks, added] });
        }}
      >
        <NativeSelect
          label={networks.kind}
          value={kind}
          data={Object.entries(networks.kinds).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Network['kind'])}
        />
        {isAny && <TextInput label={events.url} inputMode="url" {...text('url')} />}
        <PasswordInput
          label={networks.key}
          description={networks.keyHint}
          autoComplete="off"
          {...text('key')}
        />
      </Form>
    </Panel>
  );
}
