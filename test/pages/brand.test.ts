/** The operator's name and colour on pages and in the cabinet. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandStyles } from '../../api/routes/site-files.js';
import { contrast, mix } from '../../core/colors.js';
import { parseSettings, SettingsError } from '../../core/config.js';
import { openPages, type PagesStage } from './stage.js';

const channel = fc.integer({ min: 0, max: 255 });
const color = fc
  .tuple(channel, channel, channel)
  .map((channels) => `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`);
const settingsWith = (SERVICE_COLOR: string) =>
  parseSettings({
    BOT_TOKEN: `1:${'a'.repeat(35)}`,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    SERVICE_COLOR,
  });

describe('colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
  ])('%s on %s have the contrast %f', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBeCloseTo(ratio, 1);
  });

  it('a mix lies between both', () => {
    expect([0, 0.5, 1].map((share) => mix('#000000', '#ff8000', share))).toEqual([
      '#000000',
      '#804000',
      '#ff8000',
    ]);
  });

  it('every colour that settings take can be read in both schemes; no other is taken', () => {
    fc.assert(
      fc.property(color, (one) => {
        if (contrast(one, mix(one, '#ffffff', 0.9)) < 4.5) {
          expect(() => settingsWith(one)).toThrow(SettingsError);
          return;
        }
        expect(settingsWith(one).SERVICE_COLOR).toBe(one);
        const value = (name: string) =>
          new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(brandStyles(one))?.[1] ?? '';
        for (const ground of ['#1d232b', value('brand-soft-on-dark')])
          expect(contrast(value('brand-on-dark'), ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(one, value('brand-soft'))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(value('brand-pressed'), '#ffffff')).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

describe('a service of another name and colour', () => {
  let pages: PagesStage;
  beforeAll(async () => {
    pages = await openPages({ SERVICE_NAME: 'Acme & Sons', SERVICE_COLOR: '#7a1fa2' });
  });
  afterAll(() => pages.close());

  it.each(['/', '/client', '/cabinet'])('has both at %s', async (path) => {
    const body = await (await fetch(pages.stage.url + path, { headers: { Accept: 'text/html' } })).text();
    expect(body).toContain('Acme &amp; Sons');
    expect(body).not.toContain('Sponsorgate');
    expect(body).toContain('<link rel="stylesheet" href="/brand.css" />');
  });

  it('gives the colour to all of them', async () => {
    const response = await fetch(`${pages.stage.url}/brand.css`);
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await response.text()).toContain('--brand: #7a1fa2;');
  });
});
