/**
 * How old an answer of the store may be: a moment of `performance.now()`, such as the one at which a request came in. What
 * was so then, or at any time since, will do; left out, only what is so now. So what a request asks at several places
 * costs a store that is far away one question.
 */
export type AsOf = number | undefined;

/**
 * Up to when a write may wait for its turn, a moment of `performance.now()`: after it, the write is refused, `unavailable`, and
 * not done. Left out: for some seconds. A store over a server has limits of its own.
 */
export type WaitsUntil = number | undefined;
