/** When the count of a boot stood where, in epoch milliseconds; a bound is one between which and another readings were dated. */
export type Mark = { seq: number; at: number; isBound?: boolean };
/** Marks in the order of the count, at least one; between two of them it went on evenly. */
export type Boot = { boot: number; marks: Mark[] };

/** Boots and marks of each that are remembered; more boots where one batch has more, which may come again. */
const mostBoots = 8;
const mostMarks = 64;
/** Newest marks of a boot, from which its pace is known; older ones go, but for bounds. */
export const newestMarks = 32;

/**
 * What is known of a device's boots; nothing where its count has fallen back by more than are remembered: it
 * has lost its memory, and begins anew.
 */
export function recallBoots(text: string, newest: number): Map<number, Boot> {
  const boots = new Map(unpackBoots(text).map((each) => [each.boot, each]));
  const latest = [...boots.keys()].sort((a, b) => a - b).slice(-mostBoots);
  const hasLostCount = newest + mostBoots < Math.min(...latest);
  return boots.size > 0 && hasLostCount ? new Map() : boots;
}

/**
 * The memory as it is stored.
 * @param oldest the first boot just dated: it stays, and the one before it, which bounds it.
 */
export function packBoots(boots: Map<number, Boot>, oldest: number): string {
  const inOrder = [...boots.values()].sort((a, b) => a.boot - b.boot);
  const dated = inOrder.filter(({ boot }) => boot >= oldest).length;
  const kept = inOrder.slice(-Math.max(mostBoots, dated + 1));
  return JSON.stringify(
    kept.map(({ boot, marks }) => [
      boot,
      ...thinned(marks).flatMap(({ seq, at, isBound }) => [seq, isBound ? -at : at]),
    ]),
  );
}

/** When the count stood at `seq`, which lies between two marks or at one. */
export function timeOf(marks: Mark[], seq: number): number {
  const at = marks.findIndex((mark) => mark.seq >= seq);
  const next = marks[at] as Mark;
  const before = marks[at - 1];
  if (next.seq === seq || !before) return next.at;
  const share = (seq - before.seq) / (next.seq - before.seq);
  return Math.round(before.at + share * (next.at - before.at));
}

/** Leaves out the marks without which time between the others runs most nearly as before; of bounds the oldest. */
function thinned(marks: Mark[]): Mark[] {
  const kept = [...marks];
  while (kept.length > mostMarks) {
    let least = { index: 0, ms: Number.POSITIVE_INFINITY };
    for (let index = 1; index < kept.length - newestMarks; index += 1) {
      const around = [kept[index - 1] as Mark, kept[index + 1] as Mark];
      const { seq, at, isBound } = kept[index] as Mark;
      const ms = isBound ? Number.POSITIVE_INFINITY : Math.abs(timeOf(around, seq) - at);
      if (ms < least.ms) least = { index, ms };
    }
    kept.splice(least.index, 1);
  }
  return kept;
}

function unpackBoots(text: string): Boot[] {
  if (text === '') return [];
  return (JSON.parse(text) as [number, ...number[]][]).map(([boot, ...numbers]) => ({
    boot,
    marks: numbers.flatMap((seq, index) => {
      const at = numbers[index + 1] ?? 0;
      return index % 2 === 0 ? { seq, at: Math.abs(at), ...(at < 0 && { isBound: true }) } : [];
    }),
  }));
}
