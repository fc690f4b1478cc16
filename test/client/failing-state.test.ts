/** A state that fails or is late while a user is done: what they had asked for is not lost. */
import { memoryState } from 'sponsorgate-client';
import { afterEach, expect, it, vi } from 'vitest';
import { type GateStage, openGateStage } from './gate-stage.js';
import { scripted } from './scripted.js';

let stage: GateStage;
const open = async (state: ReturnType<typeof memoryState>) => {
  const network = scripted();
  stage = await openGateStage({ networks: [network], unavailable: 'pass', timeoutMs: 500, state });
  expect(await stage.says('/get')).toEqual([]);
  network.is('done');
  // What was checked just now is not checked again.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 4_000);
};
afterEach(async () => {
  vi.restoreAllMocks();
  await stage.close();
});

it.each([
  ['a press', () => stage.presses(), ['/get']],
  ['a message', () => stage.says('more'), ['/get', 'more']],
])('handles what it has claimed, though the state fails then: %s', async (_, asks, handled) => {
  const state = memoryState();
  await open(state);
  state.delete = () => Promise.reject(new Error('The disk is locked.'));
  expect(await asks()).toEqual(handled);
  expect(stage.failures).toEqual(['gate: Error: The disk is locked.']);
  expect(await stage.blocks()).toEqual([]);
});

it('handles at the next press what was claimed too late', async () => {
  const state = memoryState();
  await open(state);
  const { claim } = state;
  let carryOut: (() => void) | undefined;
  state.claim = async (key, ttlMs) => {
    if (key.startsWith('end:') && carryOut === undefined)
      await new Promise<void>((resolve) => {
        carryOut = resolve;
      });
    return claim(key, ttlMs);
  };
  expect(await stage.presses()).toEqual([]);
  expect(await stage.alert()).toBe('Please try again in a moment.');
  carryOut?.();
  expect(await stage.presses()).toEqual(['/get']);
});

const throws = (error: unknown) => {
  throw error;
};
const rejects = (error: unknown) => Promise.resolve(error).then(throws);
it.each([
  ['throws', throws],
  ['rejects', rejects],
])('holds no user where what listens to failures %s', async (_, onError) => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const state = memoryState();
  state.get = () => Promise.reject(new Error('The disk is gone.'));
  stage = await openGateStage({ networks: [scripted()], unavailable: 'pass', state, onError });
  expect(await stage.says('/get')).toEqual(['/get']);
  expect(printed.mock.calls.map(String)).toEqual(['Error: The disk is gone.']);
});
