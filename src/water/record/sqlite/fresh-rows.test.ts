import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { openRollup, type ReadingRow } from '../rollup.ts';
import { measuredColumns } from '../row-columns.ts';
import { mostFresh } from './device-heads.ts';
import {
  bindReadings,
  makeRoom,
  packReadings,
  packRollup,
  putReading,
  unpackReadings,
  unpackRollup,
} from './fresh-rows.ts';

const sensor = { device_id: 7, sensor_no: 2 };
const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
const numberOrNull = fc.option(number);
const reading: fc.Arbitrary<ReadingRow> = fc.record(
  {
    device_id: fc.constant(sensor.device_id),
    sensor_no: fc.constant(sensor.sensor_no),
    recorded_at: fc.nat(2 ** 43),
    level: number,
    level_cm: numberOrNull,
    volume: numberOrNull,
    temperature: numberOrNull,
    pump: fc.constantFrom(0, 1, null),
    latitude: numberOrNull,
    longitude: numberOrNull,
    status: fc.nat(3),
    source: fc.nat(2),
  },
  { noNullPrototype: true },
);

describe('what waits in the row of a sensor', () => {
  it('holds: readings come back as they were put in, from wherever their bytes begin', () => {
    fc.assert(
      fc.property(
        fc.array(reading, { maxLength: mostFresh }),
        fc.nat(7),
        (rows: ReadingRow[], offset: number) => {
          const room = makeRoom(mostFresh);
          rows.forEach((row, index) => {
            putReading(room, index, row);
          });
          const saved = Buffer.concat([Buffer.alloc(offset), packReadings(room, rows.length)]);
          assert.deepEqual(unpackReadings(sensor, saved.subarray(offset)), rows);
          const bound = bindReadings(room, rows.length, sensor);
          assert.deepEqual(
            bound,
            rows.flatMap((row) => [7, 2, ...measuredColumns.map((column) => row[column])]),
          );
        },
      ),
    );
  });

  it('holds: an hour comes back as it was', () => {
    fc.assert(
      fc.property(reading, fc.option(number), (row: ReadingRow, volume: number | null) => {
        const rollup = openRollup({ ...row, volume }, undefined, 0.5);
        assert.deepEqual(unpackRollup(sensor, packRollup(rollup)), rollup);
      }),
    );
  });
});
