import { copyReadingValues } from '../../db/tables/reading-fields.ts';
import { isAhead } from '../../kit/time/elapsed.ts';
import type { Observation } from '../detectors/detector.ts';
import { type IncidentChange, judgeReading } from '../detectors/judge-reading.ts';
import { packWatch, unpackWatch } from '../detectors/watch.ts';
import { toIncident } from '../incidents/incident-rows.ts';
import { pumpWord } from '../rules/pump-situation.ts';
import { type Batch, type Entry, thresholdsOf } from './batch-parts.ts';
import {
  ask,
  type BatchWork,
  type IncidentUpdate,
  type RowKey,
  type SensorState,
} from './batch-statements.ts';
import { type Consequence, deviceSource } from './reading.ts';
import { isLate } from './rollups/update-rollups.ts';
import { steerPumps } from './steer-pumps.ts';
import { learnDryTimes, watchPump } from './watch-pumps.ts';

/**
 * A reading that a device kept while it was offline is history: it is stored and counted, yet it
 * neither wakes anybody nor moves a pump.
 */
const actualMs = 10 * 60_000;

/**
 * What follows from the readings that are the newest of their sensors: the latest row, incidents, and
 * the commands of pumps that the server steers.
 * @returns the incidents and commands.
 */
export function* followUp(fresh: Entry[], batch: Batch): BatchWork<Consequence[]> {
  const inOrder = fresh.filter((entry) => isNewest(entry, batch.now));
  if (inOrder.length === 0) return [];
  yield* learnDryTimes(inOrder.filter(({ row }) => isActual(row, batch.now)));
  const found = inOrder.flatMap((entry) => judgeEntry(entry, batch.now));
  for (const { row, sensor } of inOrder) takeLatest(sensor, row);
  const sensors = [...new Set(inOrder.map(({ sensor }) => sensor))];
  const changed = yield* steerPumps(
    sensors.filter((sensor) => isActual(sensor, batch.now)),
    batch,
  );
  yield* ask('saveSensors', sensors);
  const incidents = yield* saveIncidents(found, batch.now);
  return [
    ...incidents.map(({ deviceId, id }) => ({ kind: 'incident', deviceId, value: id }) as const),
    ...changed.map(({ deviceId, id }) => ({ kind: 'command', deviceId, value: id }) as const),
  ];
}

/**
 * A reading of now counts also where the sensor's latest one lies in the future, by a clock that was
 * wrong: else the tank would stand still until that time has come.
 */
function isNewest({ row, sensor }: Entry, now: number): boolean {
  if (!isLate(row.recorded_at, sensor)) return true;
  return isAhead(sensor.recorded_at ?? 0, now) && row.recorded_at > now - actualMs;
}

function takeLatest(sensor: SensorState, row: Entry['row']): void {
  copyReadingValues(row, sensor);
  // It must never decrease: nothing stored of a sensor is later (`novelty.ts`).
  sensor.recorded_at = Math.max(sensor.recorded_at ?? row.recorded_at, row.recorded_at);
}

function isActual(
  { recorded_at, source }: Pick<SensorState, 'recorded_at' | 'source'>,
  now: number,
) {
  return source === deviceSource && recorded_at !== null && recorded_at > now - actualMs;
}

type Found = { deviceId: number; sensorName: string; change: IncidentChange };

function judgeEntry({ row, sensor }: Entry, now: number): Found[] {
  if (!isActual(row, now)) return [];
  const { watch, changes } = judgeReading(unpackWatch(sensor.watch), observe(row, sensor), now);
  sensor.watch = packWatch(watch);
  return changes.map((change) => ({ deviceId: row.device_id, sensorName: sensor.name, change }));
}

function observe(row: Entry['row'], sensor: SensorState): Observation {
  const run = watchPump(row, sensor);
  return {
    recordedAt: row.recorded_at,
    level: row.filtered_level ?? row.level,
    noise: row.noise ?? 0,
    pump: pumpWord(row.pump),
    thresholds: thresholdsOf(sensor),
    ...(run && { run }),
  };
}

/** @returns what is new or has changed. */
function* saveIncidents(found: Found[], now: number): BatchWork<RowKey[]> {
  const raised = found.flatMap(({ deviceId, sensorName, change }) =>
    change.change === 'raised'
      ? toIncident(change, { deviceId, sensorName, severity: change.severity, now })
      : [],
  );
  const changed = found.filter(({ change }) => change.change !== 'raised');
  // In this order: what is raised can be over with the next reading of the batch.
  const added = raised.length > 0 ? yield* ask('insertIncidents', raised) : [];
  const updates = toUpdates(changed, now);
  const updated = updates.length > 0 ? yield* ask('updateIncidents', updates) : [];
  return [...added, ...updated];
}

/** One update an incident, however often the batch changes it. */
function toUpdates(found: Found[], now: number): IncidentUpdate[] {
  const updates = new Map<string, IncidentUpdate>();
  for (const { deviceId, sensorName, change } of found) {
    const { kind, severity, createdAt } = change;
    const key = JSON.stringify([deviceId, sensorName, kind, createdAt]);
    const before = updates.get(key);
    const isOver = change.change === 'resolved';
    updates.set(key, {
      device_id: deviceId,
      sensor_name: sensorName,
      kind,
      created_at: createdAt,
      severity,
      facts: isOver ? (before?.facts ?? null) : JSON.stringify(change.facts),
      raised_at: !isOver && change.isNews ? now : (before?.raised_at ?? null),
      resolved_at: isOver ? now : null,
    });
  }
  return [...updates.values()];
}
