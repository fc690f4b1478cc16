/** Emma, who uses a publisher's bot, and what that bot asks about her. */
import type { SponsorAnswer } from '../../core/sponsors/index.js';
import { type Scene, type ServiceStage, setScene } from './service-stage.js';

export const emma = { id: 302, first_name: 'Emma', language_code: 'en' } as const;

/** The scene with a bot that asks for links, which Emma has started. */
export async function meetEmma(stage: ServiceStage): Promise<Scene> {
  const scene = await setScene(stage, { getLinks: true });
  await stage.client.users(emma);
  await stage.client.say(emma.id, scene.botName, '/start');
  return scene;
}

export function askForEmma(
  { sponsors }: Pick<ServiceStage['service'], 'sponsors'>,
  { botId }: Pick<Scene, 'botId'>,
  { id = emma.id, action = 'subscribe' }: { id?: number; action?: 'subscribe' | 'newtask' } = {},
): Promise<SponsorAnswer> {
  return sponsors.request(botId, {
    chatId: id,
    user: { userId: id, firstName: emma.first_name, languageCode: emma.language_code },
    action,
    excludeResourceIds: [],
    excludeOrderIds: [],
  });
}
