import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import { splitIntoDays } from '../../../kit/time/time-zone.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { correctionsBetween, findRefills } from '../../ledger/ledger-queries.ts';
import type { LeakEvidence } from './find-leaks.ts';
import type { LeakHour } from './leak-hour.ts';
import { firstHour, type QuarterHour, type Span } from './night.ts';
import { type JudgedNight, judgeNight } from './night-flow.ts';
import { findLeakHours, findQuarterHours } from './queries.ts';
import { readNights, usualWindowMs, windowOf } from './read-nights.ts';
import { learnSensor } from './sensor.ts';

type Asked = {
  deviceId: number;
  sensorNo: number;
  /** Epoch milliseconds. */
  end: number;
  /** Of the account: its nights are meant. */
  timezone: string;
  signal: AbortSignal;
};

/**
 * What leaks of a sensor are found in: its readings of four weeks, or of eight where they tremble, as far as they are
 * kept (`RAW_RETENTION_DAYS`), and its hours of four weeks.
 */
export async function readLeakEvidence(db: Database, asked: Asked): Promise<LeakEvidence> {
  const from = asked.end - usualWindowMs;
  const usual = await readSpan(db, asked, { from, until: asked.end });
  const { hours } = usual;
  const nightsSince = (since: number, { quarterHours, refills }: Stored) => {
    const sensor = learnSensor(hours, quarterHours);
    return readNights(midnightsOf(asked, since), quarterHours, refills, sensor);
  };
  let read = nightsSince(from, usual);
  const longFrom = asked.end - windowOf(read);
  if (longFrom < from) {
    const earlier = await readSpan(db, asked, { from: longFrom, until: from });
    read = nightsSince(longFrom, join(earlier, usual));
  }
  const nights: JudgedNight[] = [];
  for (const night of read) {
    nights.push(judgeNight(night));
    // A night takes some milliseconds; requests that wait come in between.
    await setImmediate();
  }
  return { nights, hours, refills: usual.refills };
}

/** What is stored of a span. */
type Stored = { quarterHours: Map<number, QuarterHour>; refills: Span[] };

async function readSpan(
  db: Database,
  { deviceId, sensorNo, signal }: Asked,
  { from, until }: Span,
): Promise<Stored & { hours: LeakHour[] }> {
  const asked = { deviceId, sensorNo, from, end: until, signal };
  const [hours, quarterHours, rows, corrected] = await Promise.all([
    findLeakHours(db, asked),
    findQuarterHours(db, asked),
    findRefills(db, asked),
    db.lateRead((late) => correctionsBetween(late, asked), signal),
  ]);
  // What people say tells nothing of use is left out as the times are in which water came in.
  const refills = [...rows, ...corrected].map(({ begun_at, ended_at }) => ({
    from: begun_at,
    until: ended_at,
  }));
  return { hours, quarterHours, refills };
}

/** Midnights of the nights that begin within the time. */
function midnightsOf({ end, timezone }: Asked, from: number): number[] {
  return splitIntoDays(from, end, timezone)
    .map(({ start }) => start)
    .filter((midnight) => midnight + firstHour * hourMs >= from);
}

function join(earlier: Stored, later: Stored): Stored {
  return {
    quarterHours: new Map([...earlier.quarterHours, ...later.quarterHours]),
    refills: [...earlier.refills, ...later.refills],
  };
}
