/** A page that is open when its language changes is drawn again in the other, all of it. */
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { loaded } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { moderatorId } from '../cases/stage.js';
import { usePageStage } from './page-stage.js';

describeInBrowser('another language', () => {
  const at = usePageStage();

  it('is spoken everywhere on the page that is open', async () => {
    const { id } = await at.order('spoken');
    const tab = await at.open();
    const { page } = tab;
    const fresh = await page.context().newPage();
    const all = async (shown: Page): Promise<string> => {
      await loaded(shown);
      return shown.locator('body').innerText();
    };
    const places: [number, string][] = [
      ...['', '/orders', `/orders/${String(id)}`, '/orders/new', '/bots?add=1', '/wallet', '/account'].map(
        (path): [number, string] => [at.ada, path],
      ),
      [moderatorId, '/moderation'],
      [moderatorId, '/payouts'],
    ];
    for (const [person, path] of places) {
      await at.enter(tab, path, person);
      const english = await all(page);
      await at.stage.service.accounts.setLanguage(person, 'ru');
      await fresh.goto(page.url());
      await fresh.getByRole('navigation').waitFor();
      // What the page does once the line is back: it asks again.
      await page.evaluate(`['offline', 'online'].forEach((name) => dispatchEvent(new Event(name)))`);
      await vi.waitFor(
        async () => {
          const russian = await all(fresh);
          expect(russian, path).not.toBe(english);
          expect(await all(page), path).toBe(russian);
        },
        { timeout: 10_000 },
      );
    }
    await tab.close();
  }, 120_000);
});
