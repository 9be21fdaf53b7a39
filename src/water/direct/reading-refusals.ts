import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { RefusedFor } from '../../db/tables/device-tables.ts';
import { ApiError, type FieldError } from '../../kit/api/failures/api-error.ts';
import { ValidationFailure } from '../../kit/api/schema/validator.ts';
import type { Component } from '../../kit/async/components.ts';
import { createWrittenNotes } from '../../kit/async/written-notes.ts';
import { toIso } from '../../kit/time/instant.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { secondMs } from '../../kit/time/units.ts';
import { type CountedReadingRefusals, saveReadingRefusals } from '../devices/refusal-queries.ts';
import type { LivePublisher } from '../live-publisher.ts';
import type { KnownDevice } from './known-device.ts';

export type ReadingRefusals = Component & {
  /** Notes that a reading of a device was refused. */
  count: (device: KnownDevice, why: RefusedFor, now: number) => void;
  /** Notes that a reading of a device was taken, which ends a series of refusals. */
  endSeries: (device: KnownDevice) => void;
};

type ReadingRefusalsDeps = { db: Database; timers: Timers; log: Logger; publisher: LivePublisher };

/** Devices beyond these are counted once others were written. */
const mostNoted = 10_000;

/**
 * Counts the readings of each device that were refused since the last one that was taken. A board that sends
 * what cannot be stored is no silent board: its people see that it sends, and why nothing comes of it. Counts
 * are kept in memory and written a few times a minute, a row a device.
 */
export function createReadingRefusals({
  db,
  timers,
  log,
  publisher,
}: ReadingRefusalsDeps): ReadingRefusals {
  const { note, has, ...component } = createWrittenNotes<CountedReadingRefusals>(
    { timers, log },
    {
      name: 'reading refusals',
      everyMs: 10 * secondMs,
      most: mostNoted,
      join,
      compare: (a, b) => a.id - b.id,
      save: (refusals) => saveReadingRefusals(db, refusals),
      saved: (refusals) => {
        for (const { id } of refusals) publisher.deviceChanged(id);
      },
    },
  );

  return {
    ...component,
    count: (device, why, now) => {
      device.readingsRefused += 1;
      const reason = JSON.stringify(why);
      note(device.id, { id: device.id, is_anew: 0, count: 1, since: now, last_at: now, reason });
    },
    endSeries: (device) => {
      // What was read of it may be older than what is noted and not written yet.
      if (device.readingsRefused === 0 && !has(device.id)) return;
      const none = { is_anew: 1, count: 0, since: null, last_at: null, reason: null } as const;
      // Else its next reading says it again.
      if (note(device.id, { id: device.id, ...none })) device.readingsRefused = 0;
    },
  };
}

/** What two notes of a device come to, in the order in which they were made. */
function join(
  earlier: CountedReadingRefusals,
  later: CountedReadingRefusals,
): CountedReadingRefusals {
  if (later.is_anew) return later;
  const count = earlier.count + later.count;
  return { ...later, is_anew: earlier.is_anew, count, since: earlier.since ?? later.since };
}

/** What a field held is shown cut to so many characters. */
const longestSent = 40;

/**
 * Why a reading was not stored, where that lies in what was sent: another try of the same would fail again.
 * @returns undefined for failures of the key, the rate or the server.
 */
export function refusedFor(error: unknown, sent: unknown): RefusedFor | undefined {
  const [wrong] = fieldErrorsOf(error);
  if (!wrong) return undefined;
  const value = ((sent ?? {}) as Record<string, unknown>)[wrong.field];
  return { ...wrong, sent: value === undefined || value === null ? null : shown(value) };
}

function fieldErrorsOf(error: unknown): { field: string; message: string }[] {
  if (error instanceof ValidationFailure) return error.fields;
  if (!(error instanceof ApiError)) return [];
  if (error.status === 400) return error.extras.errors ?? [];
  return error.code === 'too_many_sensors'
    ? [{ field: 'sensor_name', message: error.message } as FieldError]
    : [];
}

function shown(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.replace(/^"(.*)"$/, '$1').slice(0, longestSent);
}

/** The refusals of a device's readings as they are answered; null where the last one was taken. */
export function presentRefusals(device: {
  readings_refused: number;
  readings_refused_since: number | null;
  readings_refused_at: number | null;
  readings_refused_for: string | null;
}) {
  const { readings_refused: count, readings_refused_for: reason } = device;
  const { readings_refused_since: since, readings_refused_at: lastAt } = device;
  if (count === 0 || since === null || lastAt === null || reason === null) return null;
  const why = JSON.parse(reason) as RefusedFor;
  return { count, since: toIso(since), last_at: toIso(lastAt), ...why };
}
