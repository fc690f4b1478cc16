/** Each listener to requests does its own, and without it users get the same sponsors; over a real store and platform. */
import { afterEach, expect, it, vi } from 'vitest';
import { createAudience } from '../../core/audience/index.js';
import { createCheckers } from '../../core/checkers/index.js';
import { createContacts } from '../../core/contacts/index.js';
import { createNetworkSetups } from '../../core/networks/index.js';
import { createOwnLinks } from '../../core/orders/index.js';
import type { SponsorAnswer } from '../../core/sponsors/index.js';
import { createListeners } from '../../core/sponsors/listeners.js';
import { createRequests } from '../../core/sponsors/request.js';
import { createSteps } from '../../core/sponsors/steps.js';
import { createSettler } from '../../core/subscriptions/index.js';
import { storeKind } from '../support/database.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';

type Name = keyof ReturnType<typeof createListeners>['listeners'];

const EMMA = 302;
const PLAIN_BOT = 7_050;

let stage: ServiceStage | null = null;
afterEach(async () => {
  await stage?.close();
  stage = null;
});

/** As `createSponsors` puts them together, but for one listener. */
function requestsWithout(without: Name | null, { store, settings, infrastructure }: ServiceStage) {
  const world = { store, settings, ...infrastructure };
  const ports = { ...world, checkers: createCheckers(world) };
  const settler = createSettler(ports);
  const [audience, contacts] = [createAudience(ports), createContacts(ports, settler)];
  const parts = { settler, audience, contacts, networkSetups: createNetworkSetups(ports) };
  const steps = createSteps(ports, parts, 'http://127.0.0.1:9');
  const { chooser, verifier } = steps;
  const { listeners, ...asked } = createListeners(ports, {
    chooser,
    verifier,
    ownLinks: createOwnLinks(ports),
  });
  const left = Object.entries(listeners).flatMap(([name, listener]) => (name === without ? [] : [listener]));
  return createRequests(ports, { ...steps, ...asked, listeners: left });
}

/** What a user and their bot go through, and what the listeners made of it. */
async function live(without: Name | null) {
  let stoodMs: number | null = null;
  const clock = { now: () => stoodMs ?? Date.now() };
  stage = await openServiceStage({ API_WORKERS: '64', UNTRUSTED_LISTS_DAY: '1' }, { clock });
  const { service, store, client } = stage;
  const spies = {
    outcomes: vi.spyOn(store.statistics, 'countRequest'),
    fills: vi.spyOn(store.statistics, 'countFill'),
    passed: vi.spyOn(store.blockTests, 'countPassed'),
    ownLinks: vi.spyOn(store.inviteLinks, 'want'),
  };
  const { botId } = await setScene(stage, { textB: 'Please subscribe' });
  const { orderId, chatId } = await addOrder(stage, 'gardening');
  await service.orders.update(advertiserId, orderId, { ownLinks: true });
  await client.users({ id: EMMA, first_name: 'Emma' });
  await client.say(EMMA, botId, '/start');
  // From here on nothing happens that a second has to do with.
  stoodMs = Date.now();
  const { request } = requestsWithout(without, stage);
  const ask = (asker: number, userId: number, getLinks: boolean): Promise<SponsorAnswer> =>
    request(asker, {
      chatId: userId,
      user: { userId, firstName: 'Emma', username: 'emma', languageCode: 'en', isPremium: false },
      action: 'subscribe',
      getLinks,
      excludeResourceIds: [],
      excludeOrderIds: [],
    });

  const answers = [
    await ask(botId, EMMA, true),
    await ask(botId, EMMA, true),
    await ask(botId, EMMA, true),
    await ask(botId, EMMA, false),
  ];
  const joined = { userId: EMMA, resourceId: String(chatId), state: 'in', atMs: stoodMs } as const;
  await store.memberships.observe([{ ...joined, updateId: 1 }]);
  answers.push(await ask(botId, EMMA, false));
  const identity = { botId: PLAIN_BOT, name: 'Plain', nickname: 'plain_bot', settings: {} };
  await service.bots.add(publisherId, identity);
  answers.push(await ask(PLAIN_BOT, 1, true));
  const afterItsShare = await ask(PLAIN_BOT, 2, true);
  const calls = Object.entries(spies).map(([name, spy]) => [name, spy.mock.calls.length] as const);
  const heard: Record<Name, number> = {
    ...(Object.fromEntries(calls) as Record<keyof typeof spies, number>),
    responseCache: answers.filter(({ isRepeated }) => isRepeated === true).length,
    untrusted: Number(afterItsShare.status === 'ok'),
  };
  const said = answers.map(({ status, sponsors }) => ({
    status,
    sponsors: sponsors?.map(({ type, status: state, availableNow }) => ({ type, state, availableNow })),
  }));
  return { said, heard };
}

const subscribed = (state: string) => [{ type: 'channel', state, availableNow: true }];
const SAID = [
  ...[1, 2, 3].map(() => ({ status: 'warning', sponsors: subscribed('unsubscribed') })),
  { status: 'warning', sponsors: undefined },
  { status: 'ok', sponsors: undefined },
  { status: 'warning', sponsors: subscribed('unsubscribed') },
];

const HEARD: Record<Name, unknown> = {
  outcomes: 7,
  // Two lists that were chosen, and one that was refused.
  fills: 3,
  passed: 1,
  ownLinks: 1,
  // Over PostgreSQL it hangs on when the word of the last change comes whether an answer is given again.
  responseCache: storeKind === 'sqlite' ? 1 : expect.any(Number),
  untrusted: 1,
};

it('each listener hears what it is there for', async () => {
  expect(await live(null)).toEqual({ said: SAID, heard: HEARD });
});

it.each(Object.keys(HEARD) as Name[])('without %s users get the same', async (name) => {
  const { said, heard } = await live(name);
  expect(said).toEqual(SAID);
  expect(heard).toEqual({ ...HEARD, [name]: 0 });
});
