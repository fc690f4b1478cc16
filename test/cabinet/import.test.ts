/** Taking over what one has at another service, in a browser: a look first, then the import, then the same report. */
import { expect, it } from 'vitest';
import { pino } from 'pino';
import { startImportRunner } from '../../api/imports/runner.js';
import { axeFaults, isTooWide } from '../api/browser.js';
import { openApiStage } from '../api/stage.js';
import { describeInBrowser } from '../browser.js';
import { reachesInside } from '../import/stage.js';
import { addRow } from '../support/row.js';
import { lookInto } from '../support/database.js';
import { usePageStage } from './page-stage.js';

describeInBrowser('the import page', () => {
  const at = usePageStage(reachesInside);

  it.each([390, 1280])(
    'shows what comes, takes it over, and shows history, %i px wide',
    async (width) => {
      const there = await openApiStage();
      const order = { action: 'create', link: 'https://garden.example.org/', ads_type: 'resource' };
      await there.post('/orders', there.keys.access, {
        ...order,
        quantity_all: 100,
        name: 'Garden far away',
      });
      const { toDay } = there.service.imports.historyRange();
      await lookInto(there.settings.DATABASE_URL, (sql) =>
        addRow(sql, 'order_days', { order_id: 1, day: toDay, subscribers: 12, value_micros: 30_500_000 }),
      );
      const runner = startImportRunner(at.stage.service, pino({ level: 'silent' }));
      try {
        const tab = await at.open(width);
        const { page } = tab;
        await at.enter(tab, '/account', at.ada);
        await page.getByRole('link', { name: 'Import from another service' }).click();
        await page.getByRole('button', { name: 'Preview' }).click();
        await page.getByText('This field is required.').waitFor();
        // As copied from a browser.
        await page.getByLabel('Address of its API').fill(`${there.url}/ `);
        await page.getByRole('textbox', { name: 'Your Access Key there' }).fill('sg_access_wrong');
        await page.getByRole('button', { name: 'Preview' }).click();
        await page.getByText('The other service refuses the key.').waitFor();
        await page.getByRole('textbox', { name: 'Your Access Key there' }).fill(there.keys.access);
        await page.getByRole('textbox', { name: 'Your Statistics token there' }).fill(there.keys.statistics);
        await page.getByRole('button', { name: 'Preview' }).click();
        await page.getByText('Nothing has changed yet.').waitFor();
        await page.getByText('Garden far away').first().waitFor();
        await page.getByText('Days with figures: 1').first().waitFor();
        expect(await isTooWide(page)).toBe(false);
        expect(await axeFaults(page)).toEqual([]);
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByText('The import has ended.').waitFor();
        await page.goto(`${at.stage.url}/cabinet/figures/orders`);
        const history = page.getByRole('region', { name: `Imported history: ${new URL(there.url).host}` });
        await history.getByText('Total: 12 subscribers, 30.5.').waitFor();
        expect(await isTooWide(page)).toBe(false);
        expect(await axeFaults(page)).toEqual([]);
      } finally {
        await runner.stop();
        await there.close();
      }
    },
    60_000,
  );
});
