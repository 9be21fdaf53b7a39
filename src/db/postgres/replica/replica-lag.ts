import { sql } from 'kysely';
import type { Timers } from '../../../kit/time/timers.ts';
import type { Db } from '../../db.ts';

/** Position of the primary's write-ahead log, in bytes, and the instant of the question, in milliseconds. */
export type LogMark = { position: number; at: number };

/** A standby's own account of its replay. */
export type Replayed = {
  /** Position up to which it has replayed the log, in bytes. */
  position: number;
  /** Age of the last change that it replayed, by both machines' clocks; null where there was none. */
  ageMs: number | null;
};

/** Most marks that are kept; beyond these every second one is dropped. */
const mostMarks = 512;
/** Beyond this lag only marks count: the clocks of two machines need not agree. */
const fineUpToMs = 5000;

/**
 * Lag of a standby, in milliseconds: the age of the last mark that it has passed; 0 if that is the newest
 * one. This is the most that it lags; the least is one mark's distance less.
 * @param marks in the order in which they were set; the last one is of just now.
 */
export function lagOf(
  marks: readonly LogMark[],
  { position, ageMs }: Replayed,
  now: number,
): number {
  const newest = marks.at(-1);
  if (!newest || position >= newest.position) return 0;
  const passed = marks.findLast((mark) => mark.position <= position);
  const age = Math.max(0, ageMs ?? Number.POSITIVE_INFINITY);
  // From before our first question: only the clocks can say.
  if (!passed) return Math.max(Number.isFinite(age) ? age : 0, now - (marks[0]?.at ?? now));
  const late = now - passed.at;
  return late <= fineUpToMs ? Math.min(late, age) : late;
}

/** Drops marks that can no longer be the last one passed, and thins out those of a long lag. */
export function pruneMarks(marks: readonly LogMark[], position: number): LogMark[] {
  const passed = marks.findLastIndex((mark) => mark.position <= position);
  const kept = marks.slice(Math.max(0, passed));
  if (kept.length <= mostMarks) return kept;
  return kept.filter((_, index) => index % 2 === 0 || index === kept.length - 1);
}

type LagDeps = { primary: Db; replica: Db; timers: Pick<Timers, 'now'> };

/**
 * Asks both sides; @returns milliseconds, or undefined where the replica is no standby of PostgreSQL's own.
 */
export function createLagMeasure({ primary, replica, timers }: LagDeps) {
  let marks: LogMark[] = [];

  return async (): Promise<number | undefined> => {
    const at = timers.now();
    const position = await findLogPosition(primary);
    marks.push({ position, at });
    const replayed = await findReplayed(replica);
    if (!replayed) {
      marks = [];
      return undefined;
    }
    const lag = lagOf(marks, replayed, timers.now());
    marks = pruneMarks(marks, replayed.position);
    return lag;
  };
}

async function findLogPosition(primary: Db): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::double precision as position`.execute(
    primary,
  );
  return rows[0]?.position ?? 0;
}

async function findReplayed(replica: Db): Promise<Replayed | undefined> {
  const { rows } = await sql<{ position: number | null; age_ms: number | null }>`
    select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::double precision as position,
      (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)
        ::double precision as age_ms
    where pg_is_in_recovery()`.execute(replica);
  const [row] = rows;
  return row && row.position !== null ? { position: row.position, ageMs: row.age_ms } : undefined;
}
