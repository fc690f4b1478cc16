/** A page that is open when its language changes is drawn again in the other, all of it. */
import { expect, it } from 'vitest';
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
    const all = async (): Promise<string> => {
      await loaded(page);
      return page.locator('body').innerText();
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
      const english = await all();
      await at.stage.service.accounts.setLanguage(person, 'ru');
      // What the page does once the line is back: it asks again.
      await page.evaluate(`['offline', 'online'].forEach((name) => dispatchEvent(new Event(name)))`);
      await page.locator('html[lang=ru]').waitFor();
      const there = await all();
      await page.reload();
      await page.getByRole('navigation').waitFor();
      const again = await all();
      expect(there, path).toBe(again);
      expect(there, path).not.toBe(english);
    }
    await tab.close();
  }, 120_000);
});
