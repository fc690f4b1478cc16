/** Referrals as their referrer sees them: nothing here names an account that was brought. */
import { z } from 'zod';
import { toNumber } from '../../core/money.js';
import { referralStates } from '../../core/referrals/index.js';
import type { Service } from '../../core/service.js';
import type { Wire } from '../route.js';
import { flag, isoTime, moment, money, percent, toFlag, whole } from './wire.js';

export const referralsSchema = z.strictObject({
  is_on: flag.describe('1: accounts that come by the link from now on earn a share.'),
  percent: percent.describe('The share of the service’s fee.'),
  months: whole.describe('For so many months of 30 days each account earns it.'),
  takes_fee: flag.describe('0: the service takes no fee now, so nothing is earned.'),
  chat_link: z.string().describe('Opens the operator bot; "" where there is none.'),
  web_link: z.string().describe('Leads there from any page; "" where there is none.'),
  total: whole.describe('How many accounts the link has brought.'),
  earned: money.describe('By all of them, less what was taken back.'),
  referrals: z
    .array(
      z.strictObject({
        brought_at: moment,
        percent,
        until: moment.describe('Charges from then on earn nothing.'),
        state: z.enum(referralStates).describe('ended: both accounts asked for payment to one destination.'),
        earned: money,
      }),
    )
    .describe('Latest first.'),
});
type Referrals = z.output<typeof referralsSchema>;

export async function referralsOf(
  { referrals, settings }: Service,
  accountId: number,
  page: { offset: number; limit: number },
): Promise<Wire<Referrals>> {
  const links = await referrals.links(accountId);
  const found = await referrals.page(accountId, page);
  return {
    is_on: toFlag(links !== null),
    percent: settings.REFERRAL_PERCENT,
    months: settings.REFERRAL_MONTHS,
    takes_fee: toFlag(Number(settings.PUBLISHER_SHARE) < 1),
    chat_link: links?.chat ?? '',
    web_link: links?.web ?? '',
    total: found.total,
    earned: toNumber(found.earnedMicros),
    referrals: found.referrals.map((referral) => ({
      brought_at: isoTime(referral.madeAtMs),
      percent: referral.percent,
      until: isoTime(referral.untilMs),
      state: referral.state,
      earned: toNumber(referral.earnedMicros),
    })),
  };
}
