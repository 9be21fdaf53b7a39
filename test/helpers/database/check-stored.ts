import assert from 'node:assert/strict';
import type { StormRecord } from '../soak/push-storm.ts';
import { rollUpInOrder } from './new-reading.ts';
import type { Stored } from './stored-readings.ts';

/** Every acknowledged reading is there, as it was answered. */
export function assertNothingIsLost(stored: Stored, { acknowledged }: StormRecord): void {
  const names = new Map(stored.sensors.map((sensor) => [seriesOf(sensor), sensor.name]));
  const rows = new Map(
    stored.readings.map((row) => [
      keyOf(row.device_id, names.get(seriesOf(row)), row.recorded_at),
      row,
    ]),
  );
  for (const { push, reading } of acknowledged) {
    const { device_id, sensor_name, recorded_at, level, level_cm } = reading;
    const row = rows.get(keyOf(device_id, sensor_name, Date.parse(recorded_at)));
    assert.ok(row, `lost: ${JSON.stringify(reading)}`);
    assert.deepEqual([row.level, row.level_cm], [level, level_cm]);
    if (push.form['recorded_at'] === undefined) assert.equal(level_cm, push.mark);
  }
}

/** No push is there twice, and nothing that nobody pushed. */
export function assertNothingIsTwice({ readings }: Stored, { pushes }: StormRecord): void {
  const devices = new Map(pushes.map(({ mark, device }) => [mark, Number(device.id)]));
  const seen = new Set<number>();
  for (const { device_id, level_cm } of readings) {
    const mark = level_cm ?? -1;
    assert.equal(devices.get(mark), device_id, `nobody pushed ${mark} for device ${device_id}`);
    assert.ok(!seen.has(mark), `push ${mark} is there twice`);
    seen.add(mark);
  }
  const keys = new Set(readings.map((row) => keyOf(row.device_id, seriesOf(row), row.recorded_at)));
  assert.equal(keys.size, readings.length, 'two readings of one sensor at one instant');
}

/** Hourly rollups and latest rows are what the raw readings give. */
export function assertDerivedRowsFit({ readings, rollups, refills, sensors }: Stored): void {
  const series = [...Map.groupBy(readings, seriesOf).values()];
  const hours = series.flatMap(rollUpInOrder);
  assert.deepEqual(
    rollups,
    hours.map(({ rollup }) => rollup),
  );
  assert.deepEqual(
    refills,
    hours.flatMap(({ refills }) => refills),
  );
  assert.deepEqual(
    readings.map(({ filtered_level, noise, quality }) => ({ filtered_level, noise, quality })),
    hours.flatMap(({ beliefs }) => beliefs),
  );
  const newest = series.map((rows) => rows.at(-1));
  assert.deepEqual(
    sensors.map(
      ({ name, watch, auto_on_below, auto_off_above, pump_state, pump_check_at, ...latest }) =>
        latest,
    ),
    newest,
  );
}

function seriesOf({ device_id, sensor_no }: { device_id: number; sensor_no: number }): string {
  return `${device_id}/${sensor_no}`;
}

function keyOf(device: number | string, sensor: string | undefined, recordedAt: number): string {
  return `${device}/${sensor}/${recordedAt}`;
}
