export type Range = { from: number; until: number };

/** Lines kept above and below what is seen, so that a flick of the thumb meets drawn ones. */
const spare = 8;

/**
 * Which of `count` lines of equal height are drawn for a viewport: those that are seen and a few on
 * either side. Half-open; heights and offsets in pixels.
 */
export function visibleRange(
  count: number,
  lineHeight: number,
  scrolled: number,
  viewport: number,
): Range {
  const first = Math.floor(Math.max(0, scrolled) / lineHeight);
  const last = Math.ceil((Math.max(0, scrolled) + viewport) / lineHeight);
  const until = Math.min(count, last + spare);
  return { from: Math.max(0, Math.min(first - spare, until)), until };
}
