/** A stage with reports: the real runner and its worker processes beside the api, and the order they are about. */
import { expect } from 'vitest';
import { workers } from '../../bot/workers/index.js';
import { startReportRunner } from '../../core/adapters/report-runner.js';
import type { Log } from '../../core/ports.js';
import { Scene } from '../cases/scene.js';
import { type Emulator, openStage, type Stage } from '../cases/stage.js';
import { sqlOver } from './database.js';

/** What the database itself says of a counted subscriber; money as the ledger has it. */
export interface StoredSubscriber {
  userId: number;
  nickname: string;
  state: 'subscribed' | 'unsubscribed' | 'notgetted';
  atMs: number;
  /** What went out of the advertiser's wallet for this subscriber, all entries taken together. */
  paidMicros: number;
  isPremium: number | null;
  languageCode: string;
}

export interface ReportStage {
  stage: Stage;
  scene: Scene;
  /** Posts to /orders as the advertiser, or as the person who is named. */
  orders(
    body: object,
    as?: string,
  ): Promise<{ http: number; response: Record<string, unknown>; code: unknown }>;
  /** Resolves with the next thing the runner says, once it has said it. */
  said(message: string): Promise<void>;
  /** Asks for a report, waits for it, and answers the file. A minute goes by before, for the limit's sake. */
  report(orderId: number, wanted?: object): Promise<{ name: string; file: Buffer; url: string }>;
  subscribers(orderId: number): Promise<StoredSubscriber[]>;
  stopRunner(): Promise<void>;
  startRunner(): void;
  close(): Promise<void>;
}

export async function openReportStage(
  emulator: Emulator,
  environment: Record<string, string> = {},
): Promise<ReportStage> {
  const stage = await openStage(emulator, environment);
  const scene = new Scene(stage);
  await scene.open();
  const waiting = new Map<string, (() => void)[]>();
  const note = (_: Record<string, unknown>, message: string): void => {
    const resolvers = waiting.get(message) ?? [];
    waiting.delete(message);
    for (const resolve of resolvers) resolve();
  };
  const log: Log = { info: note, warn: note, error: note };
  const said = (message: string) =>
    new Promise<void>((resolve) => waiting.set(message, [...(waiting.get(message) ?? []), resolve]));
  const startRunner = () =>
    startReportRunner({
      store: stage.store,
      clock: stage.clock,
      log,
      settings: stage.settings,
      worker: workers.report,
    });
  let runner: ReturnType<typeof startRunner> | null = startRunner();

  const orders: ReportStage['orders'] = async (body, as = 'advertiser') => {
    const answer = await fetch(`${stage.url}/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Auth: String(scene.names.get(as, 'access')) },
      body: JSON.stringify(body),
    });
    const { response = {}, error_code: code } = (await answer.json()) as {
      response?: Record<string, unknown>;
      error_code?: string;
    };
    return { http: answer.status, response, code };
  };

  const stopRunner = async (): Promise<void> => {
    await runner?.stop();
    runner = null;
  };

  return {
    stage,
    scene,
    orders,
    said,
    report: async (orderId, wanted = {}) => {
      stage.clock.pass(61_000);
      let made = said('a report is made');
      const asked = await orders({ action: 'report', order_id: orderId, ...wanted });
      expect(asked.http).toBe(200);
      let checked: Awaited<ReturnType<typeof orders>>;
      // Others that waited before may be made first.
      do {
        await made;
        made = said('a report is made');
        checked = await orders({ action: 'check_report', task_id: asked.response['task_id'] });
      } while (checked.response['status'] === 'pending');
      expect(checked.response).toMatchObject({ status: 'ready' });
      const url = String(checked.response['file_url']);
      const answer = await fetch(url);
      expect(answer.status).toBe(200);
      return {
        name: String(checked.response['file_name']),
        file: Buffer.from(await answer.arrayBuffer()),
        url,
      };
    },
    subscribers: (orderId) => storedSubscribers(stage.settings.DATABASE_URL, orderId),
    stopRunner,
    startRunner: () => {
      runner ??= startRunner();
    },
    close: async () => {
      await stopRunner();
      await stage.close();
    },
  };
}

/** Read by another way than the reports themselves go. */
function storedSubscribers(databaseUrl: string, orderId: number): Promise<StoredSubscriber[]> {
  return sqlOver<StoredSubscriber>(
    databaseUrl,
    `SELECT s.user_id AS "userId", b.nickname, s.at_ms AS "atMs",
       coalesce(u.is_premium, claimed.is_premium) AS "isPremium",
       coalesce(nullif(u.language_code, ''), claimed.language_code, '') AS "languageCode",
       CASE s.state WHEN 0 THEN 'subscribed' WHEN 1 THEN 'unsubscribed' ELSE 'notgetted' END AS state,
       -coalesce((SELECT sum(p.amount_micros) FROM ledger_entries AS e JOIN postings AS p USING (entry_id)
         JOIN ledger_accounts AS a USING (ledger_account_id)
         WHERE e.order_id = s.order_id AND e.user_id = s.user_id AND a.kind = 'wallet'
           AND a.owner_id = o.account_id), 0) AS "paidMicros"
     FROM subscriptions AS s JOIN orders AS o USING (order_id) JOIN bots AS b USING (bot_id)
     JOIN users AS u USING (user_id)
     LEFT JOIN user_bots AS claimed ON claimed.user_id = s.user_id AND claimed.bot_id = s.bot_id
     WHERE s.order_id = ? AND s.charge > 0 ORDER BY s.at_ms, s.user_id`,
    orderId,
  );
}
