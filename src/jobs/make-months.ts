import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import type { Database } from '../db/database.ts';
import { findParts, makePart, missingParts, monthOf } from '../db/postgres/reading-months.ts';
import type { Clock } from '../kit/time/clock.ts';

/** The part of the program's metrics that months feed. */
export type MonthMetrics = { readingParts: Gauge; readingPartsEnd: Gauge };

type MonthsDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  /** How long readings are kept, in milliseconds. */
  retentionMs: number;
  metrics: MonthMetrics;
};

/** Months after this one whose part is there before they begin. */
const monthsAhead = 3;

/**
 * One round: makes the parts of the table of readings that this month and the next three lack, and
 * those of earlier months for which readings are taken again, as after retention was made longer.
 * Until a month has its part, its readings stand in the default one, so none is ever refused.
 */
export async function makeMonths(deps: MonthsDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, log, retentionMs, metrics } = deps;
  const now = clock();
  const parts = await findParts(db);
  // The first time all that is older has one part, since months without readings are of no use.
  const from = parts.length === 0 ? now : now - retentionMs;
  for (const part of missingParts(parts, { from, until: monthOf(now, monthsAhead) })) {
    if (signal.aborted) return;
    const isMade = await makePart(db, part);
    if (isMade) parts.push(part);
    log.info(
      { part: part.name },
      isMade ? 'a month of readings has its part' : 'readings are busy',
    );
  }
  metrics.readingParts.set(parts.length);
  metrics.readingPartsEnd.set(Math.max(0, ...parts.map(({ end }) => end)) / 1000);
}
