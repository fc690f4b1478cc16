/**
 * Every dialogue, in both languages, straight and with a restart of the bot before each answer: the same is asked, the
 * same is complained of, and the same comes of it. All of them go on beside each other, a step of each at a time.
 */
import { type CryptoPay, openCryptoPay } from '../../emulator/crypto-pay/server.js';
import type { Message } from 'grammy/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkedLanguages } from '../../words/index.js';
import type { Play, Script, Step } from './dialogue-script.js';
import { formNames, moderationScripts, scripts } from './dialogue-scripts.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import { openServiceStage, type RunningBot, type ServiceStage } from './service-stage.js';
import { operatorName } from './stage.js';
import { writtenWords } from './written-words.js';

const ways = checkedLanguages.flatMap((language) =>
  [false, true].flatMap((restarts) =>
    [
      { who: 'people', played: scripts, moderators: 0 },
      { who: 'moderators', played: moderationScripts, moderators: moderationScripts.length },
    ].map((group) => ({ ...group, language, restarts, way: restarts ? 'with restarts' : 'straight' })),
  ),
);

const FIRST_PERSON = 50_000;

it('every form has a script', () => {
  const played = new Set([...scripts, ...moderationScripts].map(({ form }) => form));
  expect(formNames.filter((name) => !played.has(name))).toEqual([]);
});

describe.each(ways)('$who, in $language, $way', ({ played, moderators, language, restarts }) => {
  let stage: ServiceStage;
  let bot: RunningBot;
  let rail: CryptoPay;

  beforeAll(async () => {
    // Moderators are told of every order: where it is not about them, there are none.
    const ids = Array.from({ length: moderators }, (_, index) => FIRST_PERSON + index);
    rail = await openCryptoPay();
    const environment = {
      CRYPTO_PAY_TOKEN: rail.token,
      CRYPTO_PAY_ROOT: rail.url,
      DEPOSITS_INSIDE: 'all',
      MODERATOR_IDS: ids.join(','),
      ADMIN_IDS: ids.join(','),
      STARS_RATE: '1.5',
      OUTGOING_PRIVATE: '1',
      OUTGOING_SCHEMES: 'https,http',
      OUTGOING_PORTS: '*',
    };
    stage = await openServiceStage(environment);
    bot = await stage.startBot();
  });

  afterAll(async () => {
    await bot.stop();
    await stage.close();
    await rail.close();
  });

  it(`${String(played.length)} dialogues`, async () => {
    const casts = await Promise.all(
      played.map(async (script, number) => {
        const actor = new Actor(stage, FIRST_PERSON + number, language);
        await actor.arrive();
        const play = await script.prepare({ stage, accountId: actor.id, number });
        await named(script, actor.begin(play.begin));
        return { script, actor, play };
      }),
    );
    const steps = Math.max(...casts.map(({ play }) => play.steps.length));
    for (let at = 0; at < steps; at += 1) {
      if (restarts) {
        await bot.stop();
        bot = await stage.startBot();
      }
      await Promise.all(
        casts.map(async ({ script, actor, play }) => {
          const step = play.steps[at];
          if (step === undefined) return;
          await named(script, actor.take(step));
          // What comes next is there before the next restart.
          await named(script, actor.sees(play.steps[at + 1]?.asks ?? play.ends));
        }),
      );
    }
    for (const { script, actor, play } of casts) {
      await named(script, play.holds?.() ?? Promise.resolve());
      expectNoSecrets(script, play, await actor.messages());
    }
    expect(stage.logged.filter((line) => line.includes('met an error'))).toEqual([]);
  });
});

/** Says which script it was that failed. */
async function named<T>({ name }: Script, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new Error(`${name}: ${String(error)}`, { cause: error });
  });
}

/** Tokens leave the chat as soon as they are read. */
function expectNoSecrets({ name }: Script, { steps }: Play, messages: Message[]): void {
  const tokens = steps.flatMap(({ answer }) =>
    'say' in answer && answer.say.includes('dialogue-token') ? [answer.say] : [],
  );
  for (const token of tokens) expect(JSON.stringify(messages), name).not.toContain(token);
}

/** A person who knows the words of their language, and answers the newest message that asks something. */
class Actor extends Visitor {
  readonly #stage: ServiceStage;
  readonly #language: string;
  readonly #words: ReadonlyMap<string, string>;

  constructor(stage: ServiceStage, id: number, language: string) {
    super(stage, id);
    this.#stage = stage;
    this.#language = language;
    this.#words = writtenWords(language);
  }

  async arrive(): Promise<void> {
    const { client, service } = this.#stage;
    await client.users({ id: this.id, first_name: 'Actor', language_code: this.#language });
    await client.say(this.id, operatorName, '/menu');
    await this.sees('home');
    expect((await service.accounts.profile(this.id)).account.language).toBe(this.#language);
  }

  async begin(data: string): Promise<void> {
    const { note } = await this.forge(data);
    expect([data, note]).toEqual([data, '']);
  }

  async take({ asks, wrong, answer }: Step): Promise<void> {
    let asked = await this.sees(asks);
    if (wrong !== undefined) {
      await this.write(wrong.say);
      asked = await this.sees(wrong.complains);
      expect(asked.text).toContain(this.#fragment(asks));
    }
    if ('say' in answer) await this.write(answer.say);
    else if ('share' in answer) await this.#stage.client.shareChat(this.id, operatorName, 1, answer.share);
    else await this.#pressOffer(asked, answer.press);
  }

  /** Waits for the newest screen to have these words. */
  async sees(key: string): Promise<Message> {
    const wanted = this.#fragment(key);
    return this.#stage.client.waitForChat(this.id, operatorName, (messages) =>
      messages.findLast((message) => message.from?.is_bot === true && allText(message).includes(wanted)),
    );
  }

  async #pressOffer(asked: Message, value: string): Promise<void> {
    const offers = buttonsOf(asked).map((one) => ('callback_data' in one ? one.callback_data : ''));
    const data = offers.find((each) => each.startsWith(`say:${value}:`));
    if (data === undefined) throw new Error(`${value} is not offered: ${offers.join(' ')}`);
    await this.pressData(data, asked);
  }

  /** The longest part of the words that holds nothing to be filled in, as a chat shows it. */
  #fragment(key: string): string {
    const text = this.#words.get(key);
    if (text === undefined) throw new Error(`There are no words ${key}.`);
    const plain = text
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>');
    const parts = plain.split(/\{[^}]*\}|\n/).map((part) => part.trim());
    return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  }
}

function allText(message: Message): string {
  return [message.text ?? '', ...buttonsOf(message).map(({ text }) => text)].join('\n');
}
