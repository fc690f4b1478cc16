/**
 * The demo's other network: a service of the same interface, in this process. The publisher has entered its key for the second bot,
 * so that bot's list has sponsors of both.
 */
import { type FakeNetwork, openSponsorgate } from '../../emulator/networks/index.js';
import { cast } from './cast.js';
import { postAs, type Scene } from './seed.js';

/** Opens it on a free port; who is in its channels is what the emulated platform says. */
export async function startNetwork(scene: Scene): Promise<FakeNetwork> {
  const { client, stage, attempt } = scene;
  const network = await openSponsorgate({
    key: cast.network.key,
    hasDone: async (userId, { chat }) => {
      const members = await client.membersOf(Number(chat));
      return members.some(({ user, status }) => user === userId && status === 'member');
    },
  });
  network.offers = stage.networkChannels.map(({ id, link, title }) => ({
    id: String(id),
    chat: String(id),
    link,
    title,
  }));
  await attempt('enter the key of another network', () => enter(scene, network));
  return network;
}

/** A second start has another port. A network that its owner has removed stays removed. */
async function enter(scene: Scene, { url, key }: FakeNetwork): Promise<void> {
  const { service, stage } = scene;
  const { publisher } = cast;
  const botId = stage.publisherBots[1]?.id ?? 0;
  const { bot } = await service.bots.info(publisher.id, botId);
  const { outbids, networks } = await service.networkSetups.view(publisher.id, botId);
  const isOurs = ({ kind, keyEnd }: (typeof networks)[number]) =>
    kind === 'sponsorgate' && key.endsWith(keyEnd || key);
  const kept = networks.map((network) => ({
    network_id: network.networkId,
    kind: network.kind,
    url: network.url,
    min_price: Number(network.minPriceMicros) / 1e6,
    ...(isOurs(network) ? { url, key } : {}),
  }));
  if (bot.hasNetworks && !networks.some(isOurs)) return;
  await postAs(scene, publisher, '/bots', {
    action: 'set_networks',
    bot_id: botId,
    outbids: Number(outbids),
    networks: bot.hasNetworks ? kept : [{ kind: 'sponsorgate', url, key }],
  });
}
