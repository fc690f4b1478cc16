/** The publisher interface, replayed over HTTP: cases that a reader who does not program can check. */
import { runCases } from './run.js';

runCases(
  'sponsors-main.json',
  'sponsors-input.json',
  'answers.json',
  'sponsors-modes.json',
  'sponsors-verify.json',
  'sponsors-rules.json',
  'bots.json',
  'bots-admission.json',
  'bots-per-hour.json',
  'user-subscriptions.json',
  'sponsors-private.json',
);
