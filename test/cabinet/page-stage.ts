/** The cabinet's page in a browser, over a service of its own: for the files that try it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { closeTabs, openTab, sharedBrowser, type Tab } from '../api/browser.js';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';
import { signedIn } from './browser-user.js';

export interface PageStage {
  readonly emulator: Emulator;
  readonly stage: Stage;
  readonly scene: Scene;
  readonly browser: Browser;
  /** The account of the scene's advertiser. */
  readonly ada: number;
  open(width?: number): Promise<Tab>;
  /**
   * Signs a person in, in English, by a cookie: the next page load is theirs. The operator bot's link costs two page loads
   * more; `surroundings.test.ts` follows it.
   * @param person the advertiser by default
   */
  signIn(tab: Tab, person?: number): Promise<void>;
  /** Signs a person in, and opens a page of the cabinet. @param path behind `/cabinet`; the overview by default */
  enter(tab: Tab, path?: string, person?: number): Promise<void>;
  /** An order on which something changes that the page has not heard of. */
  order(name: string): Promise<{ id: number; rename: (to: string) => Promise<unknown> }>;
}

/** Opens it before the tests of a file and closes it after them; what it returns can be used from then on. */
export function usePageStage(environment: Record<string, string> = {}): PageStage {
  const at = {} as { -readonly [Part in keyof PageStage]: PageStage[Part] };
  beforeAll(async () => {
    [at.emulator, at.browser] = await Promise.all([openEmulator(), sharedBrowser()]);
    at.stage = await openStage(at.emulator, environment);
    at.scene = new Scene(at.stage);
    await at.scene.open();
    at.ada = Number(at.scene.names.get('advertiser', 'id'));
  }, 60_000);
  afterAll(async () => {
    await closeTabs(at.browser);
    await at.stage.close();
    await at.emulator.close();
  });
  at.open = async (width = 1280) => {
    const tab = await openTab(at.browser, at.stage.url, { width, locale: 'en-GB' });
    // Time can be let pass at once.
    await tab.page.clock.install();
    return tab;
  };
  at.signIn = async ({ context }, person = at.ada) => {
    // Another test may have left them another language.
    await at.stage.service.accounts.setLanguage(person, 'en');
    const { cookie } = await signedIn(at.stage, person);
    await context.addCookies([{ name: 'cabinet_session', value: cookie, url: at.stage.url }]);
  };
  at.enter = async (tab, path = '', person) => {
    await at.signIn(tab, person);
    await tab.page.goto(`${at.stage.url}/cabinet${path}`);
    await tab.page.getByRole('navigation').waitFor();
  };
  at.order = async (name) => {
    const { orders } = at.stage.service;
    const link = `https://example.org/${name}`;
    const made = { link, name, adsType: 'resource' as const, quantityAll: 100 };
    const { orderId } = await orders.create(at.ada, made);
    return { id: orderId, rename: (to) => orders.update(at.ada, orderId, { name: to }) };
  };
  return at;
}

/** Holds a command of the page back, and so its answer. @returns what lets it go */
export async function held(page: Page, path: string, action: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(path, async (route) => {
    if (route.request().postData()?.includes(`"action":"${action}"`) === true) await isLetGo;
    await route.continue();
  });
  return letGo;
}
