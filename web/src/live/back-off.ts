const firstMs = 1_000;
const longestMs = 30_000;

/**
 * Waits that double from one second to thirty, each drawn from its upper half, so that a thousand
 * phones do not come back together when a server does.
 * @param random as `Math.random`.
 */
export function createBackOff(random: () => number) {
  let ceiling = firstMs;
  return {
    next: (): number => {
      const wait = ceiling / 2 + (random() * ceiling) / 2;
      ceiling = Math.min(ceiling * 2, longestMs);
      return wait;
    },
    reset: (): void => {
      ceiling = firstMs;
    },
  };
}
