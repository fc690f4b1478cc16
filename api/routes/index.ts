/** Every path of the api, in one list. */
import { route as asset } from '../pages/assets.js';
import type { Route } from '../route.js';
import { route as account } from './account.js';
import { route as bots } from './bots.js';
import { brand, favicon, robots } from './site-files.js';
import { cabinetFile, cabinetPage, cabinetRoot } from './cabinet.js';
import { clientArchive, clientIndex } from './client.js';
import { route as exclusions, toggle as toggleExclusion } from './exclusions.js';
import { route as figures } from './figures.js';
import { route as filters } from './filters.js';
import { route as forecast } from './forecast.js';
import { answer as answerForm, show as showForm } from './form.js';
import { route as getBalance } from './get-balance.js';
import { route as getSponsors } from './get-sponsors.js';
import { route as getUserInfo } from './get-user-info.js';
import { route as getUserSubscriptions } from './get-user-subscriptions.js';
import { alive, ready } from './health.js';
import { route as imports } from './imports.js';
import { invite, open as openLink, pageReport } from './redirect.js';
import { route as live } from './live.js';
import { logo, picture } from './pictures.js';
import { route as moderation } from './moderation.js';
import { route as orders } from './orders.js';
import { route as payouts } from './payouts.js';
import { route as paymentNotices } from './payment-notices.js';
import { route as platformUpdates } from './platform-updates.js';
import { referenceRoutes } from './reference.js';
import { route as reversals } from './reversals.js';
import { route as session } from './session.js';
import { route as start } from './start.js';
import { route as statistic } from './statistic.js';
import { route as targeting } from './targeting.js';
import { route as trust } from './trust.js';
import { route as wallet } from './wallet.js';
import { idFile, reportFile, walletStatement } from './downloads.js';
import { route as webhooks } from './webhooks.js';

const paths: readonly Route[] = [
  getSponsors,
  getUserSubscriptions,
  getUserInfo,
  bots,
  orders,
  idFile,
  reportFile,
  getBalance,
  filters,
  statistic,
  toggleExclusion,
  session,
  account,
  wallet,
  walletStatement,
  webhooks,
  exclusions,
  forecast,
  figures,
  imports,
  targeting,
  live,
  moderation,
  trust,
  payouts,
  reversals,
  cabinetFile,
  cabinetRoot,
  cabinetPage,
  alive,
  ready,
  paymentNotices,
  platformUpdates,
  openLink,
  pageReport,
  invite,
  showForm,
  answerForm,
  logo,
  picture,
  asset,
  start,
  clientIndex,
  clientArchive,
  robots,
  favicon,
  brand,
];

export const routes: readonly Route[] = [...paths, ...referenceRoutes(paths)];
