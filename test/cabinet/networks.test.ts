/** Promise: a publisher enters a key of another network, tests it, orders networks and removes them; the key is never shown. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeNetwork, openSponsorgate } from '../../emulator/networks/index.js';
import { axeFaults, isTooWide, loaded } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { usePageStage } from './page-stage.js';

const KEY = 'made-up-key-of-the-network-x7Qa';

describeInBrowser('other networks of a bot', () => {
  const at = usePageStage({ OUTGOING_SCHEMES: 'http,https', OUTGOING_PORTS: '*', OUTGOING_PRIVATE: '1' });
  let other: FakeNetwork;
  beforeAll(async () => {
    other = await openSponsorgate({ key: KEY });
    other.offers = [{ id: '11', chat: '-10011', link: 'https://t.me/garden' }];
  });
  afterAll(() => other.close());

  it('are entered, tested, ordered and removed', async () => {
    await at.scene.happen({ publisher_bot: 'recipes_bot' });
    const [publisher, botId] = ['publisher', 'recipes_bot'].map((name) =>
      Number(at.scene.names.get(name, 'id')),
    ) as [number, number];
    const tab = await at.open(390);
    const { page } = tab;
    await at.enter(tab, publisher);
    await page.goto(`${at.stage.url}/cabinet/bots/${String(botId)}/networks`);
    await page.getByText('No other networks are connected.').waitFor();
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
    await tab.close();
  }, 90_000);
});
