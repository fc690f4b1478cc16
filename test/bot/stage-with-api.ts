/** A stage of the operator bot with the api of the same service beside it, so that what the bot says to call answers. */
import { pino } from 'pino';
import { createApp } from '../../api/app.js';
import { listen } from '../../api/server.js';
import { openServiceStage, type RunningBot, type ServiceStage } from './service-stage.js';

export interface StageWithApi {
  stage: ServiceStage;
  bot: RunningBot;
  /** Where the api answers, which is the stage's PUBLIC_URL. */
  url: string;
  close(): Promise<void>;
}

export async function openStageWithApi(environment: Record<string, string> = {}): Promise<StageWithApi> {
  const logger = pino({ level: 'silent' });
  const started: { app?: ReturnType<typeof createApp> } = {};
  // The address is known before the service that says it.
  const { server, url } = await listen(
    (request, response) => {
      started.app?.(request, response);
    },
    '127.0.0.1',
    0,
  );
  const stage = await openServiceStage({ PUBLIC_URL: url, SPONSORS_DEADLINE_MS: '4000', ...environment });
  started.app = createApp(stage.service, { logger });
  const running: StageWithApi = {
    stage,
    bot: await stage.startBot(),
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await running.bot.stop();
      await stage.close();
    },
  };
  return running;
}
