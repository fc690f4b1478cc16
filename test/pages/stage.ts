/** What the tests of pages share: a service with somebody of everything, one of them with a hostile name. */
import { initDataOf } from '../api/resource-stage.js';
import { Scene } from '../cases/scene.js';
import { openEmulator, openStage, type Stage } from '../cases/stage.js';

/** A name that must be text wherever it comes to stand. */
export const hostile = '<img src=x onerror=alert(1)>';

export interface PagesStage {
  stage: Stage;
  scene: Scene;
  orderId(): number;
  post(path: string, key: string, body: object): Promise<Record<string, unknown>>;
  /** A person's Statistics token as it is now. */
  token(person: string): Promise<string>;
  statistic(person: string, query: string): Promise<string>;
  /** A link to the form, for a user nobody has met. */
  formLink(language: string): Promise<{ link: string; userId: number }>;
  /** A smart link, for a user nobody has met; it leads desktops to https://t.me/admin. */
  smartLink(): Promise<{ link: string; userId: number }>;
  /** A link to a resource, for a new user of `stories_bot`, who has started it or not. */
  resourceLink(hasStarted: boolean): Promise<{ link: string; userId: number }>;
  /** An address as the messenger opens it for a user of the bot `stories_bot` or `recipes_bot`. */
  inside(link: string, userId: number, bot?: string, data?: string): string;
  close(): Promise<void>;
}

/** Colours of a messenger's dark theme. */
const theme = {
  bg_color: '#203040',
  text_color: '#ffffff',
  secondary_bg_color: '#304a62',
  subtitle_text_color: '#c8d4e0',
  button_color: '#5eb5f7',
  button_text_color: '#000000',
};

/** @param environment settings beyond those of every test of pages */
export async function openPages(environment: Record<string, string> = {}): Promise<PagesStage> {
  const emulator = await openEmulator();
  const stage = await openStage(emulator, { SERVICE_TIMEZONE: 'Europe/Riga', ...environment });
  const scene = new Scene(stage);
  const orderId = () => Number(scene.names.get('garden_order'));
  const name = (thing: string, part?: string) => String(scene.names.get(thing, part));
  let lastUser = 80_000;

  const post: PagesStage['post'] = async (path, key, body) => {
    const response = await fetch(stage.url + path, {
      method: 'POST',
      headers: { Auth: key },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const ask = async (bot: string, language: string, more: object = {}) => {
    lastUser += 1;
    const who = { chat_id: lastUser, user_id: lastUser, first_name: hostile, language_code: language };
    const asked = await post('/get-sponsors', name(bot, 'key'), { ...who, get_links: 1, ...more });
    if (asked['additional'] === undefined) throw new Error(JSON.stringify(asked));
    return { userId: lastUser, additional: asked['additional'] as Record<string, unknown> };
  };
  /** The next user starts a bot: it is their contact. */
  const start = async (bot: string) => {
    await stage.platform.users({ id: lastUser + 1, first_name: 'Emma' });
    await stage.platform.say(lastUser + 1, bot, '/start');
  };
  const token = (person: string) =>
    stage.service.accounts.revealKey(Number(scene.names.get(person, 'id')), 'statistics');

  await scene.open();
  await scene.happen({ balance: '1000', of: 'advertiser' });
  for (const bot of ['recipes_bot', 'stories_bot']) await scene.happen({ publisher_bot: bot });
  await scene.happen({ channel: 'garden' });
  const create = { link: 'https://t.me/garden', price: 2.35, name: `Garden ${hostile}` };
  await scene.happen({ order: 'garden_order', create, then: 'approves' });
  await scene.happen({ subscribers: 3, of: 'garden_order', in: 'recipes_bot' });
  await scene.happen({ subscribers: 1, of: 'garden_order', in: 'stories_bot' });
  const add = { action: 'add', bot_id: 4242, bot_name: hostile, bot_nickname: 'hostile_bot' };
  await post('/bots', name('publisher', 'access'), add);
  await scene.happen({ channel: 'desk' });
  const admin = {
    link: 'https://t.me/desk',
    price: 5,
    user_parameters: { languages: null, devicestype: ['desktop'] },
  };
  await scene.happen({ order: 'desk_order', create: admin, then: 'approves' });

  return {
    stage,
    scene,
    orderId,
    post,
    token,
    statistic: async (person, query) => `${stage.url}/statistic?${query}&api_token=${await token(person)}`,
    formLink: async (language) => {
      const bot_id = scene.names.get('stories_bot', 'id');
      await post('/bots', name('publisher', 'access'), { action: 'update', bot_id, show_quiz: 1 });
      // Of a stranger nothing is learnt from a page that the bot itself could have opened.
      await start('stories_bot');
      const { userId, additional } = await ask('stories_bot', language);
      return { link: String(additional['registration_url']), userId };
    },
    smartLink: async () => {
      await start('recipes_bot');
      const { userId, additional } = await ask('recipes_bot', 'en', { exclude_ads_ids: [orderId()] });
      const sponsors = additional['sponsors'] as { link: string; type: string }[];
      return { link: sponsors.find(({ type }) => type === 'smart_link')?.link ?? '', userId };
    },
    resourceLink: async (hasStarted) => {
      if (hasStarted) await start('stories_bot');
      const { userId, additional } = await ask('stories_bot', 'en');
      await stage.service.contacts.idle();
      const sponsors = additional['sponsors'] as { link: string; type: string }[];
      return { link: sponsors.find(({ type }) => type === 'resource')?.link ?? '', userId };
    },
    inside: (link, userId, bot = 'stories_bot', data = initDataOf(userId, name(bot, 'token'))) => {
      const fragment = new URLSearchParams({
        tgWebAppData: data,
        tgWebAppVersion: '8.0',
        tgWebAppPlatform: 'android',
        tgWebAppThemeParams: JSON.stringify(theme),
      });
      return `${link}#${fragment.toString()}`;
    },
    close: async () => {
      await stage.close();
      await emulator.close();
    },
  };
}
