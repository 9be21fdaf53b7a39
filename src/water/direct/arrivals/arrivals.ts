import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import type { Door } from '../../../db/tables/device-tables.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createWrittenNotes } from '../../../kit/async/written-notes.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { hourMs, minuteMs, secondMs } from '../../../kit/time/units.ts';
import type { Arrival, LivePublisher } from '../../live-publisher.ts';
import { saveArrivals } from './queries.ts';

/** The last arrival of a device that this process knows of, with the ticks at which it was told and kept. */
export type Arrived = { by: Door; toldTick: number; keptTick: number };

/** A device whose readings arrive; one without `arrived` is taken for one that never came before. */
export type Arriving = { id: number; arrived?: Arrived | undefined };

export type Arrivals = Component & {
  /** Notes that a reading of a device is stored, and by which door it came; costs no more than a comparison. */
  note: (device: Arriving, door: Door) => void;
};

type ArrivalsDeps = {
  db: Pick<Database, 'write'>;
  clock: Clock;
  timers: Timers;
  log: Logger;
  publisher: Pick<LivePublisher, 'readingsArrived'>;
};

/** An installer waits for the first reading by a door; of the next ones, one a minute is enough. */
const tellEveryMs = minuteMs;
const keepEveryMs = hourMs;

/**
 * Most that are written at once, which is once a second. A fleet that has more devices than are kept in memory
 * looks as if each came for the first time; a device that finds no room is noted with a later reading.
 */
const mostNoted = 1000;

/**
 * Notes by which doors the readings of each device come, for the screen that connects one. Readings have no
 * column for it: open screens hear at once, and it is stored after the reading, once an hour for a door of a device.
 */
export function createArrivals({ db, clock, timers, log, publisher }: ArrivalsDeps): Arrivals {
  const { note, ...component } = createWrittenNotes<Arrival>(
    { log, timers },
    {
      name: 'arrivals',
      everyMs: secondMs,
      most: mostNoted,
      join: (_, later) => later,
      compare: (a, b) => a.deviceId - b.deviceId || a.door.localeCompare(b.door),
      save: (arrivals) => saveArrivals(db.write, arrivals),
    },
  );

  return {
    ...component,
    note: (device, door) => {
      const tick = timers.now();
      const before = device.arrived?.by === door ? device.arrived : undefined;
      if (before && tick - before.toldTick < tellEveryMs) return;
      const arrival = { deviceId: device.id, door, at: clock() };
      publisher.readingsArrived([arrival]);
      const isDue = !before || tick - before.keptTick >= keepEveryMs;
      const isKept = isDue && note(`${device.id} ${door}`, arrival);
      const keptTick = isKept ? tick : (before?.keptTick ?? Number.NEGATIVE_INFINITY);
      device.arrived = { by: door, toldTick: tick, keptTick };
    },
  };
}
