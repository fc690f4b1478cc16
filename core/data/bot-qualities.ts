/**
 * What an order may ask of the bots that show it, and what that does to its price (`docs/quality.md`): at least this factor
 * of `core/quality`. Coefficients are exact decimals as text.
 */

interface LeastQuality {
  quality: number;
  coefficient: string;
}

/** In rising order. Bots of which nothing is known count as 1, so nothing above it is offered: it would leave all new bots out. */
export const leastBotQualities = [
  { quality: 0.8, coefficient: '1.1' },
  { quality: 0.9, coefficient: '1.2' },
  { quality: 1, coefficient: '1.3' },
] as const satisfies readonly LeastQuality[];

/** 0: any. */
export type MinBotQuality = 0 | (typeof leastBotQualities)[number]['quality'];

/** What an order may ask for, 0 (any) first. */
export const minBotQualities: readonly MinBotQuality[] = [
  0,
  ...leastBotQualities.map(({ quality }) => quality),
];

/** Undefined where any bot will do. */
export function botQualityCoefficient(least: MinBotQuality): string | undefined {
  return leastBotQualities.find(({ quality }) => quality === least)?.coefficient;
}
