const longestMs = 30_000;

/**
 * Makes waits that double up to thirty seconds, each drawn at random from its upper two thirds, so
 * that a thousand phones do not return together when a server does.
 * @param random as `Math.random`.
 * @param firstMs upper bound of the first wait.
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
