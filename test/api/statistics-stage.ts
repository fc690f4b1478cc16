/** A publisher with two bots and an order, an advertiser with two orders and a bot: what the tests of figures share. */
import { Scene } from '../cases/scene.js';
import { openEmulator, openStage, type Stage } from '../cases/stage.js';

/** Its clocks went forward in the night to 31 March 2030: that day has 23 hours. */
export const zone = 'Europe/Riga';
const holdHours = 24;

export const orders = ['garden', 'night', 'own'];
export const bots = ['recipes_bot', 'stories_bot', 'advertisers_bot'];

export type Data = Record<string, unknown>;

export interface FiguresStage {
  stage: Stage;
  scene: Scene;
  orderId(name: string): number;
  botId(name: string): number;
  /** GET /statistic with a person's Statistics token. */
  statistic(
    person: string,
    query: Record<string, string | number>,
  ): Promise<{ http: number; data: Data; message: string }>;
  close(): Promise<void>;
}

export async function openFigures(): Promise<FiguresStage> {
  const emulator = await openEmulator();
  const stage = await openStage(emulator, { SERVICE_TIMEZONE: zone, HOLD_HOURS: String(holdHours) });
  const scene = new Scene(stage);
  await scene.open();
  await scene.happen({ clock: '2030-03-28 12:00:00' });
  for (const person of ['advertiser', 'publisher']) await scene.happen({ balance: '1000000', of: person });
  for (const bot of bots) {
    await scene.happen({ publisher_bot: bot, of: bot === 'advertisers_bot' ? 'advertiser' : 'publisher' });
  }
  for (const order of orders) {
    await scene.happen({ channel: `${order}_channel` });
    const create = { link: `https://t.me/${order}_channel`, price: 3.333333, quantity_all: 1_000_000 };
    await scene.happen({
      order,
      by: order === 'own' ? 'publisher' : 'advertiser',
      create,
      then: 'approves',
    });
  }
  const address = (person: string, query: Record<string, string | number>) => {
    const fields = new URLSearchParams({ api_token: String(scene.names.get(person, 'statistics')) });
    for (const [name, value] of Object.entries(query)) fields.set(name, String(value));
    return `${stage.url}/statistic?${fields.toString()}`;
  };
  return {
    stage,
    scene,
    orderId: (name) => Number(scene.names.get(name)),
    botId: (name) => Number(scene.names.get(name, 'id')),
    statistic: async (person, query) => {
      const response = await fetch(address(person, query));
      const body = (await response.json()) as { data: Data; message: string };
      return { http: response.status, ...body };
    },
    close: async () => {
      await stage.close();
      await emulator.close();
    },
  };
}
