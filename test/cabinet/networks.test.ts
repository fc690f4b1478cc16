/**
 * Promise: a publisher enters a key of another network, tests it, orders networks and removes them. The key is never shown.
 * Then a user's first list has sponsors of both, and the page shows what the network claims of it.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeNetwork, openSponsorgate } from '../../emulator/networks/index.js';
import { axeFaults, isTooWide, loaded } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { usePageStage } from './page-stage.js';

const KEY = 'made-up-key-of-the-network-x7Qa';

describeInBrowser('other networks of a bot', () => {
  const at = usePageStage({
    OUTGOING_SCHEMES: 'http,https',
    OUTGOING_PORTS: '*',
    OUTGOING_PRIVATE: '1',
    HOUSE_NETWORKS: 'sponsorgate key-of-the-operator http://127.0.0.1:1',
  });
  let other: FakeNetwork;
  beforeAll(async () => {
    await at.scene.happen({ channel: 'plants', operator: 'absent' });
    const chat = String(at.scene.names.get('plants', 'id'));
    other = await openSponsorgate({
      key: KEY,
      hasDone: async (userId) =>
        (await at.stage.platform.membersOf(chat)).some(
          ({ user, status }) => user === userId && status === 'member',
        ),
    });
    other.offers = [{ id: '11', chat, link: 'https://t.me/plants' }];
  });
  afterAll(() => other.close());

  const ask = async (user: string) => {
    const id = Number(at.scene.names.get(user, 'id'));
    const response = await fetch(`${at.stage.url}/get-sponsors`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Auth: String(at.scene.names.get('recipes_bot', 'key')) },
      body: JSON.stringify({ user_id: id, chat_id: id, get_links: 1 }),
    });
    const { status, additional } = (await response.json()) as {
      status: string;
      additional: { sponsors: { link: string }[] };
    };
    return { status, links: additional.sponsors.map(({ link }) => link) };
  };
  /** A list that the network was too slow for stays as it is: then another user comes. @returns the name of the user */
  const firstListWithBoth = async () => {
    const { scene } = at;
    await scene.happen({ balance: '100' });
    await scene.happen({ channel: 'garden' });
    const create = { link: 'https://t.me/garden', user_parameters: { languages: null } };
    await scene.happen({ order: 'garden_order', create, then: 'approves' });
    let count = 0;
    const next = async () => {
      count += 1;
      await scene.happen({ user: `user_${String(count)}` });
      return (await ask(`user_${String(count)}`)).links;
    };
    await expect
      .poll(next, { timeout: 30_000, interval: 1_000 })
      .toEqual(['https://t.me/garden', 'https://t.me/plants']);
    return `user_${String(count)}`;
  };

  it('are entered, tested, ordered and removed, and fill a list', async () => {
    await at.scene.happen({ publisher_bot: 'recipes_bot' });
    const [publisher, botId] = ['publisher', 'recipes_bot'].map((name) =>
      Number(at.scene.names.get(name, 'id')),
    ) as [number, number];
    const tab = await at.open(390);
    const { page } = tab;
    await at.enter(tab, `/bots/${String(botId)}/networks`, publisher);
    await page.getByText('No other networks are connected.').waitFor();
    await page.getByText('from its accounts at 127.0.0.1:1.').waitFor();
    await page.getByRole('switch', { name: 'Networks of the service' }).click();
    const isUsed = async () => (await at.stage.service.networkSetups.view(publisher, botId)).usesHouse;
    await expect.poll(isUsed).toBe(false);
    const add = page.getByRole('button', { name: 'Add a network' });
    await add.click();
    await page.getByText('Enter the key.').waitFor();

    await page.getByLabel('Network', { exact: true }).selectOption('sponsorgate');
    await page.getByLabel('URL').fill(other.url);
    await page.getByRole('textbox', { name: 'Key' }).fill(KEY);
    await add.click();
    const line = page.getByRole('region', { name: 'A service like this one' });
    await line.getByText('…x7Qa').waitFor();
    expect(await page.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('');
    expect(await page.content()).not.toContain(KEY);

    const test = line.getByRole('button', { name: 'Test' });
    // A quiet moment of the machine is needed: the network has 300 ms.
    await expect
      .poll(
        async () => {
          at.stage.clock.pass(5_000);
          await test.click();
          await line.getByRole('status').getByText(/\w/).first().waitFor();
          return line.getByRole('status').innerText();
        },
        { timeout: 30_000 },
      )
      .toContain('It works. Offers for you: 1');
    expect(await line.getByRole('status').innerText()).toContain('Sponsor 11');

    await page.getByLabel('Network', { exact: true }).selectOption('tgrass');
    await page.getByRole('textbox', { name: 'Key' }).fill('another-key-9zZz');
    await add.click();
    const second = page.getByRole('region', { name: 'Tgrass' });
    await second.getByRole('button', { name: 'Move up' }).click();
    const setup = async () =>
      (await at.stage.service.networkSetups.view(publisher, botId)).networks.map(
        ({ kind, minPriceMicros }) => [kind, minPriceMicros],
      );
    await expect.poll(setup).toEqual([
      ['tgrass', 0n],
      ['sponsorgate', 0n],
    ]);
    await line.getByLabel('Minimum price').fill('1.5');
    await line.getByRole('button', { name: 'Save' }).click();
    await expect.poll(setup).toEqual([
      ['tgrass', 0n],
      ['sponsorgate', 1_500_000n],
    ]);
    await loaded(page);
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);

    await second.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(setup).toEqual([['sponsorgate', 1_500_000n]]);

    const user = await firstListWithBoth();
    await at.scene.happen({ user, joins: 'garden' });
    await at.stage.platform.join(Number(at.scene.names.get(user, 'id')), '@plants');
    await expect.poll(() => ask(user), { timeout: 15_000 }).toMatchObject({ status: 'ok' });
    await at.stage.store.flush();
    await page.reload();
    await line.getByText(/ offered, 1 done, 0 paid as reported/).waitFor();
    await tab.close();
  }, 90_000);
});
