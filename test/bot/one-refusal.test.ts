/** One refusal by each of our faces: in the chat in its reader's language, in the api and at the terminal in English. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replyToFailure } from '../../api/envelope.js';
import { explain } from '../../bot/operator/failures.js';
import { wordsIn } from '../../bot/words.js';
import type { Log } from '../../core/ports.js';
import { failing, stubAdminEnvironment } from './admin-stage.js';
import { advertiserId, openServiceStage, type ServiceStage } from './service-stage.js';

let stage: ServiceStage;
const log: Log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeEach(async () => {
  stage = await openServiceStage();
  await stage.service.accounts.open({
    accountId: advertiserId,
    firstName: 'Albert',
    username: '',
    language: 'en',
  });
  stubAdminEnvironment(stage);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await stage.close();
});

const reference = 'once';
const adjust = ['adjust', '--yes', '--amount', '5', '--user'];

it.each([
  {
    refused: () => stage.service.wallet.adjust(null, 404, 5n, { reference, note: 'Why' }),
    atTheTerminal: [...adjust, '404', '--note', 'Why'],
    english: 'No account has this id.',
    said: { en: 'No account has this id.', ru: 'Аккаунта с таким id здесь нет.' },
    faults: [{ topic: 'account_unknown' }],
  },
  {
    refused: () => stage.service.wallet.adjust(null, advertiserId, 5n, { reference, note: ' ' }),
    atTheTerminal: [...adjust, String(advertiserId), '--note', ' '],
    english: 'note: must have 1 to 200 characters.',
    said: {
      en: 'The text must have 1 to 200 characters.',
      ru: 'В тексте должно быть от 1 до 200 символов.',
    },
    faults: [{ topic: 'text', field: 'note', values: { max: 200 } }],
  },
])('$english', async ({ refused, atTheTerminal, english, said, faults }) => {
  const error: unknown = await refused().catch((cause: unknown) => cause);
  for (const language of ['en', 'ru'] as const)
    expect(explain(error, wordsIn(language), log)).toBe(said[language]);
  expect(JSON.parse(String(replyToFailure(error).body))).toMatchObject({ message: english, faults });
  expect(await failing(...atTheTerminal)).toContain(english);
});
