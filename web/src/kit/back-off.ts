const longestMs = 30_000;

/**
 * Waits that double up to thirty seconds, each drawn from a third of that on, so that a thousand phones
 * do not come back together when a server does.
 * @param random as `Math.random`.
 * @param firstMs the longest that the first may be.
 */
export function createBackOff(random: () => number, firstMs = 1_000) {
  let ceiling = firstMs;
  return {
    next: (): number => {
      const wait = ceiling / 3 + (random() * 2 * ceiling) / 3;
      ceiling = Math.min(ceiling * 2, longestMs);
      return wait;
    },
    reset: (): void => {
      ceiling = firstMs;
    },
  };
}
