/** The advertiser interface, replayed over HTTP: cases that a reader who does not program can check. */
import { runCases } from './run.js';

runCases(
  'orders-create.json',
  'orders-update.json',
  'orders-states.json',
  'orders-price.json',
  'orders-list.json',
  'orders-files.json',
);
