/** People who join, each asked about until the service has said that they are settled, however often it says 503 meanwhile. */
import type { World } from '../../test/processes/world.js';
import { pause } from './pause.js';

const LANES = 12;
/** Sooner than the answer's Retry-After, so that the moment is known in which writes are taken again. */
const AGAIN_MS = 250;
/** An answer that takes longer counts as none. */
const ANSWER_WITHIN_MS = 20_000;
const FIRST_USER = 100_000;

export interface Answers {
  unavailable: number;
  /** Neither about sponsors nor a 503 that says when to come again; in words. */
  others: string[];
  slowestUnavailableMs: number;
}

export class Load {
  readonly answers: Answers = { unavailable: 0, others: [], slowestUnavailableMs: 0 };
  /** People whose settlement was acknowledged, and when. */
  readonly acknowledged = new Map<number, number>();
  readonly #world: World;
  readonly #apis: readonly string[];
  readonly #waiting = new Set<() => void>();
  #next = FIRST_USER;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(world: World, apis: readonly string[]) {
    this.#world = world;
    this.#apis = apis;
  }

  begin(): void {
    const lanes = Array.from({ length: LANES }, (_, number) => this.#lane(number));
    this.#running = Promise.all(lanes);
  }

  /** Resolves when so many more are acknowledged. */
  async more(count: number): Promise<void> {
    const enough = this.acknowledged.size + count;
    const met = new Promise<void>((resolve) => {
      const look = () => {
        if (this.acknowledged.size < enough) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
    // A fault of the load ends the wait.
    await Promise.race([met, this.#running]);
  }

  /** When the last was acknowledged, by `performance.now()`. */
  lastMs(): number {
    return [...this.acknowledged.values()].at(-1) ?? 0;
  }

  /** Resolves when everybody who has joined is settled. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #lane(number: number): Promise<void> {
    const api = this.#apis[number % this.#apis.length] ?? '';
    while (!this.#isOver) await this.#settle(api, this.#next++);
  }

  async #settle(api: string, user: number): Promise<void> {
    const { client, bot, order } = this.#world;
    await client.users({ id: user, first_name: 'User', language_code: 'en' });
    await client.say(user, bot.id, '/start');
    await this.#ask(api, user, ({ status }) => status === 'warning');
    await client.join(user, order.chat);
    // Without a sponsor where the leader died with the list: they are in the chat, and nothing is left to show.
    await this.#ask(api, user, ({ status, additional }) => {
      const [sponsor] = additional?.sponsors ?? [];
      return sponsor === undefined ? status === 'ok' : sponsor.status === 'subscribed';
    });
    this.acknowledged.set(user, performance.now());
    for (const look of this.#waiting) look();
  }

  async #ask(api: string, user: number, isIt: (body: Body) => boolean): Promise<void> {
    for (;;) {
      const body = await this.#askOnce(api, user);
      if (body !== null && isIt(body)) return;
      await pause(AGAIN_MS);
    }
  }

  /** Null where it was no answer about sponsors. */
  async #askOnce(api: string, user: number): Promise<Body | null> {
    const { answers } = this;
    const startMs = performance.now();
    try {
      const response = await fetch(`${api}/get-sponsors`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Auth: this.#world.bot.key },
        body: JSON.stringify({ chat_id: user, user_id: user, first_name: 'User', language_code: 'en' }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const body = (await response.json()) as Body;
      if (response.status === 200 || isNothingToShow(response.status, body)) return body;
      const says = Number(response.headers.get('Retry-After'));
      if (response.status !== 503 || !(says > 0)) {
        answers.others.push(`${String(response.status)} ${JSON.stringify(body)}`);
        return null;
      }
      answers.unavailable += 1;
      answers.slowestUnavailableMs = Math.max(answers.slowestUnavailableMs, performance.now() - startMs);
    } catch (error) {
      answers.others.push(String(error));
    }
    return null;
  }
}

/** A user without a sponsor is let through by a 404 (`docs/interface.md`). */
const isNothingToShow = (http: number, { status }: Body) => http === 404 && status === 'ok';

interface Body {
  status?: string;
  additional?: { sponsors?: { status: string }[] };
}
