import type { Insertable } from 'kysely';
import { copyReadingValues } from '../../db/tables/reading-fields.ts';
import type { PumpCommandsTable } from '../../db/tables/tables.ts';
import { isAhead } from '../../kit/time/elapsed.ts';
import { judgeReading } from '../detectors/judge-reading.ts';
import { observeReading, pumpWord } from '../detectors/observe-reading.ts';
import { packWatch, unpackWatch } from '../detectors/watch.ts';
import { readMutedKinds } from '../incidents/muted-kinds.ts';
import { type LastSwitch, steerPump } from '../rules/pump-automation.ts';
import { type Batch, type Entry, thresholdsOf } from './batch-parts.ts';
import {
  ask,
  type BatchWork,
  type RowKey,
  type SensorState,
  type SwitchRow,
} from './batch-statements.ts';
import { type Found, saveIncidents } from './incidents/save-incidents.ts';
import { actualMs, type Consequence, deviceSource } from './reading.ts';
import { isLate } from './rollups/update-rollups.ts';

/**
 * What follows from the readings that are the newest of their sensors: the latest row, incidents, and
 * the commands of pumps that the server steers.
 * @returns the incidents and commands.
 */
export function* followUp(fresh: Entry[], batch: Batch): BatchWork<Consequence[]> {
  const inOrder = fresh.filter((entry) => isNewest(entry, batch.now));
  if (inOrder.length === 0) return [];
  const found = inOrder.flatMap((entry) => {
    const changes = judgeEntry(entry, batch.now);
    takeLatest(entry.sensor, entry.row);
    return changes;
  });
  const sensors = [...new Set(inOrder.map(({ sensor }) => sensor))];
  yield* ask('saveSensors', sensors);
  const incidents = yield* saveIncidents(found, batch.now);
  const changed = yield* steerPumps(
    sensors.filter((sensor) => isActual(sensor, batch.now)),
    batch,
  );
  return [
    ...incidents,
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

function judgeEntry({ row, sensor }: Entry, now: number): Found[] {
  if (!isActual(row, now)) return [];
  const observation = observeReading(row, sensor, {
    thresholds: thresholdsOf(sensor),
    capacity: sensor.capacity,
  });
  const { watch, changes } = judgeReading(unpackWatch(sensor.watch), observation, {
    now,
    muted: readMutedKinds(sensor.muted_kinds),
  });
  sensor.watch = packWatch(watch);
  return changes.map((change) => ({ deviceId: row.device_id, sensorName: sensor.name, change }));
}

/** @returns the commands that were cancelled or sent. */
function* steerPumps(sensors: SensorState[], { now, commandMs }: Batch): BatchWork<RowKey[]> {
  const steered = sensors.filter(({ auto_on_below }) => auto_on_below !== null);
  if (steered.length === 0) return [];
  const switches = yield* ask(
    'findLastSwitches',
    steered.map(({ device_id, name }) => ({ deviceId: device_id, name })),
  );
  const overtaken: RowKey[] = [];
  const commands: Insertable<PumpCommandsTable>[] = [];
  steered.forEach((sensor, index) => {
    const last = switches[index];
    const command = decide(sensor, last && toLastSwitch(last, now));
    if (!command) return;
    if (last?.status === 'pending') overtaken.push({ deviceId: sensor.device_id, id: last.id });
    commands.push({
      device_id: sensor.device_id,
      sensor_name: sensor.name,
      command,
      turn_on_below: null,
      turn_off_above: null,
      status: 'pending',
      source: 'auto',
      created_at: now,
      expires_at: now + commandMs,
      delivered_at: null,
      acknowledged_at: null,
    });
  });
  if (overtaken.length > 0) yield* ask('cancelCommands', overtaken);
  const sent = commands.length > 0 ? yield* ask('insertCommands', commands) : [];
  return [...overtaken, ...sent];
}

function decide(sensor: SensorState, last: LastSwitch | undefined) {
  const { auto_on_below, auto_off_above, level, pump } = sensor;
  if (auto_on_below === null || auto_off_above === null || level === null) return undefined;
  const automation = { onBelow: auto_on_below, offAbove: auto_off_above };
  return steerPump(automation, level, pumpWord(pump), last);
}

function toLastSwitch({ command, status, expires_at }: SwitchRow, now: number): LastSwitch {
  return { command, isPending: status === 'pending' && expires_at > now };
}
