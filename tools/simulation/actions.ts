/** Everything that can happen in a step, and how often. */
import { advertise, change, copy, decide, newOrder, readOrder, report } from './actions/advertisers.js';
import { deliver, loseRights, move, useBot } from './actions/people.js';
import { askForSponsors, askTwice, follow, readSubscriptions } from './actions/requests.js';
import { crowd } from './actions/crowd.js';
import { payOut, withdraw } from './actions/payouts.js';
import { finishRefunds, payStars, refundStars, tellRefund } from './actions/stars.js';
import {
  changeKey,
  deposit,
  exclude,
  loseToken,
  readBalance,
  suspend,
  switchBot,
} from './actions/accounts.js';
import { judgeBots } from './actions/qualities.js';
import { decideTrust, settleHeld } from './actions/trust.js';
import { lookAtNames, moveName } from './actions/names.js';
import { walkUnseen } from './actions/unseen.js';
import { stranger } from './actions/strangers.js';
import {
  askContacts,
  makeReports,
  powerCut,
  purge,
  release,
  restart,
  sweep,
  work,
} from './actions/maintenance.js';
import { drain, settleIn } from './actions/ends.js';
import type { Simulation } from './simulation.js';

export { drain, settleIn };

export interface Action {
  name: string;
  weight: number;
  /** Its process may be killed late in it: it does much. */
  mayCrashLate?: boolean;
  run(simulation: Simulation): Promise<void>;
}

/** The bot process resolves links of orders, then looks for unseen joins. */
async function lookAround(simulation: Simulation): Promise<void> {
  await lookAtNames(simulation);
  await walkUnseen(simulation);
}

/** What is done at night. */
async function sweepAndJudge(simulation: Simulation): Promise<void> {
  await sweep(simulation);
  await judgeBots(simulation);
}

export const actions: readonly Action[] = [
  { name: 'get-sponsors', weight: 260, run: askForSponsors },
  { name: 'get-sponsors twice at once', weight: 25, run: askTwice },
  { name: 'get-user-subscriptions', weight: 40, run: readSubscriptions },
  { name: 'link opened', weight: 40, run: follow },
  { name: 'joined or left', weight: 230, run: move },
  { name: 'updates delivered', weight: 160, run: deliver },
  { name: 'rights lost or found', weight: 6, run: loseRights },
  { name: 'name moved', weight: 4, run: moveName },
  { name: 'names looked at', weight: 5, run: lookAround },
  { name: 'order created', weight: 12, run: newOrder },
  { name: 'order changed', weight: 25, run: change },
  { name: 'order copied', weight: 4, run: copy },
  { name: 'order read', weight: 12, run: readOrder },
  { name: 'order decided', weight: 30, run: decide },
  { name: 'report asked for', weight: 6, run: report },
  { name: 'order advertised again', weight: 6, run: advertise },
  { name: 'deposit', weight: 25, run: deposit },
  { name: 'crowd', weight: 40, mayCrashLate: true, run: crowd },
  { name: 'withdrawal', weight: 12, run: withdraw },
  { name: 'withdrawal decided', weight: 12, run: payOut },
  { name: 'stars paid', weight: 10, run: payStars },
  { name: 'refund', weight: 8, run: refundStars },
  { name: 'refund told', weight: 6, run: tellRefund },
  { name: 'refunds finished', weight: 6, run: finishRefunds },
  { name: 'token refused or sent again', weight: 5, run: loseToken },
  { name: 'balance read', weight: 15, run: readBalance },
  { name: 'exclusion', weight: 10, run: exclude },
  { name: 'key changed', weight: 12, run: changeKey },
  { name: 'account blocked', weight: 10, run: suspend },
  { name: 'bot switched', weight: 14, run: switchBot },
  { name: 'stranger', weight: 25, run: stranger },
  { name: 'contacts asked', weight: 30, mayCrashLate: true, run: askContacts },
  { name: 'bot used or blocked', weight: 25, run: useBot },
  { name: 'bot trusted or refused', weight: 4, run: decideTrust },
  { name: 'held money settled', weight: 10, mayCrashLate: true, run: settleHeld },
  { name: 'workers', weight: 60, mayCrashLate: true, run: work },
  { name: 'reports made', weight: 8, mayCrashLate: true, run: makeReports },
  { name: 'holds released', weight: 20, mayCrashLate: true, run: release },
  { name: 'purge', weight: 6, mayCrashLate: true, run: purge },
  { name: 'sweep', weight: 6, mayCrashLate: true, run: sweepAndJudge },
  { name: 'restart', weight: 4, run: restart },
  { name: 'power cut', weight: 1, run: powerCut },
];
