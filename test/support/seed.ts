/** Before each test file: property tests draw from the seed of this run, which vitest.config.ts prints. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FC_SEED']) });
