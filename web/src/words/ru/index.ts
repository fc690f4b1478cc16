/** What the cabinet says, in Russian. */
import type { Words } from '../index';
import errors from '../../../../words/ru/errors.ftl?raw';
import { errorsIn } from '../errors';
import { nav, live, common, checks, failure, signIn, home } from './general';
import { orders, figures } from './orders';
import { bots, events, networks, wallet, account } from './owners';
import { imports } from './imports';
import { moderation, payouts, themes } from './duties';

export const ru: Words = {
  nav,
  live,
  common,
  checks,
  failure: { ...failure, ofError: errorsIn('ru', errors) },
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
