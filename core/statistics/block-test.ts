/** What is known of two texts or pictures of a block: of their users, how many pass, and which of the two is better. */
import type { BlockVariant, VariantFigures } from '../ports/block-test-store.js';
import { newcombe, quantileAtAnyTime, type Span, wilson } from './proportions.js';

/** A share or a difference of shares, as parts of 1, with its interval of 95 %. */
export interface Share extends Span {
  value: number;
}

export const verdicts = ['unknown', 'a', 'b'] as const;

/** `unknown`: not enough is known yet to say which is better. */
export type Verdict = (typeof verdicts)[number];

export type BlockTestFigures = ReturnType<typeof blockTestOf>;

/** So many users of each half at least: below, what an interval promises is only nearly so. */
const LEAST_SHOWN = 50;

/**
 * Returns what the figures of a test say. `rate`: of those shown, who passed; null before there are any. `difference`: how much
 * more pass of `b`; null before both were shown.
 */
export function blockTestOf(sinceMs: number, figures: Readonly<Record<BlockVariant, VariantFigures>>) {
  const { a, b } = figures;
  const isKnown = a.shown > 0 && b.shown > 0;
  return {
    sinceMs,
    variants: (['a', 'b'] as const).map((variant) => ({
      variant,
      ...figures[variant],
      rate: rateOf(figures[variant]),
    })),
    difference: isKnown
      ? { value: b.passed / b.shown - a.passed / a.shown, ...newcombe(proportionOf(a), proportionOf(b)) }
      : null,
    verdict: verdictOf(a, b),
  };
}

/** A publisher looks every day, and ends the test on the day that shows a difference: the verdict allows for that. */
function verdictOf(a: VariantFigures, b: VariantFigures): Verdict {
  if (Math.min(a.shown, b.shown) < LEAST_SHOWN) return 'unknown';
  const { from, to } = newcombe(proportionOf(a), proportionOf(b), quantileAtAnyTime(a.shown + b.shown));
  if (from > 0) return 'b';
  return to < 0 ? 'a' : 'unknown';
}

function rateOf(figures: VariantFigures): Share | null {
  if (figures.shown === 0) return null;
  return { value: figures.passed / figures.shown, ...wilson(proportionOf(figures)) };
}

const proportionOf = ({ shown, passed }: VariantFigures) => ({ hits: passed, of: shown });
