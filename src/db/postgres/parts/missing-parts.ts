import { spanStart, type UtcSpan } from '../../../kit/time/utc-spans.ts';

/** A part of the table of readings on PostgreSQL. */
export type Part = {
  name: string;
  /** Epoch milliseconds of `[from, end)`; infinite for the part before the first one. */
  from: number;
  end: number;
};

/** Readings that need parts, and the span of the parts for future readings. */
export type PartRange = { from: number; now: number; until: number; span: UtcSpan };

const firstPart = 'readings_before';

/**
 * The parts that are lacking from the day of one instant to the span of another; where there is none at all
 * yet, also one for all that is older, so that however far back readings reach, they are held. What comes
 * is divided by `span`, what lies before the present one by month, since nobody drops it day by day. Parts
 * that are there stay as they are, whatever they were divided by: a new one begins and ends beside them.
 */
export function missingParts(parts: readonly Part[], range: PartRange): Part[] {
  const { from, now, until, span } = range;
  const present = spanStart(now, span);
  const isFirst = parts.length === 0;
  const start = spanStart(from, isFirst ? (from < present ? 'month' : span) : 'day');
  const missing: Part[] = isFirst
    ? [{ name: firstPart, from: Number.NEGATIVE_INFINITY, end: start }]
    : [];
  for (let at = start; at <= until; ) {
    const isPast = at < present;
    const next = isPast ? Math.min(spanStart(at, 'month', 1), present) : spanStart(at, span, 1);
    missing.push(...gapsIn(parts, { from: at, end: next }));
    at = next;
  }
  return missing;
}

/** Spans of `[from, end)` without a part, oldest first. */
function gapsIn(parts: readonly Part[], { from, end }: Omit<Part, 'name'>): Part[] {
  const held = parts
    .filter((part) => part.from < end && part.end > from)
    .sort((a, b) => a.from - b.from);
  const gaps: Part[] = [];
  let at = from;
  for (const part of held) {
    if (part.from > at) gaps.push(partOf(at, part.from));
    at = Math.max(at, part.end);
  }
  if (at < end) gaps.push(partOf(at, end));
  return gaps;
}

/** All bounds are midnights, so a part's first day is its name; a whole month is called as such. */
function partOf(from: number, end: number): Part {
  const isMonth = from === spanStart(from, 'month') && end === spanStart(from, 'month', 1);
  const [date = ''] = new Date(from).toISOString().split('T');
  const name = isMonth ? date.slice(0, 7) : date;
  return { name: `readings_${name.replaceAll('-', '_')}`, from, end };
}
