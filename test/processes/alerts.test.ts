/**
 * What goes wrong once in the running processes, and whether Prometheus's own tool says that its alert fires then, and only
 * then. A full disk is provoked in `full-disk.test.ts`, a replica that is behind in `test/contract/replica.test.ts`.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CryptoPay, openCryptoPay } from '../../emulator/crypto-pay/server.js';
import { openS3, type S3 } from '../../emulator/s3/server.js';
import { checkRules, expectFiring, hasPromtool, scrape, type Target } from '../metrics/promtool.js';
import { parseSamples, sumOf } from '../metrics/stage.js';
import { runAdmin } from '../support/admin.js';
import { sqlOver, storeKind } from '../support/database.js';
import { createSteppedClock, type SteppedClock } from '../support/stepped-clock.js';
import { openWorld, operatorName, type World } from './world.js';

const [administrator, advertiser] = [11, 13];
const DAY_MINUTES = 1_440;

// It is skipped where Prometheus is not installed; continuous integration has it.
describe.runIf(hasPromtool())('the alerts', () => {
  let world: World;
  let rail: CryptoPay;
  let s3: S3;
  /** Of the bot process. */
  let clock: SteppedClock;
  const urls = { api: '', 'api-2': '', bot: '' };
  let quiet: typeof urls;

  beforeAll(async () => {
    rail = await openCryptoPay();
    const money = { STARS_RATE: '1.3', CRYPTO_PAY_TOKEN: rail.token, CRYPTO_PAY_ROOT: rail.url };
    s3 = await openS3();
    const offsite = {
      OFFSITE_URL: s3.url,
      OFFSITE_REGION: s3.account.region,
      OFFSITE_ACCESS_KEY: s3.account.accessKey,
      OFFSITE_SECRET_KEY: s3.account.secretKey,
    };
    const metrics = { METRICS_PORT: '0', BOT_METRICS_PORT: '0', ...money, ...offsite };
    world = await openWorld({ ...metrics, ADMIN_IDS: String(administrator), WITHDRAWAL_MIN: '1' });
    clock = createSteppedClock(world.processes.folder);
    for (const each of [botBackups(), backups()]) mkdirSync(each);
    for (const name of ['api', 'api-2', 'bot'] as const) await start(name);
    await world.service.starDeposits.compare();
    await world.service.reconciliation.run();
    quiet = await pages();
  }, 60_000);
  afterAll(async () => {
    await world.close();
    await rail.close();
    await s3.close();
  });

  async function start(name: keyof typeof urls): Promise<void> {
    const isBot = name === 'bot';
    const environment: Record<string, string> = isBot
      ? { BACKUP_SCHEDULE: '* * * * *', BACKUP_DIR: botBackups(), OFFSITE_SECRET_KEY: 'wrong' }
      : { BACKUP_DIR: backups(), ...(name === 'api' ? {} : { API_PORT: '0' }) };
    const { nodeOptions } = clock;
    const started = isBot ? { as: name, environment, nodeOptions } : { as: name, environment };
    const announced = await world.processes.start(isBot ? 'bot' : 'api', started);
    urls[name] = announced['metrics'] ?? '';
  }
  const botBackups = () => path.join(world.processes.folder, 'copies-of-the-bot');
  const backups = () => path.join(world.processes.folder, 'copies');
  const sql = (text: string) => sqlOver(world.processes.environment['DATABASE_URL'] ?? '', text);
  async function pages() {
    const asked = Object.entries(urls).map(async ([name, url]) => [name, (await scrape(url)) ?? ''] as const);
    return Object.fromEntries(await Promise.all(asked)) as typeof quiet;
  }
  async function targets(): Promise<Target[]> {
    return Promise.all(
      (Object.keys(urls) as (keyof typeof urls)[]).map(async (name) => ({
        before: quiet[name],
        now: await scrape(urls[name]),
      })),
    );
  }
  /** Of a service where nothing is wrong this one does not fire; then, what was done is what makes it fire. */
  async function expectProvoked(
    alert: string,
    provoke: () => Promise<unknown>,
    minutes?: number,
  ): Promise<void> {
    const calm = (await targets()).map(({ before }) => ({ before, now: before }));
    const time = minutes === undefined ? {} : { minutes };
    expectFiring(calm, { firing: [], silent: [alert], ...time });
    await provoke();
    expectFiring(await targets(), { firing: [alert], ...time });
  }

  it('are rules that Prometheus reads', () => {
    expect(checkRules()).toContain('SUCCESS');
  });

  it('say that withdrawals and refunds wait, and orders for a moderator', async () => {
    const { service } = world;
    await expectProvoked('SponsorgateWithdrawalsWait', async () => {
      const wanted = { amountMicros: 5_000_000n, details: 'card', requestKey: 'alerts' };
      await service.withdrawals.ask(advertiser, wanted);
      await sql('UPDATE withdrawals SET asked_at_ms = asked_at_ms - 4 * 86400000');
    });
    await expectProvoked('SponsorgateRefundsWait', async () => {
      const payment = { accountId: advertiser, chargeId: 'alerts', stars: 10, payload: 'deposit:1000000' };
      await service.starDeposits.book(payment);
      const comeBack = await world.platformLeaves();
      await service.refunds.refund(administrator, 'alerts');
      await comeBack();
      await sql('UPDATE star_payments SET refund_asked_at_ms = refund_asked_at_ms - 2 * 3600000');
    });
    const order = {
      link: 'https://example.org/',
      adsType: 'resource',
      quantityAll: 10,
      priceMicros: 3_000_000n,
    } as const;
    await expectProvoked(
      'SponsorgateOrdersWait',
      () => service.orders.create(advertiser, order),
      2.2 * DAY_MINUTES,
    );
  }, 60_000);

  it('say that the ledger is out of balance, and apart from that, that figures differ', async () => {
    await expectProvoked('SponsorgateFiguresDiffer', async () => {
      await sql(`UPDATE orders SET quantity_now = 7 WHERE order_id = ${String(world.order.id)}`);
      await world.service.checks.run();
      expectFiring(await targets(), { firing: [], silent: ['SponsorgateLedgerOutOfBalance'] });
    });
    await sql(`UPDATE orders SET quantity_now = 0 WHERE order_id = ${String(world.order.id)}`);
    await expectProvoked('SponsorgateLedgerOutOfBalance', async () => {
      await sql('UPDATE ledger_accounts SET balance_micros = balance_micros + 1 WHERE ledger_account_id = 1');
      await world.service.checks.run();
      expectFiring(await targets(), { firing: [], silent: ['SponsorgateFiguresDiffer'] });
    });
    await sql('UPDATE ledger_accounts SET balance_micros = balance_micros - 1 WHERE ledger_account_id = 1');
    await world.service.checks.run();
  }, 60_000);

  it('say that the list of payments is not read', async () => {
    let comeBack = () => Promise.resolve();
    await expectProvoked('SponsorgatePaymentsUnread', async () => {
      comeBack = await world.platformLeaves();
      await sql(
        "UPDATE processes SET beat_at_ms = beat_at_ms - 2 * 3600000 WHERE process = 'payments stars'",
      );
    });
    await comeBack();
    await world.service.starDeposits.compare();
    expectFiring(await targets(), { firing: [], silent: ['SponsorgatePaymentsUnread'] });
  }, 60_000);

  it('say that a payment rail and the ledger differ, until they agree', async () => {
    await expectProvoked('SponsorgateRailDiffers', () => {
      rail.world.users.add(7);
      rail.ledger.transfer({ user_id: 7, asset: 'USDT', amount: '5', spend_id: 'by hand' });
      return world.service.reconciliation.run();
    });
    rail.ledger.transfers.length = 0;
    await world.service.reconciliation.run();
    expectFiring(await targets(), { firing: [], silent: ['SponsorgateRailDiffers'] });
  });

  // It is skipped over PostgreSQL, whose backups its own tools make.
  it.runIf(storeKind === 'sqlite')(
    'say that backups are old, or fail, here and off-site',
    async () => {
      const { environment, folder } = world.processes;
      const untilFailed = (what: string) =>
        expect
          .poll(async () => sumOf(parseSamples((await pages()).bot), `sponsorgate_${what}_failed`), {
            timeout: 75_000,
            interval: 250,
          })
          .toBe(1);
      await expectProvoked('SponsorgateOffsiteFailed', () => untilFailed('offsite'));
      expectFiring(await targets(), { firing: [], silent: ['SponsorgateBackupFailed'] });
      await expectProvoked('SponsorgateBackupOld', async () => {
        await runAdmin(folder, ['backup'], { ...environment, BACKUP_DIR: backups() });
        const [file = ''] = readdirSync(backups()).filter((name) => name.endsWith('.db'));
        expectFiring(await targets(), { firing: [], silent: ['SponsorgateBackupOld'] });
        const old = file.replace(/\d{8}T/, '20260101T');
        renameSync(path.join(backups(), file), path.join(backups(), old));
      });
      expectFiring(await targets(), { firing: [], silent: ['SponsorgateOffsiteOld'] });
      await expectProvoked('SponsorgateOffsiteOld', async () => {
        for (const each of [botBackups(), backups()])
          writeFileSync(path.join(each, 'latest-offsite.txt'), '2026-01-01T00:00:00.000Z\n');
      });
      await expectProvoked('SponsorgateBackupFailed', () => {
        rmSync(botBackups(), { recursive: true });
        // Where the bot process's backups are to go, there is a file.
        writeFileSync(botBackups(), '');
        return untilFailed('backup');
      });
    },
    200_000,
  );

  it('say that a clock differs from that of the platform, until it agrees', async () => {
    const aheadSeconds = async () =>
      sumOf(parseSamples((await pages()).bot), 'sponsorgate_platform_clock_ahead_seconds');
    /** The bot has to answer, as by a long poll alone it does not know how old the platform's time is. */
    const setClock = async (offByMs: number) => {
      clock.set(offByMs);
      await world.client.say(advertiser, operatorName, '/help');
    };
    await expectProvoked('SponsorgateClockDiffers', async () => {
      await setClock(10_000);
      await expect.poll(aheadSeconds, { timeout: 20_000 }).toBeGreaterThan(8);
    });
    await setClock(0);
    await expect.poll(aheadSeconds, { timeout: 20_000 }).toBeLessThan(2);
    expectFiring(await targets(), { firing: [], silent: ['SponsorgateClockDiffers'] });
  }, 60_000);

  it('say that updates are not taken, that the bot process is gone, and one machine of several', async () => {
    const { processes } = world;
    // Updates are known to be taken once the bot process has first written so.
    const heard = () => sql("SELECT process FROM processes WHERE process LIKE 'updates%'");
    await expect.poll(heard, { timeout: 40_000 }).not.toEqual([]);
    await expectProvoked('SponsorgateMachineGone', () => processes.kill('api-2'));
    expectFiring(await targets(), {
      firing: ['SponsorgateFewerProcesses'],
      silent: ['SponsorgateProcessGone'],
    });
    await processes.kill('bot');
    await sql(
      "UPDATE processes SET beat_at_ms = beat_at_ms - 600000 WHERE process = 'bot' OR process LIKE 'updates%'",
    );
    // What was found within the last second is repeated.
    const isReady = async () =>
      sumOf(parseSamples((await pages()).api), 'sponsorgate_ready', { check: 'bot' });
    await expect.poll(isReady).toBe(0);
    expectFiring(await targets(), {
      firing: [
        'SponsorgateUpdatesOld',
        'SponsorgateNotReady',
        'SponsorgateProcessGone',
        'SponsorgateBotSilent',
      ],
      silent: ['SponsorgateStoreUnreadable'],
    });
    await start('bot');
    await start('api-2');
  }, 60_000);
});
