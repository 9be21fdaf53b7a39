import type { Language } from '../../../accounts/language.ts';
import type { Database } from '../../../db/database.ts';
import { roundTo, roundTo2 } from '../../../kit/round.ts';
import { dateAt, endOfDay, startOfDay } from '../../../kit/time/time-zone.ts';
import { may, rankFor, type Viewer } from '../../access.ts';
import type { DeviceRecord } from '../../devices/queries.ts';
import type { PumpCommand, Severity } from '../../fields.ts';
import { happeningOf } from '../../incidents/incident-rows.ts';
import { incidentSentence } from '../../incidents/incident-sentence.ts';
import { isOnline } from '../../presence.ts';
import { findStandingCommands } from '../../pump-commands/queries.ts';
import { unpackPump } from '../../pumps/pump-state.ts';
import { wordsOf } from '../../reading-values.ts';
import { presentUsage } from '../../reports/usage/present-usage.ts';
import { readUsage } from '../../reports/usage/read-usage.ts';
import { findSensorSpans } from '../../sensors/queries.ts';
import { tankName } from '../../tank-name.ts';
import { believedLevel } from '../../tank-shapes/believed-level.ts';
import { presentUse, trackedFinder } from '../../tanks/present-use.ts';
import { findConfigsOf, findSensors, findTracked, type SensorRow } from '../../tanks/queries.ts';
import { knownToRun } from './pump-truth.ts';
import { findOpenOf, findSteered } from './queries.ts';
import type { Problem, PumpView, SensorView, TankView } from './tank-view.ts';

/** Person for whom a tank is shown. */
export type Person = { viewer: Viewer; language: Language; timezone: string };

export type ReadTankOptions = {
  now: number;
  onlineMs: number;
  /** Whether pumps may be switched where the person may operate them. */
  offersPumps: boolean;
  signal: AbortSignal;
};

/** Reads all that Home Assistant shows of a device that the person may see. */
export async function readTank(
  db: Database,
  device: DeviceRecord,
  { viewer, language, timezone }: Person,
  { now, onlineMs, offersPumps, signal }: ReadTankOptions,
): Promise<TankView> {
  const { id, mac_or_serial: macOrSerial, name } = device;
  const range = { userId: viewer.userId, first: id, last: id };
  const tracked = Map.groupBy(await findTracked(db, range), ({ device_id }) => device_id);
  const useOf = presentUse(trackedFinder(tracked), {
    now,
    silenceOf: () => device.silent_after_ms,
  });
  const facts: SensorFacts = {
    configs: await findConfigsOf(db.read, range),
    commands: await findStandingCommands(db.read, id, now),
    steered: await findSteered(db.read, id),
    daysLeft: (row) => daysOf(useOf(row).time_to_empty?.middle),
    usedToday: await readUseToday(db, id, { timezone, now, signal }),
  };
  const rows = await findSensors(db, range);
  const called = tankName({ name, macOrSerial }, language, { isAlone: false });
  const about = { device: called, isOnlySensor: rows.length === 1 };
  return {
    deviceId: id,
    macOrSerial,
    language,
    name: called,
    isOnline: isOnline(device, now, onlineMs),
    lastSeenAt: device.last_seen_at,
    battery: device.battery_percent,
    signal: device.signal_dbm,
    problems: (await findOpenOf(db.read, id)).map((row) => viewProblem(row, about, language)),
    maySwitch: offersPumps && may(rankFor(viewer, device.role), 'operate'),
    sensors: rows.map((row) => viewSensor(row, facts)),
  };
}

function daysOf(hours: number | undefined): number | null {
  return hours === undefined ? null : roundTo(hours / 24, 1);
}

/** What is known of sensors beside their rows. */
type SensorFacts = {
  configs: readonly { sensor_name: string; capacity: number | null }[];
  commands: readonly Waiting[];
  steered: ReadonlySet<number>;
  daysLeft: (row: SensorRow) => number | null;
  usedToday: ReadonlyMap<number, number>;
};

type Waiting = {
  sensor_name: string;
  command: string;
  created_at: number;
  delivered_at: number | null;
};

function viewSensor(row: SensorRow, facts: SensorFacts): SensorView {
  const { sensor_no: sensorNo, name, temperature } = row;
  const config = facts.configs.find(({ sensor_name }) => sensor_name === name);
  const capacity = config?.capacity ?? null;
  const { level, volume } = believedLevel(row, capacity);
  return {
    sensorNo,
    name,
    level: rounded(level),
    hasLitres: row.volume !== null || capacity !== null,
    litres: rounded(volume),
    temperature: rounded(temperature),
    usedToday: facts.usedToday.get(sensorNo) ?? null,
    daysLeft: facts.daysLeft(row),
    pump: viewPump(row, facts),
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : roundTo2(value);
}

function viewPump(row: SensorRow, { commands, steered }: SensorFacts): PumpView | null {
  // The newest that waits is the one that counts: a newer one takes the place of those before it.
  const waiting = commands.findLast(({ sensor_name }) => sensor_name === row.name);
  if (row.pump === null && row.pump_state === null && !waiting) return null;
  const state = unpackPump(row.pump_state);
  const reported = row.pump === null ? null : (wordsOf('pump')[row.pump] ?? null);
  return {
    running: knownToRun(state, reported as 'on' | 'off' | null),
    waiting: waiting
      ? {
          command: waiting.command as PumpCommand,
          since: waiting.created_at,
          isFetched: waiting.delivered_at !== null,
        }
      : null,
    isSteered: steered.has(row.sensor_no),
    latchedSince: state.latchedAt ?? null,
  };
}

type IncidentRow = Awaited<ReturnType<typeof findOpenOf>>[number];

function viewProblem(
  row: IncidentRow,
  tank: { device: string; isOnlySensor: boolean },
  language: Language,
): Problem {
  const { kind, severity, sensor_name, created_at } = row;
  const about = { ...tank, sensorName: sensor_name, begunAt: created_at };
  return {
    kind,
    severity: severity as Severity,
    sensorName: sensor_name,
    since: created_at,
    message: incidentSentence(happeningOf(row), about, language),
  };
}

type Today = { timezone: string; now: number; signal: AbortSignal };

/**
 * Reads the litres that were drawn since midnight in a time zone, by sensor; a sensor without readings today, or
 * without litres, has none.
 */
async function readUseToday(
  db: Database,
  deviceId: number,
  { timezone, now, signal }: Today,
): Promise<Map<number, number>> {
  const date = dateAt(now, timezone);
  const today = { date, start: startOfDay(date, timezone), end: endOfDay(date, timezone) };
  const used = new Map<number, number>();
  for (const { sensor_no: sensorNo, first_hour: firstHour, latest_at } of await findSensorSpans(
    db.read,
    deviceId,
    undefined,
  )) {
    if (latest_at === null || latest_at < today.start) continue;
    const sensor = { deviceId, sensorNo, days: [today], firstHour, timezone, signal };
    const { days } = await readUsage(db, sensor);
    const [row] = presentUsage(days, 'litre');
    if (row?.date === date) used.set(sensorNo, row.consumed);
  }
  return used;
}
