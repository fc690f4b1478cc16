/** The test of a bot's block on the wire: `text_b` and `image_b` of /bots, and `block_test` of /figures. */
import { beforeEach, expect, it } from 'vitest';
import { useSceneStage } from '../cases/scene-stage.js';
import { happenInTest } from '../support/block-test.js';

const at = useSceneStage();

beforeEach(async () => {
  await at.scene.happen({ publisher_bot: 'recipes_bot' });
});

const botId = () => Number(at.scene.names.get('recipes_bot', 'id'));

async function post(path: string, asked: object) {
  const key = at.scene.names.get('publisher', 'access');
  const { http, body } = await at.post(path, key, { bot_id: botId(), ...asked });
  return { http, ...(body as { result: Record<string, unknown>; message: string }) };
}

const update = (settings: object) => post('/bots', { action: 'update', ...settings });
const blockTest = async (of: object = {}) =>
  (await post('/figures', { action: 'bots', ...of })).result['block_test'];

it('a second text and image are set, kept, sent back and taken away like the first', async () => {
  const info = async () => (await post('/bots', { action: 'info' })).result;
  expect(await info()).toMatchObject({ text_b: null, image_b: null });
  const second = { text_b: 'Join <b>two</b>', image_b: 'https://example.org/b.png' };
  expect((await update(second)).result).toMatchObject(second);
  expect(await info()).toMatchObject({ ...second, text_op: null, image_op: null });
  expect((await update({ text_b: null })).result).toMatchObject({ ...second, text_b: null });
});

it('what the first must not be, the second must not either', async () => {
  for (const [name, value, why] of [
    ['text_b', 'x'.repeat(4_097), '4096'],
    ['image_b', 'javascript:alert(1)', 'http or https'],
    ['image_b', 'https://127.0.0.1/b.png', 'private, local or reserved'],
  ] as const) {
    const { http, message } = await update({ [name]: value });
    expect(http).toBe(422);
    expect(message).toContain(`${name}: `);
    expect(message).toContain(why);
  }
});

it('figures are those of the running test of one bot, from nothing', async () => {
  expect(await blockTest()).toBeNull();
  await update({ text_b: 'Two' });
  const empty = { shown: 0, passed: 0, subscribers: 0, rate: null };
  const unknown: unknown = expect.objectContaining({
    en: 'Not enough is known yet to say which is better.',
    ru: 'Пока недостаточно данных, чтобы сказать, что лучше.',
  });
  expect(await blockTest()).toEqual({
    since: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/) as string,
    variants: [
      { variant: 'a', ...empty },
      { variant: 'b', ...empty },
    ],
    difference: null,
    verdict: 'unknown',
    words: unknown,
  });
  expect(await blockTest({ bot_id: undefined })).toBeNull();
  await update({ text_b: null });
  expect(await blockTest()).toBeNull();
});

it('figures say how many pass of each half, which is better, and begin anew with another text', async () => {
  await update({ text_b: 'Two' });
  await happenInTest(at.stage, botId(), { a: [60, 12], b: [60, 48] });
  expect(await blockTest()).toMatchObject({
    variants: [
      { variant: 'a', shown: 60, passed: 12, rate: { value: 20, from: 11.8, to: 31.8 } },
      { variant: 'b', shown: 60, passed: 48, rate: { value: 80, from: 68.2, to: 88.2 } },
    ],
    difference: { value: 60, from: 43.3, to: 71.6 },
    verdict: 'b',
    words: { en: 'B is better: more users pass.', ru: 'B лучше: проходит больше людей.' },
  });
  await update({ text_op: 'One' });
  expect(await blockTest()).toMatchObject({ verdict: 'unknown', variants: [{ shown: 0 }, { shown: 0 }] });
});
