import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import type { Database } from '../../db/database.ts';
import { missingParts } from '../../db/postgres/parts/missing-parts.ts';
import { findParts, makePart } from '../../db/postgres/parts/reading-parts.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { spanStart, type UtcSpan } from '../../kit/time/utc-spans.ts';

/** The part of the program's metrics that these parts feed. */
export type PartMetrics = { readingParts: Gauge; readingPartsEnd: Gauge };

type PartsDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  /** How long readings are kept, in milliseconds. */
  retentionMs: number;
  /** How long the parts are that are made from now on. */
  readingParts: UtcSpan;
  metrics: PartMetrics;
};

/** How many after the present one are there before they begin: five weeks of them at least. */
const ahead: Record<UtcSpan, number> = { month: 3, week: 6, day: 35 };

/**
 * One round: makes the parts of the table of readings that the present month, week or day and those ahead
 * lack, and those of earlier time for which readings are taken again, as after retention was made longer.
 * Until its part is there, a reading stands in the default one, so none is ever refused.
 */
export async function makeReadingParts(deps: PartsDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, log, retentionMs, readingParts: span, metrics } = deps;
  const now = clock();
  const parts = await findParts(db);
  // The first time all that is older has one part, since parts without readings are of no use.
  const from = parts.length === 0 ? now : now - retentionMs;
  const until = spanStart(now, span, ahead[span]);
  for (const part of missingParts(parts, { from, now, until, span })) {
    if (signal.aborted) return;
    const isMade = await makePart(db, part);
    if (isMade) parts.push(part);
    log.info({ part: part.name }, isMade ? 'readings have a new part' : 'readings are busy');
  }
  metrics.readingParts.set(parts.length);
  metrics.readingPartsEnd.set(Math.max(0, ...parts.map(({ end }) => end)) / 1000);
}
