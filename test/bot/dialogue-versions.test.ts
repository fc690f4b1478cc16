/** A dialogue that an older version began: what is answered to it is never taken for something else. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shapeOf } from '../../bot/operator/dialogue/stored.js';
import type { Form, Question } from '../../bot/operator/dialogue/form.js';
import { operatorForms } from '../../bot/operator/index.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  advertiserId,
  openServiceStage,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { writtenWords } from './written-words.js';

const question = (name: string, more: Partial<Question> = {}): Question => ({
  name,
  ask: () => ({ html: name }),
  read: (_, text) => text,
  ...more,
});

const form = (questions: Question[], more: Partial<Form> = {}): Form => ({
  name: 'form',
  questions,
  finish: () => Promise.resolve({ html: '', rows: [] }),
  ...more,
});

describe('the shape of a form', () => {
  const before = shapeOf(form([question('a'), question('b')]), 'engine');
  const changes: [string, string][] = [
    ['a question more', shapeOf(form([question('a'), question('b'), question('c')]), 'engine')],
    ['one less', shapeOf(form([question('a')]), 'engine')],
    ['another order', shapeOf(form([question('b'), question('a')]), 'engine')],
    ['another name', shapeOf(form([question('a'), question('c')]), 'engine')],
    ['a condition', shapeOf(form([question('a'), question('b', { isAsked: () => true })]), 'engine')],
    ['another reading', shapeOf(form([question('a'), question('b', { read: () => 'x' })]), 'engine')],
    ['a secret', shapeOf(form([question('a'), question('b', { isSecret: true })]), 'engine')],
    [
      'another end',
      shapeOf(
        form([question('a'), question('b')], { finish: () => Promise.reject(new Error('other')) }),
        'engine',
      ),
    ],
    ['another way to lead through it', shapeOf(form([question('a'), question('b')]), 'other')],
  ];

  it.each(changes)('changes with %s', (_, after) => {
    expect(after).not.toBe(before);
  });

  it('is the same for the same form, so that a restart drops nothing', () => {
    expect(shapeOf(form([question('a'), question('b')]), 'engine')).toBe(before);
    for (const each of operatorForms) expect(shapeOf({ ...each }, 'x')).toBe(shapeOf(each, 'x'));
  });
});

describe('a stored dialogue', () => {
  let stage: ServiceStage;
  let bot: RunningBot;
  let albert: Visitor;

  beforeEach(async () => {
    stage = await openServiceStage();
    bot = await stage.startBot();
    await setScene(stage);
    albert = new Visitor(stage, advertiserId);
    await albert.say('/start');
  });

  afterEach(async () => {
    await bot.stop();
    await stage.close();
  });

  const key = `dialogue:${String(advertiserId)}`;

  /** As if another version had begun it: between two starts, when everything that was answered is stored. */
  async function ageBy(change: (stored: Record<string, unknown>) => Record<string, unknown>): Promise<void> {
    const { vault } = stage.infrastructure;
    await bot.stop();
    const sealed = await stage.store.sessions.read(key);
    if (sealed === null) throw new Error('There is no dialogue.');
    const stored = JSON.parse(vault.open(sealed, 'dialogue')) as Record<string, unknown>;
    const aged = vault.seal(JSON.stringify(change(stored)), 'dialogue');
    await stage.store.sessions.write(key, aged, Date.now());
    bot = await stage.startBot();
  }

  const said = (language: 'en' | 'ru') => (writtenWords(language).get('dialogue-dropped') ?? '').slice(0, 40);

  it('goes on under the version that began it', async () => {
    await albert.forge('order-new');
    await albert.shows('What shall be advertised');
    await ageBy((stored) => stored);
    await albert.say('@gardens');
    await albert.shows('What is it');
  });

  it.each([
    ['of another shape', (stored: Record<string, unknown>) => ({ ...stored, shape: 'older' })],
    ['of a form that is no more', (stored: Record<string, unknown>) => ({ ...stored, form: 'gone' })],
    [
      'stored as it was before shapes were kept',
      ({ state }: Record<string, unknown>) => state as Record<string, unknown>,
    ],
  ])('%s ends when it is answered, says so, and leads to where it began', async (what, change) => {
    await albert.forge('order-new');
    await albert.shows('What shall be advertised');
    await ageBy(change);
    const answer = await albert.say('@gardens');
    expect(answer.text).toContain(said('en'));
    expect(await stage.store.sessions.read(key)).toBeNull();
    const buttons = buttonsOf(answer).map((one) => ('callback_data' in one ? one.callback_data : ''));
    expect(buttons).toEqual(what.includes('before') ? ['home'] : ['orders', 'home']);
    // What comes next is no answer any more, and the dialogue can begin anew.
    expect((await albert.say('@gardens')).text).toContain('did not understand');
    await albert.forge('order-new');
    await albert.shows('What shall be advertised');
    await albert.say('@gardens');
    await albert.shows('What is it');
  });

  it('says so in Russian, and where an offered answer was pressed in its place', async () => {
    await stage.service.accounts.setLanguage(advertiserId, 'ru');
    await albert.forge('order-new');
    await albert.shows('Что');
    await albert.say('https://t.me/hardly_known');
    const asked = await albert.shows(/\?/);
    await ageBy((stored) => ({ ...stored, shape: 'older' }));
    const { note } = await albert.pressData('say:resource:1', asked);
    expect(note).toBe('');
    const changed = await albert.shows(said('ru'));
    expect(changed.message_id).toBe(asked.message_id);
  });

  it('takes out of the chat what was meant for a question that keeps secrets', async () => {
    await albert.forge('hook-set:0');
    await albert.shows('address');
    await ageBy((stored) => ({ ...stored, shape: 'older' }));
    await albert.say('https://example.org/?key=very-secret');
    await albert.shows(said('en'));
    expect(JSON.stringify(await albert.messages())).not.toContain('very-secret');
  });

  it('leaves a command and another button alone', async () => {
    await albert.forge('order-new');
    await albert.shows('What shall be advertised');
    await ageBy((stored) => ({ ...stored, shape: 'older' }));
    expect((await albert.say('/wallet')).text).toContain('Wallet');
    expect(await stage.store.sessions.read(key)).toBeNull();
  });
});
