/** One user before one bot with a plugin and a guard, over the emulated platform. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GuardOptions } from 'sponsorgate-client/grammy';
import { PlatformClient } from '../../../emulator/client.js';
import { quick } from '../../../emulator/behaviour.js';
import { createPlatform } from '../../../emulator/platform.js';
import { buttonsOf } from '../../support/people.js';
import { scripted } from '../scripted.js';
import { emma } from '../stage.js';

/** Where the guard stands, seen from the plugin. */
export type Place = 'before' | 'after' | 'on a command';

export interface Cell {
  /** What `/get` answers; default `soup`. */
  firstSays?: string;
  /** What `more` answers afterwards; default `well`. */
  says?: string;
}

interface Given {
  token: string;
  apiRoot: string;
  /** For what is kept in files. */
  folder: string;
  options: GuardOptions;
  onError(error: unknown): void;
}

/** Starts a bot; answers what stops it. */
export type Builder = (given: Given, place: Place) => Promise<() => Promise<void>>;

const token = '557:a-bot-with-a-plugin-a-bot-with-a-plugin';
const botName = 'plugged_bot';

export async function openCell(build: Builder, place: Place) {
  const emulator = await createPlatform({ port: 0, behaviour: quick });
  const client = new PlatformClient(emulator.url);
  await client.users(emma);
  await client.bots({ token, username: botName, first_name: 'Plugged' });
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-cell-'));
  const network = scripted();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const restMs = { none: 0, done: 0, gone: 0, held: 0 };
  const options: GuardOptions = { networks: [network], unavailable: 'hold', debounceMs: 0, restMs, onError };
  const given = { token, apiRoot: emulator.url, folder, options, onError };
  const stop = await build(given, place);

  const messageWith = (label: string) =>
    client.waitForMessage(emma.id, botName, (one) => buttonsOf(one).some(({ text }) => text === label));
  const press = async (label: string) => {
    const message = await messageWith(label);
    const button = buttonsOf(message).find(({ text }) => text === label);
    const data = button !== undefined && 'callback_data' in button ? button.callback_data : '';
    return client.press(emma.id, botName, message.message_id, data);
  };
  return {
    network,
    errors,
    press,
    say: (text: string) => client.say(emma.id, botName, text),
    sees: (text: string) => client.waitForMessage(emma.id, botName, (message) => message.text === text),
    /** Joins, and presses "Done" on the block. */
    joins: async () => {
      await messageWith('✅ Done');
      network.is('done');
      await press('✅ Done');
    },
    /** Identifiers of the presses that were answered, as often as they were. */
    answered: async () =>
      (await client.calls({ method: 'answerCallbackQuery' })).map(
        ({ payload }) => payload['callback_query_id'],
      ),
    close: async () => {
      await stop();
      client.close();
      await emulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
