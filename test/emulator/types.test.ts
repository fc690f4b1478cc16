/** What does not fit the Bot API's types is seen after each test that has an emulated platform. */
import { InputFile } from 'grammy';
import { describe, expect, test } from 'vitest';
import { showCall, showUpdate } from '../../emulator/exchanges.js';
import { bring } from '../support/people.js';
import { takeMisfits } from '../support/bot-api/watch.js';
import { ann, token, usePlatform } from './stage.js';

const stage = usePlatform();
const misfits = () => takeMisfits().join('\n');

/** A call that fits, but for its answer. */
const answered = (method: string, answer: object) => {
  showCall({ method, fields: { values: {}, uploads: new Map() }, answer });
};
const message = { message_id: 1, date: 1, text: 'Hi', chat: { id: ann, type: 'private', first_name: 'Ann' } };
const from = { id: ann, is_bot: false, first_name: 'Ann' };

describe('what does not fit is seen', () => {
  test('a call with a field that the method does not have', async () => {
    await stage.client.say(ann, '@shop_bot', '/start');
    await stage.api.raw.sendMessage({ chat_id: ann, text: 'Hi', silent: true } as never);
    expect(misfits()).toMatch(/^sendMessage is called with: .*"silent"/);
  });

  test('a call with a button of another type, deep inside', async () => {
    await stage.client.say(ann, '@shop_bot', '/start');
    const wrong = [[{ text: 'Go', callback_data: 7 }]] as never;
    await stage.api.sendMessage(ann, 'Hi', { reply_markup: { inline_keyboard: wrong } }).catch(() => null);
    expect(misfits()).toContain('/reply_markup/inline_keyboard/0/0/callback_data must be string');
  });

  test('a method that the Bot API does not have', async () => {
    await fetch(`${stage.platform.url}/bot${token}/sendSponsors`);
    expect(misfits()).toBe('sendSponsors: the Bot API has no such method');
  });

  test('an answer without a field that is always there', () => {
    answered('getMyName', { ok: true, result: {} });
    expect(misfits()).toMatch(/^getMyName is answered with: .*required property 'name'/);
  });

  test('a refusal without words', () => {
    answered('getMe', { ok: false, error_code: 400 });
    expect(misfits()).toContain("required property 'description'");
  });

  test('an update with a field of another type', () => {
    showUpdate({ message: { ...message, from: { ...from, id: String(ann) } } });
    expect(misfits()).toBe('an update of message: /message/from/id must be number {"type":"number"}');
  });

  test('an update of a kind that the Bot API does not have', () => {
    showUpdate({ sponsor_joined: { from } });
    expect(misfits()).toContain('sponsor_joined');
  });
});

describe('what fits is let through', () => {
  test('forms, which carry all as text', async () => {
    await stage.client.say(ann, '@shop_bot', '/start');
    const body = new URLSearchParams({
      chat_id: String(ann),
      text: '[1]',
      disable_notification: 'true',
      reply_markup: JSON.stringify({ inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] }),
    });
    const response = await fetch(`${stage.platform.url}/bot${token}/sendMessage`, { method: 'POST', body });
    expect(response.status).toBe(200);
    expect(misfits()).toBe('');
  });

  test('a file, named by a field or under its name', async () => {
    await stage.client.say(ann, '@shop_bot', '/start');
    await stage.api.sendDocument(ann, new InputFile(Buffer.from('a'), 'a.txt'));
    const body = new FormData();
    body.set('chat_id', String(ann));
    body.set('document', new Blob(['a']), 'a.txt');
    const response = await fetch(`${stage.platform.url}/bot${token}/sendDocument`, { method: 'POST', body });
    expect(response.status).toBe(200);
    expect(misfits()).toBe('');
  });

  test('an update that a test gives', async () => {
    await bring(stage.client, '@shop_bot', { message: { text: 7 } });
    expect(await stage.api.getUpdates()).toHaveLength(1);
    expect(misfits()).toBe('');
  });
});
