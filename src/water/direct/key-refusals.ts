import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { KeyRefusal } from '../../db/tables/device-tables.ts';
import type { Component } from '../../kit/async/components.ts';
import { createWrittenNotes } from '../../kit/async/written-notes.ts';
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
/** Of so many dashboards learn at once, of others when they ask. */
const mostShown = 100;

/**
 * Counts requests that were refused for their key, to show them to owners. Counts are kept in memory and
 * written once a minute, a row a device, so that thousands of guessed keys cause no more writes than that.
 */
export function createKeyRefusals({ db, timers, log, publisher }: KeyRefusalsDeps): KeyRefusals {
  const { note, ...component } = createWrittenNotes<CountedRefusals>(
    { timers, log },
    {
      name: 'key refusals',
      everyMs: minuteMs,
      most: mostNoted,
      join: (earlier, later) => ({ ...later, count: earlier.count + later.count }),
      compare: (a, b) => a.id - b.id,
      save: (refusals) => addRefusals(db, refusals),
      saved: (refusals) => {
        for (const { id } of refusals.slice(0, mostShown)) publisher.deviceChanged(id);
      },
    },
  );
  return {
    ...component,
    note: (id, why, now) => void note(id, { id, count: 1, refused_at: now, why }),
  };
}
