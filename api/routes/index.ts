/** Every path of the api, in one list. */
import { route as asset } from '../pages/assets.js';
import type { Route } from '../route.js';
import { route as bots } from './bots.js';
import { route as filters } from './filters.js';
import { answer as answerForm, show as showForm } from './form.js';
import { route as getBalance } from './get-balance.js';
import { route as getSponsors } from './get-sponsors.js';
import { route as getUserInfo } from './get-user-info.js';
import { route as getUserSubscriptions } from './get-user-subscriptions.js';
import { alive, ready } from './health.js';
import { route as logo } from './logo.js';
import { idFile, reportFile } from './order-files.js';
import { route as orders } from './orders.js';
import { route as picture } from './picture.js';
import { route as platformUpdates } from './platform-updates.js';
import { open as openLink, tell as tellDevice } from './redirect.js';
import { referenceRoutes } from './reference.js';
import { favicon, robots } from './site-files.js';
import { route as start } from './start.js';
import { route as statistic } from './statistic.js';
import { route as statisticExclusion } from './statistic-exclusion.js';
import { route as statisticTable } from './statistic-table.js';
import { enter as enterStatistic, show as showStatisticLink } from './statistic-link.js';
import { route as toggleExclusion } from './toggle-exclusion.js';

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
  // Before the path whose last part varies.
  statisticExclusion,
  statisticTable,
  showStatisticLink,
  enterStatistic,
  toggleExclusion,
  alive,
  ready,
  platformUpdates,
  openLink,
  tellDevice,
  showForm,
  answerForm,
  logo,
  picture,
  asset,
  start,
  robots,
  favicon,
];

export const routes: readonly Route[] = [...paths, ...referenceRoutes(paths)];
