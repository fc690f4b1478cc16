/**
 * Whatever the order of requests, joins, leaves and repeats: a pinned list never changes inside its time, `ok` means that
 * no sponsor is left to act on, and no pair of order and user is charged twice.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timesOf } from '../support/part.js';
import { Scene } from './scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from './stage.js';

const PIN_MINUTES = 30;
const PRICE = 3;
const DEPOSIT = 1_000;
const channels = ['garden', 'kitchen', 'attic'] as const;
const bots = ['recipes_bot', 'stories_bot'] as const;
const users = ['ivan', 'olga'] as const;

type Act =
  | { do: 'ask'; times: number; user: number; bot: number }
  | { do: 'move'; joins: boolean; user: number; channel: number }
  | { do: 'wait'; minutes: number };

const which = (things: readonly unknown[]) => fc.nat(things.length - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      times: fc.integer({ min: 1, max: 2 }),
      user: which(users),
      bot: which(bots),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      joins: fc.boolean(),
      user: which(users),
      channel: which(channels),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
  },
);

interface Answer {
  status: string;
  additional: { sponsors: { ads_id: string; link: string; status: string; available_now: boolean }[] };
}

/** What the test remembers of one (bot, user): the list, and until when it holds. */
interface Held {
  list: string;
  untilMs: number;
}

class Witness {
  readonly #held = new Map<string, Held>();

  constructor(
    readonly stage: Stage,
    readonly scene: Scene,
  ) {}

  async perform(step: Act): Promise<void> {
    if (step.do === 'wait') return this.scene.happen({ wait: `${String(step.minutes)} minutes` });
    const user = users[step.user] ?? users[0];
    if (step.do === 'move') {
      const channel = channels[step.channel] ?? channels[0];
      return this.scene.happen({ user, [step.joins ? 'joins' : 'leaves']: channel });
    }
    const bot = bots[step.bot] ?? bots[0];
    const answers = await Promise.all(Array.from({ length: step.times }, () => this.#ask(user, bot)));
    for (const answer of answers) this.#judge(`${bot}:${user}`, answer);
  }

  async #ask(user: string, bot: string): Promise<Answer> {
    const userId = Number(this.scene.names.get(user, 'id'));
    const response = await fetch(`${this.stage.url}/get-sponsors`, {
      method: 'POST',
      headers: { Auth: String(this.scene.names.get(bot, 'key')) },
      body: JSON.stringify({ user_id: userId, chat_id: userId, language_code: 'ru' }),
    });
    return (await response.json()) as Answer;
  }

  #judge(pair: string, { status, additional: { sponsors } }: Answer): void {
    const toDo = sponsors.filter((sponsor) => sponsor.available_now && sponsor.status === 'unsubscribed');
    expect(status).toBe(toDo.length > 0 ? 'warning' : 'ok');
    const nowMs = this.stage.clock.now();
    const list = sponsors.map(({ ads_id, link }) => `${ads_id} ${link}`).join('\n');
    const held = this.#held.get(pair);
    if (held !== undefined && nowMs < held.untilMs) expect(list).toBe(held.list);
    // Only a list that was answered with a warning has been pinned.
    else if (status === 'warning')
      this.#held.set(pair, { list, untilMs: nowMs + PIN_MINUTES * 60_000 - 1_000 });
    else this.#held.delete(pair);
  }

  /** Money moved once a pair: what the advertiser paid is what the counted subscribers cost. */
  async settleUp(): Promise<void> {
    const { store, service } = this.stage;
    const range = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
    let counted = 0;
    for (const orderId of [1, 2, 3]) {
      const rows = await store.subscriptions.page(orderId, range, null, 100);
      expect(new Set(rows.map((row) => row.userId)).size).toBe(rows.length);
      const charged = rows.filter((row) => row.priceMicros > 0n).length;
      expect((await store.orders.find(orderId))?.quantityNow).toBe(charged);
      counted += charged;
    }
    const { availableMicros } = await service.wallet.balance(
      Number(this.scene.names.get('advertiser', 'id')),
    );
    expect(Number(availableMicros) / 1e6).toBe(DEPOSIT - PRICE * counted);
    expect(await service.wallet.check()).toEqual({
      postingsMicros: 0n,
      balancesMicros: 0n,
      entriesOutOfBalance: 0,
      reservesOff: 0,
    });
  }
}

describe('pinned lists', () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await openEmulator();
  });
  afterAll(() => emulator.close());

  it('keep their promises whatever happens', async () => {
    const story = fc.array(act, { minLength: 5, maxLength: 30 });
    await fc.assert(fc.asyncProperty(story, play), {
      numRuns: timesOf(40, 0.5),
    });
  }, 120_000);

  async function play(acts: Act[]): Promise<void> {
    const stage = await openStage(emulator);
    try {
      const scene = new Scene(stage);
      await scene.open();
      await scene.happen({ balance: String(DEPOSIT), of: 'advertiser' });
      for (const bot of bots) {
        await scene.happen({ publisher_bot: bot });
        const botId = Number(scene.names.get(bot, 'id'));
        await stage.service.bots.update(Number(scene.names.get('publisher', 'id')), botId, {
          settings: { timePurgeMinutes: PIN_MINUTES, maxSponsors: 2 },
        });
      }
      for (const channel of channels) {
        await scene.happen({ channel });
        await scene.happen({
          order: `of ${channel}`,
          create: { link: `{{${channel}.link}}`, price: PRICE },
          then: 'approves',
        });
      }
      for (const user of users) await scene.happen({ user });
      const witness = new Witness(stage, scene);
      for (const step of acts) await witness.perform(step);
      await witness.settleUp();
    } finally {
      await stage.close();
    }
  }
});
