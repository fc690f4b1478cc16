/** A gate without a framework before the emulated platform, one update at a time. */
import { type GateOptions, type Update, createGate, platformApi } from 'sponsorgate-client';
import { quick } from '../../emulator/behaviour.js';
import { createPlatform } from '../../emulator/platform.js';
import { PlatformClient } from '../../emulator/client.js';
import { buttonsOf, hasButton } from '../support/people.js';
import { emma } from './stage.js';

const token = '556:a-bot-behind-a-gate-a-bot-behind-a-gate';
const bot = 'gated_bot';

export type GateStage = Awaited<ReturnType<typeof openGateStage>>;

export async function openGateStage(options: Omit<GateOptions, 'call'>, user: { id: number } = emma) {
  const emulator = await createPlatform({ port: 0, behaviour: quick });
  const client = new PlatformClient(emulator.url);
  await client.users(emma);
  await client.bots({ token, username: bot, first_name: 'Gated' });
  const call = platformApi(token, emulator.url);
  const failures: string[] = [];
  const gate = createGate({
    debounceMs: 0,
    onError: (error, where) => failures.push(`${where}: ${String(error)}`),
    ...options,
    call,
  });
  let offset = 0;
  const pump = async (): Promise<string[]> => {
    const updates = (await call('getUpdates', { offset, timeout: 0 })) as Update[];
    offset = (updates.at(-1)?.update_id ?? offset - 1) + 1;
    const handled = await Promise.all(updates.map((update) => gate.take(update)));
    return handled.flat().map(textOf);
  };
  const messages = () => client.messages(user.id, bot);
  const blocks = async () => (await messages()).filter(hasButton('subgram-op'));
  return {
    gate,
    client,
    call,
    failures,
    blocks,
    messages,
    botName: bot,
    /** What is handled of all that has come. */
    pump,
    /** What is handled of what the user says. */
    says: async (text: string) => {
      await client.say(user.id, bot, text);
      return pump();
    },
    /** What is handled of presses of the newest block's buttons, all at once. */
    presses: async (...data: string[]) => {
      for (const one of data.length === 0 ? ['subgram-op'] : data) {
        const block = (await messages()).findLast(hasButton(one));
        await client.press(user.id, bot, block?.message_id ?? 0, one);
      }
      return pump();
    },
    /** What the last press was answered with. */
    alert: async () => (await client.answers(user.id, bot)).at(-1)?.text ?? '',
    /** Links of the block that stands. */
    links: async () =>
      (await blocks()).flatMap(buttonsOf).flatMap((button) => ('url' in button ? [button.url] : [])),
    close: async () => {
      client.close();
      await emulator.close();
    },
  };
}

function textOf(update: Update): string {
  const { message, callback_query: query } = update as {
    message?: { text?: string };
    callback_query?: { data?: string };
  };
  return message?.text ?? query?.data ?? '';
}
