/** When readings are taken, how they are stamped, and when (and whether) they arrive. */
import { DAY, HOUR, MINUTE, NAIROBI_OFFSET } from './clock.ts';
import type { Chance } from './random.ts';
import type { Sensor } from './sensors.ts';

export type Reading = {
  /** Epoch milliseconds, as the board (or, when it sends no time, the server) has it. */
  at: number;
  /** Epoch milliseconds of arrival, true time. */
  receivedAt: number;
  percent: number;
};

export type BoardSpec = {
  schedule: /** One reading in so many minutes; each is early or late by up to `jitterSeconds`. */
    | { type: 'every'; minutes: number; jitterSeconds: number }
    /** Looks each `checkMinutes`; sends when `percent` away from what it sent last, or when `heartbeatHours` passed. */
    | { type: 'change'; percent: number; checkMinutes: number; heartbeatHours: number | null };
  /** Share of pushes lost (a board in deep sleep does not send again). */
  lossRate?: number;
  /**
   * Share of readings that are sent twice, 1 to 10 seconds apart. Stamped by the board both have the same `at`;
   * stamped by the server each has its own.
   */
  doubledRate?: number;
  /** Who stamps: the board at the measurement (default), or the server on arrival. */
  stamps?: 'board' | 'server';
  /** Outages of the network: how many a week, how long, and whether the board keeps its readings and sends them after. */
  outages?: { perWeek: number; hoursFrom: number; hoursTo: number; buffered: boolean };
  /** Constant error of the board's clock, seconds; negative when it lags. */
  clockErrorSeconds?: number;
  /** The board sends Nairobi's clock time as if it were UTC: three hours ahead. */
  localAsUtc?: boolean;
};

/** What a board sends, and the true instants at which the readings that arrive were taken. */
export type Sent = { readings: Reading[]; measuredAt: number[] };

type Taken = { at: number; percent: number };

function takeEvery(
  minutes: number,
  jitterSeconds: number,
  from: number,
  to: number,
  sensor: Sensor,
  chance: Chance,
): Taken[] {
  const taken: Taken[] = [];
  // Boards without a time source run up to 0.3 % fast or slow (RC oscillators of sleeping ESP32: worse, with calibration this).
  const period = minutes * MINUTE * (1 + chance.between(-0.003, 0.003));
  const phase = chance.unit() * Math.min(period, DAY);
  let before = from - 1;
  for (let due = from + phase; due < to; due += period) {
    const at = Math.round(
      Math.max(before + 1000, due + chance.between(-jitterSeconds, jitterSeconds) * 1000),
    );
    if (at < from || at >= to) continue;
    taken.push({ at, percent: sensor.read(at) });
    before = at;
  }
  return taken;
}

function takeOnChange(
  schedule: Extract<BoardSpec['schedule'], { type: 'change' }>,
  from: number,
  to: number,
  sensor: Sensor,
  chance: Chance,
): Taken[] {
  const taken: Taken[] = [];
  const period = schedule.checkMinutes * MINUTE;
  for (let due = from + chance.unit() * period; due < to - 2000; due += period) {
    const at = Math.round(due + chance.between(0, 2000));
    const percent = sensor.read(at);
    const last = taken.at(-1);
    const moved = last === undefined || Math.abs(percent - last.percent) >= schedule.percent;
    const beat =
      schedule.heartbeatHours === null ? Number.POSITIVE_INFINITY : schedule.heartbeatHours * HOUR;
    if (moved || at - last.at >= beat - period / 2) taken.push({ at, percent });
  }
  return taken;
}

/** Outages as [from, to] in order, none overlapping. */
function outagesOf(spec: BoardSpec, from: number, to: number, chance: Chance): [number, number][] {
  const { outages } = spec;
  if (outages === undefined) return [];
  const list: [number, number][] = [];
  let at = from;
  for (;;) {
    at += chance.exponential((7 * DAY) / outages.perWeek);
    if (at >= to) return list;
    const end = at + chance.between(outages.hoursFrom, outages.hoursTo) * HOUR;
    list.push([at, end]);
    at = end;
  }
}

/** Runs a board from an instant to another. Readings come in order of arrival. */
export function send(
  spec: BoardSpec,
  sensor: Sensor,
  from: number,
  to: number,
  chance: Chance,
): Sent {
  const { schedule } = spec;
  const taken =
    schedule.type === 'every'
      ? takeEvery(schedule.minutes, schedule.jitterSeconds, from, to, sensor, chance)
      : takeOnChange(schedule, from, to, sensor, chance);
  const outages = outagesOf(spec, from, to, chance);
  const shift = (spec.clockErrorSeconds ?? 0) * 1000 + (spec.localAsUtc ? NAIROBI_OFFSET : 0);
  const readings: Reading[] = [];
  const measuredAt: number[] = [];
  let outage = 0;
  let waiting = 0;
  for (const { at, percent } of taken) {
    while (outage < outages.length && at >= (outages[outage] as [number, number])[1]) {
      outage += 1;
      waiting = 0;
    }
    const cut = outages[outage];
    const inside = cut !== undefined && at >= cut[0];
    if (inside && !spec.outages?.buffered) continue;
    if (chance.happens(spec.lossRate ?? 0)) continue;
    // The way over GPRS or Wi-Fi: a quarter of a second to some seconds; after an outage two a second or so.
    let receivedAt = Math.round(at + 250 + chance.exponential(900));
    if (inside) {
      waiting += 1;
      receivedAt = Math.round(cut[1] + 5000 + waiting * 500 + chance.between(0, 300));
      if (receivedAt >= to) continue;
    }
    measuredAt.push(at);
    const stamp = (arrival: number) => (spec.stamps === 'server' ? arrival : at + shift);
    readings.push({ at: stamp(receivedAt), receivedAt, percent });
    if (spec.doubledRate && chance.happens(spec.doubledRate)) {
      const again = receivedAt + chance.whole(1000, 10_000);
      readings.push({ at: stamp(again), receivedAt: again, percent });
    }
  }
  readings.sort((a, b) => a.receivedAt - b.receivedAt || a.at - b.at);
  return { readings, measuredAt };
}
