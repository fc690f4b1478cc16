/** Actions of POST /bots about other networks: which a bot has, and a test of one (`docs/networks.md`). */
import { z } from 'zod';
import { type NetworkFailure, networkKinds } from '../../core/ports/networks.js';
import type { Service } from '../../core/service.js';
import * as field from '../fields.js';
import { named, type SourceOf } from '../encode.js';
import { resultHandler } from '../route.js';
import { flag, micros, money, notYours, whole } from './wire.js';

type View = Awaited<ReturnType<Service['networkSetups']['view']>>;

const botId = field.id({ description: 'Id of the bot.', example: 7000000002 });
const kinds = `\`sponsorgate\` is any service that speaks this interface.`;

const wanted = field.group({
  network_id: field.optional(
    field.id({ description: 'Of one that is there: it keeps its key unless another is given.' }),
  ),
  kind: field.choice(networkKinds, { description: kinds }),
  url: field.withDefault(
    field.text({
      max: 500,
      description:
        'Its address; `""`: its own. A `sponsorgate` needs one, and must be a public https address.',
    }),
    '',
  ),
  key: field.optional(
    field.text({ max: 512, description: 'The key that the network gave you for this bot.' }),
  ),
  min_price: field.optional(
    field.money({ min: 0n, description: 'Offers that the network says pay less are left out; default 0.' }),
  ),
});

const setFields = z.object({
  bot_id: botId,
  networks: field.list(wanted, { description: 'All of them, in the order in which they are asked.' }),
  outbids: field.withDefault(
    field.flag({
      description: '1: an offer whose known price is higher takes the place of a sponsor of ours.',
    }),
    false,
  ),
  house: field.optional(
    field.flag({
      description:
        '0: keys of the operator fill no places of this bot; 1, the default: they do while it has none of its own. Absent: as it is.',
    }),
  ),
});

const testFields = z.object({
  bot_id: botId,
  network_id: field.id({ description: 'A network of the bot.' }),
  user_id: field.optional(
    field.id({ description: 'The person of the platform to ask for; absent: the owner of the key.' }),
  ),
});

const setup = z.strictObject({
  outbids: flag,
  house: named(
    'usesHouse',
    flag.meta({
      description: '1: keys of the operator fill free places while the bot has none of its own.',
      example: 1,
    }),
  ),
  house_networks: z
    .array(z.string())
    .meta({ description: 'Which networks these are; none: the operator has none.', example: [] }),
  networks: z.array(
    z.strictObject({
      network_id: whole,
      kind: z.enum(networkKinds).meta({ example: 'flyer' }),
      url: z.string().meta({ example: '' }),
      key_end: z.string().meta({
        description:
          'The last four characters of a key of twelve or more, else `""`; the rest is shown to no one.',
        example: 'x7Qa',
      }),
      min_price: micros('In the currency of the network.').meta({ example: 0 }),
      listed: z
        .int()
        .meta({ description: 'Offers that users were given in the last thirty days.', example: 310 }),
      done: z.int().meta({ description: 'Those that the network says are done.', example: 120 }),
      claimed: micros('What the network says it pays for them: its claim, in its currency.').meta({
        example: 180,
      }),
    }),
  ),
});
const failures = ['key_refused', 'limited', 'resting', 'unavailable'] as const satisfies NetworkFailure[];
const trial = z.strictObject({
  is_answered: z.boolean(),
  failure: z
    .enum(failures)
    .nullable()
    .describe(
      '`key_refused`; `limited`: too many requests; `resting`: it failed a moment ago, and is left alone; `unavailable`: it fails, is silent, or what came is no answer.',
    ),
  offers: z.array(
    z.strictObject({
      title: z.string(),
      link: z.string(),
      state: z.enum(['pending', 'done', 'held', 'gone']),
      price: money.nullable().describe('What the network says it pays: its claim.'),
    }),
  ),
});

const viewed = {
  result: setup,
  answered: { message: 'Networks: 1.' },
  says: ({ networks }: SourceOf<typeof setup>) => `Networks: ${String(networks.length)}.`,
  errors: notYours,
};

export const networkActions = {
  networks: resultHandler({
    summary: 'Get the other networks of a bot',
    isRepeatable: true,
    fields: z.object({ bot_id: botId }),
    ...viewed,
    example: { bot_id: 4242 },
    handle: async (service, { bot_id }, { accountId }) =>
      shown(await service.networkSetups.view(accountId, bot_id)),
  }),
  set_networks: resultHandler({
    summary: 'Set the other networks of a bot',
    description:
      'A network that is left out is removed, and its key with it. A key that was given for one address is not sent to another.',
    fields: setFields,
    ...viewed,
    example: { bot_id: 4242, networks: [{ kind: 'flyer', key: 'FL-key' }] },
    handle: async (service, { bot_id, networks, outbids, house }, { accountId }) => {
      const list = networks.map(({ network_id, kind, url, key, min_price }) => ({
        kind,
        url,
        minPriceMicros: min_price ?? 0n,
        ...(network_id === undefined ? {} : { networkId: network_id }),
        ...(key === undefined ? {} : { key }),
      }));
      const wanted = { outbids, usesHouse: house, networks: list };
      return shown(await service.networkSetups.set(accountId, bot_id, wanted));
    },
  }),
  test_network: resultHandler({
    summary: 'Test a network',
    fields: testFields,
    result: trial,
    example: { bot_id: 4242, network_id: 1 },
    answered: {
      message: 'The network answered: 1 offers.',
      result: {
        is_answered: true,
        failure: null,
        offers: [{ title: '@garden', link: 'https://t.me/garden', state: 'pending', price: 1.5 }],
      },
    },
    errors: { ...notYours, 429: 'One in five seconds.' },
    handle: async (service, { bot_id, network_id, user_id }, { accountId }) => {
      const found = await service.networkSetups.test(accountId, bot_id, network_id, user_id ?? accountId);
      return found.ok
        ? { isAnswered: true, failure: null, offers: found.offers }
        : { isAnswered: false, failure: found.failure, offers: [] };
    },
    says: ({ isAnswered, offers }) =>
      isAnswered ? `The network answered: ${String(offers.length)} offers.` : 'The network gave no answer.',
  }),
};

const shown = ({ networks, ...view }: View) => ({
  ...view,
  networks: networks.map(({ recent, ...network }) => ({ ...network, ...recent })),
});
