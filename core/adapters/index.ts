/** The outside world as the settings describe it, for the composition roots. */
import { randomBytes } from 'node:crypto';
import { words } from '../../words/index.js';
import { publicUrl, type Settings } from '../config.js';
import type { Log, Ports, Pictures } from '../ports.js';
import type { PaceStore } from '../ports/pace-store.js';
import type { PaymentRail } from '../ports/payment-rail.js';
import { lostValues } from '../secrets/index.js';
import { createVault } from '../vault.js';
import { createCryptoPay } from './crypto-pay.js';
import { createYooKassa } from './yookassa.js';
import { createFiles, filesFolder } from './files.js';
import { openGeo } from './geo.js';
import { createMembershipService } from './membership-service.js';
import { createNetworks, type NetworkObserver } from './networks/index.js';
import { createOutgoingFetch, createWebhookSender } from './outgoing/index.js';
import { processIdentity } from './process-identity.js';
import { photoClassifier } from './photo-classifier.js';
import { pictures } from './pictures.js';
import {
  type CallObserver,
  createPlatformAdapter,
  type PlatformAdapter,
  type Share,
} from './platform/index.js';

/**
 * How the processes share what each of our bots' tokens may do until they know what each of them wants: the api asks who
 * is in, the bot sends messages. A command of the administrator takes little.
 */
const shares: Readonly<Record<'api' | 'bot' | 'admin', Share>> = {
  api: { messages: 0.05, membership: 0.8, other: 0.3 },
  bot: { messages: 0.9, membership: 0.15, other: 0.6 },
  admin: { messages: 0.05, membership: 0.05, other: 0.1 },
};

export type Infrastructure = Omit<Ports, 'store' | 'settings'> & {
  platform: PlatformAdapter;
  pictures: Pictures;
};

/**
 * @param observe hears each try of each call to the platform, and each answer of other networks
 * @param paces where the processes report their calls to each other; absent: this one keeps to its part
 * @throws GeoDatabaseError when GEOIP_CITY_DB names no such database
 */
export async function createInfrastructure(
  settings: Settings,
  process: keyof typeof shares,
  log: Log,
  observe?: { call: CallObserver; network: NetworkObserver },
  paces?: PaceStore,
): Promise<Infrastructure> {
  const { PLATFORM_API_ROOT, BOT_TOKEN, CHECKER_TOKENS, BOT_MEMBER_URL, GEOIP_CITY_DB, SECRETS_KEY } =
    settings;
  const rules = {
    schemes: settings.OUTGOING_SCHEMES,
    ports: settings.OUTGOING_PORTS,
    allowPrivate: settings.OUTGOING_PRIVATE,
  };
  return {
    platform: createPlatformAdapter({
      apiRoot: PLATFORM_API_ROOT,
      operatorToken: BOT_TOKEN,
      checkerTokens: CHECKER_TOKENS,
      operatorShare: process === 'api' ? partOf(shares.api, settings.API_WORKERS) : shares[process],
      bounds: {
        messages: settings.PACE_MESSAGES,
        membership: settings.PACE_MEMBERSHIP,
        invites: settings.PACE_INVITES,
        other: settings.PACE_OTHER,
      },
      paces: paces && { store: paces, process: processIdentity() },
      observe: observe?.call,
      log,
    }),
    membershipService: createMembershipService(BOT_MEMBER_URL),
    geo: await openGeo(GEOIP_CITY_DB),
    files: createFiles(filesFolder(settings)),
    photoClassifier,
    pictures,
    // exceljs is loaded when the first workbook is asked for.
    workbooks: {
      bytes: async (sheet, zone) => (await import('./workbook.js')).summaryBytes(sheet, zone),
    },
    webhookSender: createWebhookSender({ rules }),
    outgoingFetch: createOutgoingFetch(rules),
    networks: createNetworks({ rules, observe: observe?.network }),
    rails: railsOf(settings),
    clock: Date,
    random: { next: Math.random, bytes: randomBytes },
    vault: createVault(SECRETS_KEY, lostValues),
    words,
    log,
  };
}

/** The rails that the settings open. */
function railsOf(settings: Settings): PaymentRail[] {
  const { CRYPTO_PAY_TOKEN: token, CRYPTO_PAY_ROOT: root, CRYPTO_PAY_ASSET: asset } = settings;
  const paysByChecks = settings.CRYPTO_PAY_PAYOUTS === 'check';
  const { YOOKASSA_ROOT, YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey } = settings;
  const returnUrl = `${publicUrl(settings)}/cabinet/wallet`;
  return [
    ...(token === undefined ? [] : [createCryptoPay({ root, token, asset, paysByChecks })]),
    ...(shopId === undefined || secretKey === undefined
      ? []
      : [createYooKassa({ root: YOOKASSA_ROOT, shopId, secretKey, returnUrl })]),
  ];
}

/** What each of several alike may do of what they may do together. */
function partOf(share: Share, processes: number): Share {
  return Object.fromEntries(Object.entries(share).map(([lane, part]) => [lane, part / processes]));
}
