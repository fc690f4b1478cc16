/** The form that asks gender and age, as an end user meets it: in a real browser, inside the messenger and out of it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../browser.js';
import { expectFine, launch, openTab, type Tab, widths } from '../api/browser.js';
import { openPages, type PagesStage } from './stage.js';

describeInBrowser('the form', () => {
  let browser: Browser;
  let pages: PagesStage;

  beforeAll(async () => {
    [browser, pages] = await Promise.all([launch(), openPages()]);
  });
  afterAll(async () => {
    await browser.close();
    await pages.close();
  });

  const open = (options: Parameters<typeof openTab>[2] = {}) => openTab(browser, pages.stage.url, options);
  /** As the bot sees them whose form it is. */
  const user = (userId: number) =>
    pages.stage.service.audience.ofBot(Number(pages.scene.names.get('stories_bot', 'id')), userId);

  /** A tab that tells what its page asks of the messenger. */
  async function openInside(
    options: Parameters<typeof openTab>[2] = {},
  ): Promise<Tab & { events: string[] }> {
    const tab = await open({ hasTouch: true, ...options });
    const events: string[] = [];
    await tab.context.exposeFunction('told', (name: string) => events.push(name));
    await tab.context.addInitScript(
      'window.TelegramWebviewProxy = { postEvent: (name) => window.told(name) }',
    );
    return { ...tab, events };
  }

  it('inside the messenger: its colours, two taps, survives a reload, thanks, and it closes', async () => {
    const tab = await openInside();
    const { link, userId } = await pages.formLink('ru');
    await tab.page.goto(pages.inside(link, userId));
    await tab.page.locator('input[name=init_data]:not([value=""])').waitFor({ state: 'attached' });
    const background = 'getComputedStyle(document.body).backgroundColor';
    expect(await tab.page.evaluate(background)).toBe('rgb(32, 48, 64)');
    expect(tab.events).toContain('web_app_ready');
    await expectFine(tab, 'form-gender-inside');
    await tab.page.getByRole('button', { name: 'Женский' }).tap();
    await tab.page.getByRole('heading', { name: 'Ваш возраст' }).waitFor();
    await tab.page.reload();
    // The messenger tells its colours once; the script remembers them.
    expect(await tab.page.evaluate(background)).toBe('rgb(32, 48, 64)');
    await expectFine(tab, 'form-age-inside');
    await tab.page.getByRole('button', { name: '18–24' }).tap();
    await tab.page.getByRole('heading', { name: 'Спасибо!' }).waitFor();
    await expectFine(tab, 'form-thanks-inside');
    await expect.poll(() => tab.events, { timeout: 5_000 }).toContain('web_app_close');
    expect(await user(userId)).toMatchObject({ gender: 'female', age: 5, deviceOs: 'Android' });
    await tab.close();
  });

  it("somebody else's form, by the messenger's own word, stores nothing and says so", async () => {
    const tab = await openInside();
    const { link, userId } = await pages.formLink('en');
    await tab.page.goto(pages.inside(link, userId + 1_000_000));
    await tab.page.locator('input[name=init_data]:not([value=""])').waitFor({ state: 'attached' });
    await tab.page.getByRole('button', { name: 'Female' }).tap();
    await tab.page.getByRole('heading', { name: 'This link is not yours' }).waitFor();
    expect((await user(userId))?.gender ?? null).toBeNull();
    await tab.close();
  });

  it.each(widths)('in a browser, by the keyboard alone, at %d px', async (width) => {
    const tab = await open({ width });
    const { link, userId } = await pages.formLink('en');
    await tab.page.goto(link);
    await expectFine(tab, 'form-gender');
    await tab.page.keyboard.press('Tab');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('heading', { name: 'Your age' }).waitFor();
    await expectFine(tab, 'form-age');
    await tab.page.keyboard.press('Shift+Tab');
    await tab.page.keyboard.press('Space');
    await tab.page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    await expectFine(tab, 'form-thanks');
    expect(await user(userId)).toMatchObject({ gender: 'male', age: 6 });
    await tab.close();
  });

  it('without scripts', async () => {
    const tab = await open({ javaScriptEnabled: false });
    const { link, userId } = await pages.formLink('en');
    await tab.page.goto(link);
    await tab.page.getByRole('button', { name: 'Female' }).click();
    await tab.page.getByRole('button', { name: '11–13' }).click();
    await tab.page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    expect(await user(userId)).toMatchObject({ gender: 'female', age: 2 });
    await tab.close();
  });
});
