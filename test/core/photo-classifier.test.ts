import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { photoClassifier } from '../../core/adapters/photo-classifier.js';
import { jpegOf as jpeg, pngOf as png } from '../support/pixels.js';
import { makePng } from '../../emulator/png.js';

type Colour = [red: number, green: number, blue: number, opacity?: number];

function paint(sidePixels: number, colourAt: (x: number, y: number) => Colour) {
  const data = Buffer.alloc(sidePixels * sidePixels * 4);
  for (let y = 0; y < sidePixels; y++) {
    for (let x = 0; x < sidePixels; x++) {
      const [red, green, blue, opacity = 255] = colourAt(x, y);
      data.set([red, green, blue, opacity], (y * sidePixels + x) * 4);
    }
  }
  return { width: sidePixels, height: sidePixels, data };
}

/** The same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What seen things have: shading at every scale, the finer the weaker, and grain. */
function scene(seed: number, sidePixels = 160) {
  const random = randomOf(seed);
  const waves = Array.from({ length: 30 }, (_, index) => ({
    x: (random() - 0.5) * 0.04 * (index + 1),
    y: (random() - 0.5) * 0.04 * (index + 1),
    phase: random() * 7,
    strength: 90 / (index + 1),
    tint: [random(), random(), random()] as const,
  }));
  return paint(sidePixels, (x, y) => {
    const colour: [number, number, number] = [110, 100, 90];
    for (const wave of waves) {
      const value = Math.sin(x * wave.x + y * wave.y + wave.phase) * wave.strength;
      for (const part of [0, 1, 2] as const) colour[part] += value * (0.5 + wave.tint[part]);
    }
    const grain = (random() - 0.5) * 8;
    return colour.map((value) => Math.max(0, Math.min(255, value + grain))) as Colour;
  });
}

const logo = paint(256, (x, y) => (Math.hypot(x - 128, y - 128) < 90 ? [230, 40, 60] : [255, 255, 255]));
const initials = paint(160, (x, y) =>
  x > 50 && x < 70 && y > 40 && y < 120 ? [255, 255, 255] : [80, 120, 200],
);
const chessboard = paint(256, (x, y) => (((x >> 5) + (y >> 5)) % 2 === 0 ? [0, 0, 0] : [255, 255, 255]));
const page = paint(256, (x, y) => (y % 12 < 6 && (x * 7 + y * 13) % 5 < 2 ? [20, 20, 20] : [250, 250, 250]));
const tiles = paint(256, (x, y) => [(x >> 4) * 16, (y >> 4) * 16, ((x >> 4) * 7 + (y >> 4) * 3) % 256]);
const cutOut = paint(128, (x, y) => (Math.hypot(x - 64, y - 64) < 30 ? [10, 160, 90, 255] : [0, 0, 0, 0]));

const whole = await jpeg(scene(1));
const wholeLogo = await png(logo);

describe('photos of a camera', () => {
  it('a portrait is real', async () => {
    // A photo by NASA, in the public domain, made smaller.
    const bytes = readFileSync(new URL('../fixtures/portrait.jpg', import.meta.url));
    expect(await photoClassifier.classify(bytes)).toBe('real');
  });

  it.each([1, 2, 3])('scene %i is real, whatever the format and the size', async (seed) => {
    expect(await photoClassifier.classify(await png(scene(seed)))).toBe('real');
    expect(await photoClassifier.classify(await jpeg(scene(seed)))).toBe('real');
    expect(await photoClassifier.classify(await jpeg(scene(seed, 320)))).toBe('real');
  });
});

describe('what was drawn', () => {
  it.each([
    ['a logo', wholeLogo],
    ['a logo, compressed', jpeg(logo)],
    ['initials on a colour', png(initials)],
    ['initials on a colour, compressed', jpeg(initials)],
    ['a chessboard', png(chessboard)],
    ['one colour', png(paint(64, () => [200, 30, 90]))],
    ['a soft blend of two colours', makePng(3)],
    ['a drawing of many flat colours', png(tiles)],
    ['a figure without a background', png(cutOut)],
  ])('%s is not real', async (_, bytes) => {
    expect(await photoClassifier.classify(await bytes)).toBe('not_real');
  });

  it('a page of text is never taken for a photo', async () => {
    expect(await photoClassifier.classify(await png(page))).not.toBe('real');
  });
});

describe('what cannot be told', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('a text that is longer than the head of a picture')],
    ['half a file', whole.subarray(0, 300)],
    ['a head alone', wholeLogo.subarray(0, 40)],
    ['a picture of more pixels than one would unpack', makePng(3, 2_100)],
    ['a picture too small to judge', png(paint(16, () => [1, 2, 3]))],
    ['a file too large to be read', Buffer.concat([whole, Buffer.alloc(5_000_001)])],
  ])('%s is unknown', async (_, bytes) => {
    expect(await photoClassifier.classify(await bytes)).toBe('unknown');
  });

  it('damaged files never throw', async () => {
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        expect(['real', 'not_real', 'unknown']).toContain(await photoClassifier.classify(bytes));
      }),
      { numRuns: 40 },
    );
  });
});
