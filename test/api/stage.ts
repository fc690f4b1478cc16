/** What the api's tests share: a stage with one account, a bot without a token, and plain requests. */
import { openEmulator, openStage, type Emulator, type Stage } from '../cases/stage.js';
import { type Answered, ask as askOver, type Asked } from '../support/asking.js';

export interface Reply extends Answered {
  /** The answer as JSON; `{}` when it is none. */
  body: Record<string, unknown>;
}

export interface ApiStage extends Stage {
  emulator: Emulator;
  accountId: number;
  botId: number;
  keys: { access: string; statistics: string; bot: string };
  ask(path: string, asked?: Asked): Promise<Reply>;
  post(path: string, key: string | null, body?: unknown): Promise<Reply>;
}

export const owner = { accountId: 501, firstName: 'Ada', username: 'ada', language: 'en' };

export async function openApiStage(
  environment: Record<string, string> = {},
  through?: (databaseUrl: string) => string,
): Promise<ApiStage> {
  const emulator = await openEmulator();
  const stage = await openStage(emulator, environment, through);
  const { service } = stage;
  await service.accounts.open(owner);
  const identity = { botId: 7001, name: 'Recipes', nickname: 'recipes_bot', settings: { getLinks: true } };
  const { apiKey } = await service.bots.add(owner.accountId, identity);
  await stage.trustBot(identity.botId);
  const ask = async (path: string, asked?: Asked): Promise<Reply> => {
    const answered = await askOver(new URL(path, stage.url), asked);
    return { ...answered, body: readJson(answered.text) };
  };
  return {
    ...stage,
    emulator,
    accountId: owner.accountId,
    botId: identity.botId,
    keys: {
      access: await service.accounts.revealKey(owner.accountId, 'access'),
      statistics: await service.accounts.revealKey(owner.accountId, 'statistics'),
      bot: apiKey,
    },
    ask,
    post: (path, key, body = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(key === null ? {} : { Auth: key }) },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    close: async () => {
      await stage.close();
      await emulator.close();
    },
  };
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
