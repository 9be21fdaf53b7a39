import { noReadingValues } from '../../src/db/tables/reading-fields.ts';
import { hourOf } from '../../src/kit/time/hour.ts';
import { minuteMs } from '../../src/kit/time/units.ts';
import { createRandom } from '../../src/simulator/random.ts';
import { type ClockMemory, unpackClock } from '../../src/water/clock-memory.ts';
import {
  type IncidentChange,
  judgeHealth,
  judgeReading,
} from '../../src/water/detectors/judge-reading.ts';
import { observationOf } from '../../src/water/detectors/observation-of.ts';
import type { Watch } from '../../src/water/detectors/watch.ts';
import { followClock } from '../../src/water/device-clock.ts';
import { toldUnknown } from '../../src/water/presence.ts';
import { addToRollup, openRollup, type ReadingRow } from '../../src/water/record/rollups/rollup.ts';
import { followRhythm } from '../../src/water/rhythm.ts';
import { statusOfLevel } from '../../src/water/status.ts';
import { type FaultKind, stepMs, thresholds } from './faults.ts';
import { ownerPath } from './people.ts';
import type { Outcome } from './run-scenario.ts';
import type { Notification, ToldIncident } from './told.ts';
import type { ScenarioReading, ScenarioTank } from './world/tank.ts';
import type { World } from './world/world.ts';

const onlineMs = 15 * minuteMs;
/** Older readings wake nobody. */
const freshMs = 10 * minuteMs;
const lostShare = 0.025;

/** Faults of which such a run can tell: no pump is steered, and nothing is judged at night or of several tanks. */
export const detectable: FaultKind[] = [
  ...([
    'float_fails',
    'flapping',
    'stuck',
    'jump',
    'noise',
    'silent',
    'battery',
    'signal',
  ] as const),
];

/**
 * Runs readings through what judges them, without a server: clock, rhythm, ledger and detectors, a tank and month in
 * half a second. Readings whose answer is lost are lost. In place of people each incident is one message, and its end
 * another.
 */
export function runDetectors(world: World): Outcome {
  const { seed, start } = world.options;
  const incidents = world.tanks
    .flatMap((tank) => detectTank(tank, { seed, start, end: world.end }))
    .toSorted((a, b) => a.created - b.created)
    .map((incident, index) => ({ ...incident, id: index + 1 }));
  const notifications = incidents.flatMap(({ id, tank, resolved }): Notification[] => {
    const message = { incidents: [id], person: ownerPath(world, tank as number) };
    return resolved === undefined ? [message] : [message, message];
  });
  return { world, incidents, notifications, untold: [], pushes: 0, faultsLogged: [] };
}

function detectTank(tank: ScenarioTank, { seed, start, end }: Course): ToldIncident[] {
  const random = createRandom(seed, tank.index, 'lost');
  const told = createTold(tank.index);
  const device = createDeviceState(told);
  const sensor = createSensorState(tank, told);
  for (let at = start; at <= end; at += stepMs) {
    tank.advance(at);
    if (!tank.isActive('silent', at) && tank.board.isAwake(at)) {
      const reading = tank.read(at);
      if (tank.board.sends(reading.water_level_percent, at) && random() >= lostShare) {
        const said = tank.clock.say(at);
        const recordedAt = device.hear(reading, said, at);
        if (recordedAt !== undefined)
          sensor.take(reading, recordedAt, { at, silenceMs: device.silenceMs() });
      }
    }
    device.watchSilence(at);
  }
  return told.result();
}

type Course = { seed: number; start: number; end: number };
type Told = ReturnType<typeof createTold>;

function createTold(tank: number) {
  const incidents = new Map<string, ToldIncident>();
  const keyOf = (kind: string, created: number) => `${kind} ${created}`;
  return {
    change: (each: IncidentChange, at: number) => {
      const { kind, createdAt, severity } = each;
      const known = incidents.get(keyOf(kind, createdAt));
      const facts = each.facts ?? known?.facts ?? {};
      incidents.set(keyOf(kind, createdAt), {
        ...{ id: 0, tank, kind, severity, facts, created: createdAt, snoozedUntil: undefined },
        raised: each.change === 'resolved' ? (known?.raised ?? at) : at,
        resolved: each.change === 'resolved' ? at : undefined,
      });
    },
    offline: (created: number, resolved: number | undefined) => {
      incidents.set(keyOf('offline', created), {
        ...{ id: 0, tank, kind: 'offline', severity: 'warning', facts: {}, created },
        ...{ raised: created, resolved, snoozedUntil: undefined },
      });
    },
    result: () => [...incidents.values()],
  };
}

function createDeviceState(told: Told) {
  const clock: ClockMemory = unpackClock('');
  let watch: Watch = {};
  let rhythm = '';
  let silentAfterMs: number | null = null;
  let seenAt: number | undefined;
  let silentSince: number | undefined;
  const silenceMs = () => silentAfterMs ?? toldUnknown(onlineMs);
  const see = (at: number) => {
    if (seenAt !== undefined)
      ({ rhythm, silentAfterMs } = followRhythm(rhythm, at - seenAt, onlineMs));
    seenAt = at;
    if (silentSince !== undefined) told.offline(silentSince, at);
    silentSince = undefined;
  };
  return {
    silenceMs,
    /** @returns when the reading was measured, as far as is known; undefined where it is refused. */
    hear: (reading: ScenarioReading, said: number | undefined, at: number): number | undefined => {
      see(at);
      const judged =
        said === undefined
          ? { recordedAt: at, fault: undefined }
          : followClock(clock, { recordedAt: said, level: reading.water_level_percent, now: at });
      const fault = judged.fault;
      const facts =
        fault?.problem === 'off'
          ? { problem: 'off' as const, minutes: Math.round(fault.offMs / minuteMs) }
          : (fault ?? null);
      const health = {
        ...{ recordedAt: at, battery: reading.battery_percent, signal: reading.signal_dbm },
        ...(said !== undefined && { clock: facts }),
      };
      const { watch: next, changes } = judgeHealth(watch, health, at);
      watch = next;
      for (const change of changes) told.change(change, at);
      const recordedAt = judged.recordedAt ?? at;
      return recordedAt > at + 5 * minuteMs ? undefined : recordedAt;
    },
    watchSilence: (at: number) => {
      if (seenAt === undefined || silentSince !== undefined || at - seenAt < silenceMs()) return;
      silentSince = at;
      told.offline(at, undefined);
    },
  };
}

function createSensorState(tank: ScenarioTank, told: Told) {
  let latest = { ...noReadingValues, recorded_at: null as number | null };
  let rollup: ReturnType<typeof openRollup> | undefined;
  let watch: Watch = {};
  const { capacity } = tank;
  return {
    take: (
      { water_level_percent: level }: ScenarioReading,
      recordedAt: number,
      { at, silenceMs }: { at: number; silenceMs: number },
    ) => {
      if (latest.recorded_at !== null && recordedAt <= latest.recorded_at) return;
      const measured = { device_id: 1, sensor_no: 1, recorded_at: recordedAt, level };
      const row: ReadingRow = {
        ...{ ...noReadingValues, ...measured, volume: (level * capacity) / 100, source: 0 },
        status: statusOfLevel(level, thresholds),
      };
      if (rollup?.hour !== hourOf(recordedAt)) rollup = openRollup(row, rollup?.tracker);
      const added = addToRollup(rollup, row);
      Object.assign(row, added.belief);
      if (at - recordedAt <= freshMs) {
        const facts = {
          thresholds,
          capacity,
          silenceMs,
          ...(added.isDoubted && { isDoubted: true as const }),
        };
        const judged = judgeReading(watch, observationOf(row, latest, facts), { now: at });
        watch = judged.watch;
        for (const change of judged.changes) told.change(change, at);
      }
      latest = row;
    },
  };
}
