/** After each test: all that our bots called, and all that the emulated platform answered and made, fits the Bot API's types. */
import { afterEach, expect } from 'vitest';
import { takeMisfits } from './watch.js';

afterEach(() => {
  expect(takeMisfits()).toEqual([]);
});
