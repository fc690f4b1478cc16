/** The advertiser interface, replayed over HTTP: what becomes of orders, and of each of their fields. */
import { runCases } from './run.js';

runCases(
  'orders-transitions.json',
  'orders-unset.json',
  'orders-more.json',
  'orders-members.json',
  'orders-refusals.json',
);
