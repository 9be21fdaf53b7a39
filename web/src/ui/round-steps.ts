const steps = [1, 2, 2.5, 5];

/** Most steps that a chart of bars has room for. */
const usualMost = 4;

type MarkOptions = { most?: number; isTold?: (mark: number, before: number) => boolean };

/**
 * Returns the marks of an axis from 0 to at least `largest`, in round steps as people count: 1, 2, 2.5 or 5
 * times a power of ten.
 * @param most steps that the chart has room for.
 * @param isTold whether a mark can be told apart from the one before it, where it is written.
 */
export function roundMarks(
  largest: number,
  { most = usualMost, isTold = () => true }: MarkOptions = {},
): number[] {
  if (!(largest > 0)) return [0];
  let power = Math.floor(Math.log10(largest / most));
  for (;;) {
    for (const each of steps) {
      const step = each * 10 ** power;
      const count = Math.ceil(Number((largest / step).toPrecision(12)));
      if (count > most) continue;
      const marks = Array.from({ length: count + 1 }, (_, index) =>
        Number((index * step).toPrecision(12)),
      );
      if (marks.every((mark, index) => index === 0 || isTold(mark, marks[index - 1] ?? 0))) {
        return marks;
      }
    }
    power += 1;
  }
}
