import { runCases } from '../cases/run.js';

runCases('wire.json', 'general.json', 'names-wire.json', 'by-bots.json');
