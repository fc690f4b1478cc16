/** The overview: thirty days against thirty, today so far, and what needs its owner. */
import { expect, it } from 'vitest';
import { DAY_MS } from '../../core/days.js';
import { parseMoney } from '../../core/money.js';
import { expectReadable, loaded, widths } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { moderatorId } from '../cases/stage.js';
import { addBot, addOrder, chargeShown, openAccount, ownChat, settle, show } from '../contract/makers.js';
import { partOf } from '../support/part.js';
import { usePageStage } from './page-stage.js';

const OLGA = 9_001;
const BOT = 9_002;

describeInBrowser('the overview', () => {
  const at = usePageStage();

  it.each(partOf(widths, 1))(
    'shows what needs its owner, and a month against the one before, %i px wide',
    async (width) => {
      const { service, store, clock, url } = at.stage;
      const person = OLGA + width;
      const bot = BOT + width;
      await openAccount(store, person, 'Olga');
      await addBot(store, bot, person, { name: 'Recipes', nickname: `olga_${String(width)}_bot` });
      const credit = (accountId: number, amount: string) =>
        service.wallet.credit(accountId, parseMoney(amount), {
          reference: `${String(accountId)} ${String(width)}`,
          note: '',
          bookedBy: null,
        });
      await credit(at.ada, '50');
      await credit(person, '1');
      await addOrder(store, ownChat(width + 2), person);
      const refused = await service.orders.create(person, {
        link: `https://example.org/${String(width)}`,
        name: 'Refused one',
        adsType: 'resource',
        quantityAll: 10,
      });
      const { revision = 0 } = (await store.orders.find(refused.orderId)) ?? {};
      expect(
        await service.moderation.reject(moderatorId, refused.orderId, revision, 'It leads nowhere.'),
      ).toMatchObject({ kind: 'decided' });
      const { orderId } = await addOrder(store, ownChat(width), at.ada);
      const dayNow = () => Math.floor(clock.now() / DAY_MS);
      const joined = async (userId: number, holdMs: number) => {
        const held = chargeShown({ holdUntilMs: clock.now() + holdMs });
        await show(store, userId, orderId, bot, clock.now());
        await settle(store, orderId, userId, { nowMs: clock.now(), day: dayNow(), decide: held });
      };
      const tab = await at.open(width);
      const { page } = tab;
      const home = async (language: 'en' | 'ru') => {
        await service.accounts.setLanguage(person, language);
        await store.flush();
        await page.clock.setSystemTime(clock.now());
        await page.goto(`${url}/cabinet`);
        await loaded(page);
      };
      await joined(61, 1);
      clock.pass(30 * DAY_MS);
      await joined(62, 3_600_000);
      await joined(63, 2 * DAY_MS);
      await at.signIn(tab, person);
      await home('en');
      const attention = page.getByRole('region', { name: 'Needs attention' });
      const line = (name: string) => attention.locator('.row', { hasText: name });
      expect(await line('Refused one').innerText()).toContain('Rejected by a moderator');
      expect(await line('An order').innerText()).toContain('Balance is below ₽2.00');
      expect(await line('Recipes').innerText()).toContain('No requests in 3 days');
      expect(await line('₽4.20').innerText()).toContain('On hold');
      expect(await attention.innerText()).toMatch(
        /Next release: .*\. In 24 hours: ₽2\.80\. In 7 days: ₽4\.20\./,
      );
      const month = page.getByRole('region', { name: 'Subscribers from your bots' });
      expect(await month.innerText()).toContain('Last 30 days: 2. The 30 days before: 1 (+100%).');
      await month.getByRole('group', { name: 'Subscribers' }).waitFor();
      expect(await page.getByText('Today: ₽2.80 · 2 subscribers').count()).toBe(1);
      await tab.keep('overview');
      await expectReadable(page);
      await home('ru');
      await page.getByRole('region', { name: 'Требует внимания' }).getByText('Нет запросов 3 дня').waitFor();
      await expectFineWithoutShift('overview-ru');
      store.statistics.countRequest(bot, dayNow(), 'sponsors');
      await home('en');
      await expect.poll(() => line('Recipes').count()).toBe(0);
      expect(tab.complaints).toEqual([]);
      await tab.close();

      async function expectFineWithoutShift(name: string): Promise<void> {
        await page.emulateMedia({ colorScheme: 'dark' });
        await tab.keep(name);
        await expectReadable(page);
      }
    },
    60_000,
  );
});
