/** The overview of more orders than it lists: it says so, in the reader's language. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addOrder } from '../contract/makers.js';
import { openPages, type PagesStage } from './stage.js';

let pages: PagesStage;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

it('lists the newest hundred, and says how many there are', async () => {
  const page = async (language: string) => {
    const query = `action=allads&output_format=html&lang=${language}`;
    return (await fetch(await pages.statistic('advertiser', query))).text();
  };
  expect(await page('en')).not.toContain('are listed');
  const accountId = Number(pages.scene.names.get('advertiser', 'id'));
  for (let index = 0; index < 100; index++) {
    const link = `example.org/${String(index)}`;
    await addOrder(pages.stage.store, { link: `https://${link}`, linkKey: link }, accountId);
  }
  expect(await page('en')).toContain('The newest 100 of 102 are listed');
  expect(await page('ru')).toContain('Показаны новейшие 100 из 102');
});
