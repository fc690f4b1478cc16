/** How the operator bot takes updates: one person's in order, nobody held up by another, nothing confirmed too early. */
import { Api, Bot, HttpError } from 'grammy';
import type { Update } from 'grammy/types';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPolling } from '../../bot/polling.js';
import { ALLOWED_UPDATES, type UpdateWork } from '../../bot/updates.js';
import { Reachability } from '../../bot/reachability.js';
import { ServiceError } from '../../core/errors.js';
import type { Log } from '../../core/ports.js';
import { ann, operatorName, operatorToken, usePlatform } from './stage.js';

const stage = usePlatform();
const logged: string[] = [];
const note = (facts: Record<string, unknown>, message: string) => {
  logged.push(`${message} ${JSON.stringify(facts)}`);
};
const log: Log = { info: note, warn: note, error: note };

let bot: Bot;
let polling: UpdateWork | null = null;

beforeEach(async () => {
  logged.length = 0;
  bot = new Bot(operatorToken, { client: { apiRoot: stage.emulator.url } });
  await bot.init();
  await stage.client.users({ id: 8, first_name: 'Ben' });
});

afterEach(async () => {
  await polling?.stop();
  polling = null;
});

/** A promise and what settles it. */
function gate(): { passed: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

it('keeps one person’s messages in order, and lets nobody wait for another', async () => {
  const seen: string[] = [];
  const slow = gate();
  const others = gate();
  const done = gate();
  bot.on('message:text', async (ctx) => {
    if (ctx.message.text === 'slow') await slow.passed;
    seen.push(`${ctx.from.first_name} ${ctx.message.text}`);
    if (ctx.from.id === 8) others.open();
    if (ctx.message.text === 'after') done.open();
  });
  polling = startPolling(bot, log);
  await stage.client.say(ann.id, operatorName, 'slow');
  await stage.client.say(ann.id, operatorName, 'after');
  await stage.client.say(8, operatorName, 'quick');
  await others.passed;
  expect(seen).toEqual(['Ben quick']);
  slow.open();
  await done.passed;
  expect(seen).toEqual(['Ben quick', 'Ann slow', 'Ann after']);
});

it('one handler that fails does not end it', async () => {
  const done = gate();
  bot.on('message:text', (ctx) => {
    if (ctx.message.text === 'bad') throw new Error('a fault');
    done.open();
  });
  polling = startPolling(bot, log);
  await stage.client.say(ann.id, operatorName, 'bad');
  await stage.client.say(ann.id, operatorName, 'good');
  await done.passed;
  expect(logged.join('\n')).toContain('a fault');
});

it('an update whose ids are no numbers holds nobody up', async () => {
  const done = gate();
  const bare = { toString: 1, valueOf: 1 };
  const bent = { chat: { id: bare }, new_chat_member: { user: { id: bare } } };
  bot.api.config.use(async (previous, method, payload, signal) => {
    const answer = await previous(method, payload, signal);
    if (method !== 'getUpdates' || !answer.ok) return answer;
    const updates = answer.result as Update[];
    for (const update of [...updates])
      updates.unshift({ update_id: update.update_id, chat_member: bent as never });
    return answer;
  });
  bot.on('message:text', done.open);
  polling = startPolling(bot, log);
  await stage.client.say(ann.id, operatorName, 'good');
  await Promise.race([done.passed, polling.ended.then(() => Promise.reject(new Error('ended')))]);
});

it('what is said of our own rights comes before what is said of members, and holds up no press', async () => {
  const seen: string[] = [];
  const rights = gate();
  const done = gate();
  bot.on('my_chat_member', async () => {
    await rights.passed;
    seen.push('rights');
  });
  bot.on('chat_member', () => {
    seen.push('member');
    done.open();
  });
  bot.on('message:text', () => {
    seen.push('text');
    rights.open();
  });
  const { id: chat } = await stage.client.chats({ type: 'channel', title: 'Garden', username: 'garden_one' });
  await bot.api.getUpdates({ allowed_updates: ALLOWED_UPDATES, timeout: 0 });
  await stage.client.members({ chat, user: `@${operatorName}`, status: 'administrator' });
  await stage.client.members({ chat, user: ann.id, status: 'member' });
  await stage.client.say(ann.id, operatorName, 'a press');
  polling = startPolling(bot, log);
  await done.passed;
  expect(seen).toEqual(['text', 'rights', 'member']);
});

it('a stop waits for what is under way, and confirms it', async () => {
  const begun = gate();
  const end = gate();
  let isDone = false;
  bot.on('message:text', async () => {
    begun.open();
    await end.passed;
    isDone = true;
  });
  polling = startPolling(bot, log);
  await stage.client.say(ann.id, operatorName, 'hello');
  await begun.passed;
  const stopped = polling.stop();
  polling = null;
  end.open();
  await stopped;
  expect(isDone).toBe(true);
  expect(await bot.api.getUpdates()).toEqual([]);
});

it('a payment given back is confirmed only when it is stored', async () => {
  await stage.client.users({ id: 9, first_name: 'Cyd' });
  let tries = 0;
  const stored = gate();
  const asked: unknown[] = [];
  bot.on('message:refunded_payment', () => {
    tries += 1;
    if (tries < 3) throw new ServiceError('unavailable', 'The store is away.');
    stored.open();
  });
  const refund = {
    update_id: 77,
    message: {
      message_id: 1,
      date: 1,
      from: { id: 9, is_bot: false, first_name: 'Cyd' },
      chat: { id: 9, type: 'private', first_name: 'Cyd' },
      refunded_payment: {
        currency: 'XTR',
        total_amount: 1,
        invoice_payload: 'deposit:1',
        telegram_payment_charge_id: 'c',
      },
    },
  };
  bot.api.config.use(async (previous, method, payload, signal) => {
    if (method !== 'getUpdates') return previous(method, payload, signal);
    asked.push({ ...payload, tries });
    return asked.length === 1 ? ({ ok: true, result: [refund] } as never) : previous(method, payload, signal);
  });
  polling = startPolling(bot, log);
  await stored.passed;
  await polling.stop();
  polling = null;
  expect(tries).toBe(3);
  expect(asked.slice(0, 2)).toMatchObject([
    { offset: 0, tries: 0 },
    { offset: 78, tries: 3 },
  ]);
});

it('goes on after the platform was away', async () => {
  const done = gate();
  bot.on('message:text', () => {
    done.open();
  });
  await stage.client.faults({ token: operatorToken, method: 'getUpdates', kind: '500', times: 3 });
  await stage.client.faults({ token: operatorToken, method: 'getUpdates', kind: 'drop', times: 1 });
  polling = startPolling(bot, log);
  await stage.client.say(ann.id, operatorName, 'hello');
  await done.passed;
  expect(logged.join('\n')).not.toContain('secret');
});

/** What the others are told, and what the log says. */
function reachable(nowMs: () => number = Date.now) {
  const told: (string | null)[] = [];
  const first = gate();
  const reach = new Reachability({
    host: 'platform.example.org',
    log,
    report: (words) => {
      told.push(words);
      first.open();
      return Promise.resolve();
    },
    nowMs,
  });
  return { told, reach, first: first.passed };
}

it('goes on asking where the platform refuses the token, and says so', async () => {
  const { told, reach, first } = reachable();
  const done = gate();
  bot.on('message:text', () => {
    done.open();
  });
  await stage.client.revoke(operatorName);
  polling = startPolling(bot, log, { reach });
  await first;
  expect(told).toEqual(['platform.example.org refuses BOT_TOKEN (401 Unauthorized)']);
  expect(logged.join('\n')).not.toContain(operatorToken);
  await stage.client.bots({ token: operatorToken, username: operatorName, first_name: 'Operator' });
  await stage.client.say(ann.id, operatorName, 'hello');
  await done.passed;
  expect(told.at(-1)).toBeNull();
});

it('asks for updates only when what has to be done first succeeded, however often that takes', async () => {
  const { told, reach } = reachable();
  const done = gate();
  let tries = 0;
  bot.on('message:text', () => {
    done.open();
  });
  const prepare = () => {
    tries += 1;
    return tries < 4 ? Promise.reject(new HttpError('away', { code: 'ECONNREFUSED' })) : Promise.resolve();
  };
  polling = startPolling(bot, log, { reach, prepare });
  await stage.client.say(ann.id, operatorName, 'hello');
  await done.passed;
  expect(tries).toBe(4);
  expect(told).toEqual(['platform.example.org cannot be reached (ECONNREFUSED)', null]);
});

it.each([
  ['while a poll is open', true],
  ['between two polls', false],
])('a webhook that somebody sets %s is deleted, and the polls go on', async (_, isOpen) => {
  const { told, reach } = reachable();
  const done = gate();
  bot.on('message:text', () => {
    done.open();
  });
  const other = new Api(operatorToken, { apiRoot: stage.emulator.url });
  const set = () => other.setWebhook('https://rival.example.org/secret-path');
  if (!isOpen) await set();
  polling = startPolling(bot, log, { reach });
  if (isOpen) {
    await stage.client.waitForOpenCall({ method: 'getUpdates' });
    await set();
  }
  await stage.client.waitForCall({ method: 'deleteWebhook' });
  await stage.client.say(ann.id, operatorName, 'hello');
  await done.passed;
  expect((await other.getWebhookInfo()).url).toBe('');
  const said = logged.filter((line) => line.includes('set a webhook'));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('"host":"rival.example.org"');
  expect(logged.join('\n')).not.toContain('secret-path');
  expect(told.filter((words) => words !== null)).toEqual([]);
});

it('another program that polls is named, and asked about for a minute after it has gone', async () => {
  let nowMs = 0;
  const { told, reach } = reachable(() => nowMs);
  let heard = gate();
  bot.on('message:text', () => {
    heard.open();
  });
  polling = startPolling(bot, log, { reach });
  const rival = new Api(operatorToken, { apiRoot: stage.emulator.url });
  const says = async () => {
    heard = gate();
    await stage.client.say(ann.id, operatorName, 'hello');
    await heard.passed;
    await stage.client.waitForOpenCall({ method: 'getUpdates' });
  };
  for (let round = 0; round < 3; round += 1) {
    await stage.client.waitForOpenCall({ method: 'getUpdates' });
    await rival.getUpdates({ offset: -1, limit: 1, timeout: 0 });
  }
  await says();
  const words = 'another program takes the updates of this bot: stop it, or give it a bot of its own';
  expect(logged.filter((line) => line.startsWith(words))).toHaveLength(1);
  expect(told).toEqual([expect.stringContaining('gives the updates to another program (409 Conflict')]);
  nowMs = 60_000;
  await says();
  expect(told.at(-1)).toBeNull();
  // Each is open for as long as nobody ends it: three that were ended, those that brought something, and the last.
  const polls = await stage.client.calls({ token: operatorToken, method: 'getUpdates' });
  expect(polls.length).toBeLessThanOrEqual(3 + 3 + 2 + 1);
});

it('the log names the host and the cause once a minute, and when it is over', async () => {
  let nowMs = 0;
  const { reach } = reachable(() => nowMs);
  for (; nowMs <= 150_000; nowMs += 1_000) await reach.failed(new HttpError('away', { code: 'ENOTFOUND' }));
  await reach.answered();
  const facts = (seconds: number) =>
    `{"host":"platform.example.org","cause":"ENOTFOUND","failing_for_seconds":${String(seconds)}}`;
  const words = 'the platform does not answer as it should; it is asked again';
  expect(logged).toEqual([
    `${words} ${facts(1)}`,
    `${words} ${facts(61)}`,
    `${words} ${facts(121)}`,
    'the platform answers again {"host":"platform.example.org","failed_for_seconds":151}',
  ]);
});
