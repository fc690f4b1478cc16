/** What is known of end users, replayed over HTTP: cases that a reader who does not program can check. */
import { runCases } from './run.js';

runCases('knowledge.json', 'assumed-language.json', 'order-warnings.json');
