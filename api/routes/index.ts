/** Every path of the api, in one list. */
import { route as asset } from '../pages/assets.js';
import type { Route } from '../route.js';
import { route as account } from './account.js';
import { route as bots } from './bots.js';
import { route as brand } from './brand.js';
import { cabinetFile, cabinetPage, cabinetRoot } from './cabinet.js';
import { clientArchive, clientIndex } from './client.js';
import { route as exclusions } from './exclusions.js';
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
import { route as invite } from './invite.js';
import { route as live } from './live.js';
import { route as logo } from './logo.js';
import { route as moderation } from './moderation.js';
import { routes as orders } from './orders.js';
import { route as payouts } from './payouts.js';
import { route as picture } from './picture.js';
import { route as paymentNotices } from './payment-notices.js';
import { route as platformUpdates } from './platform-updates.js';
import { open as openLink, pageReport } from './redirect.js';
import { referenceRoutes } from './reference.js';
import { route as reversals } from './reversals.js';
import { route as session } from './session.js';
import { favicon, robots } from './site-files.js';
import { route as start } from './start.js';
import { route as statistic } from './statistic.js';
import { route as statisticTable } from './statistic-table.js';
import { route as targeting } from './targeting.js';
import { route as toggleExclusion } from './toggle-exclusion.js';
import { route as trust } from './trust.js';
import { route as wallet } from './wallet.js';
import { route as walletStatement } from './wallet-statement.js';
import { route as webhooks } from './webhooks.js';

const paths: readonly Route[] = [
  getSponsors,
  getUserSubscriptions,
  getUserInfo,
  bots,
  ...orders,
  getBalance,
  filters,
  statistic,
  statisticTable,
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
