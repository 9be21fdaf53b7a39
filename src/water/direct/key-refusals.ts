import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { KeyRefusal } from '../../db/tables/device-tables.ts';
import type { Component } from '../../kit/async/components.ts';
import { createLoop } from '../../kit/async/loop.ts';
import { chunksOf } from '../../kit/chunks.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { addRefusals, type CountedRefusals } from '../devices/refusal-queries.ts';
import type { LivePublisher } from '../live-publisher.ts';

export type KeyRefusals = Component & {
  /** Notes that a request of a device was refused; costs no more than an entry in a map. */
  note: (deviceId: number, why: KeyRefusal, now: number) => void;
};

type KeyRefusalsDeps = { db: Database; timers: Timers; log: Logger; publisher: LivePublisher };

/** Beyond these, those that come next are not counted until the next minute. */
const mostNoted = 10_000;
const rowsAtOnce = 500;
/** Of so many dashboards learn at once, of others when they ask. */
const mostShown = 100;

/**
 * Counts requests that were refused for their key, to show them to owners. Counts are kept in memory and
 * written once a minute, a row a device, so that thousands of guessed keys cause no more writes than that.
 */
export function createKeyRefusals({ db, timers, log, publisher }: KeyRefusalsDeps): KeyRefusals {
  const noted = new Map<number, CountedRefusals>();

  /** With what was noted meanwhile, which is the newer. */
  const noteAgain = (refusals: CountedRefusals): void => {
    const later = noted.get(refusals.id);
    const count = refusals.count + (later?.count ?? 0);
    noted.set(refusals.id, { ...(later ?? refusals), count });
  };

  const write = async () => {
    const taken = [...noted.values()].sort((a, b) => a.id - b.id);
    for (const some of chunksOf(taken, rowsAtOnce)) {
      for (const { id } of some) noted.delete(id);
      try {
        await addRefusals(db, some);
      } catch (error) {
        some.forEach(noteAgain);
        throw error;
      }
    }
    for (const { id } of taken.slice(0, mostShown)) publisher.deviceChanged(id);
  };
  const loop = createLoop(
    { log, timers },
    { name: 'key refusals', everyMs: minuteMs, work: write },
  );

  return {
    ...loop,
    note: (id, why, now) => {
      const before = noted.get(id);
      if (!before && noted.size >= mostNoted) return;
      noted.set(id, { id, count: (before?.count ?? 0) + 1, refused_at: now, why });
    },
    stop: async () => {
      await loop.stop?.();
      await write();
    },
  };
}
