import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import type { Database } from '../../db/database.ts';
import { missingParts } from '../../db/postgres/parts/missing-parts.ts';
import { dropEmptyPart, findParts, makePart } from '../../db/postgres/parts/reading-parts.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { dayMs } from '../../kit/time/units.ts';
import { spanStart, type UtcSpan } from '../../kit/time/utc-spans.ts';

/** Metrics of the parts. */
export type PartMetrics = { readingParts: Gauge; readingPartsEnd: Gauge };

type PartsDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Time for which readings are kept, in milliseconds. */
  retentionMs: number;
  /** Span of each new part. */
  readingParts: UtcSpan;
  metrics: PartMetrics;
};

/** Age of a part from which it is looked whether all its readings are packed. */
const emptyAfterMs = 3 * dayMs;

/** Number of parts that exist ahead of the present one: five weeks of them at least. */
const ahead: Record<UtcSpan, number> = { month: 3, week: 6, day: 35 };

/**
 * Runs one round: makes the missing parts of the table of readings for the present month, week or day and
 * those ahead, and on Citus for earlier time from which readings are accepted again, as after a longer
 * retention; elsewhere it drops the parts whose readings are all packed.
 * Until its part exists, a reading lies in the default one, so none is ever refused.
 */
export async function makeReadingParts(deps: PartsDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, log, retentionMs, readingParts: span, metrics } = deps;
  const now = clock();
  const parts = await findParts(db);
  // Older readings are packed (Citus apart), and at first everything older has one part.
  const past = db.isSpread ? now - retentionMs : spanStart(now, span);
  const from = parts.length === 0 ? now : past;
  const until = spanStart(now, span, ahead[span]);
  for (const part of missingParts(parts, { from, now, until, span })) {
    if (signal.aborted) return;
    const isMade = await makePart(db, part);
    if (isMade) parts.push(part);
    log.info({ part: part.name }, isMade ? 'readings have a new part' : 'readings are busy');
  }
  // The first one stays for whatever is older.
  const ofPast = parts.filter(({ from, end }) => Number.isFinite(from) && end < now - emptyAfterMs);
  for (const part of db.isSpread ? [] : ofPast) {
    if (signal.aborted) return;
    if (!(await dropEmptyPart(db, part))) continue;
    parts.splice(parts.indexOf(part), 1);
    log.info({ part: part.name }, 'a part whose readings are all packed dropped');
  }
  metrics.readingParts.set(parts.length);
  metrics.readingPartsEnd.set(Math.max(0, ...parts.map(({ end }) => end)) / 1000);
}
