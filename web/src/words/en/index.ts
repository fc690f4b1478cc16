/** What the cabinet says, in English: every other language has the same keys. */
import errors from '../../../../words/en/errors.ftl?raw';
import { errorsIn } from '../errors';
import { nav, live, common, checks, failure, signIn, home } from './general';
import { orders, figures } from './orders';
import { bots, events, networks, wallet, account } from './owners';
import { imports } from './imports';
import { moderation, payouts, themes } from './duties';

export const en = {
  nav,
  live,
  common,
  checks,
  failure: { ...failure, ofError: errorsIn('en', errors) },
  signIn,
  home,
  orders,
  figures,
  bots,
  events,
  networks,
  wallet,
  account,
  imports,
  moderation,
  payouts,
  themes,
};
