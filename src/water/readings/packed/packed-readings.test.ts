import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { readingColumns } from '../../../db/tables/reading-fields.ts';
import { litresAt } from '../../tank-shapes/litres-at.ts';
import { DamagedReadings } from './bytes.ts';
import {
  type PackedName,
  type PackedReading,
  packColumns,
  packedColumns,
  toColumns,
  unpackColumns,
} from './packed-readings.ts';

const packReadings = (readings: PackedReading[]): Buffer => packColumns(toColumns(readings));

const all: PackedName[] = ['recorded_at', ...packedColumns];

/** Readings of a body; numbers keep the sign of a zero, which `deepEqual` of assert/strict compares. */
function unpack(body: Uint8Array): PackedReading[] {
  const columns = unpackColumns(body, all);
  return Array.from(columns[0] ?? [], (_, at) => {
    const numberAt = (place: number) => columns[place]?.[at] ?? Number.NaN;
    const entries = all.map((name, place) => [
      name,
      Number.isNaN(numberAt(place)) ? null : numberAt(place),
    ]);
    return Object.fromEntries(entries) as PackedReading;
  });
}

type Vectors = {
  vectors: { name: string; body: string; readings: PackedReading[] }[];
  damaged: { name: string; body: string }[];
};

const { vectors, damaged } = JSON.parse(
  await readFile('docs/examples/packed_readings.json', 'utf8'),
) as Vectors;

/** A field of many readings, as boards and the ledger send them or as nobody does. */
const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true });
const someDecimals = (decimals: number) =>
  fc.integer({ min: -1e6, max: 1e6 }).map((scaled) => scaled / 10 ** decimals);
const field = fc.oneof(
  fc.constant(fc.constant(null)),
  anyDouble.map((value) => fc.constant(value)),
  fc.constant(fc.integer({ min: 0, max: 2 })),
  // Some may be as if they followed from the level.
  fc.constant(fc.constantFrom(0, 0, 1, 100)),
  fc.integer({ min: 0, max: 9 }).map(someDecimals),
  fc.constant(anyDouble),
  fc.constant(fc.oneof(anyDouble, someDecimals(2), fc.constant(null))),
);
const manyReadings = fc
  .record({
    first: fc.integer({ min: 0, max: 2 ** 47 }),
    steps: fc.array(fc.oneof(fc.constant(60_000), fc.integer({ min: 1, max: 2 ** 32 })), {
      maxLength: 60,
    }),
    fields: fc.array(field, { minLength: packedColumns.length, maxLength: packedColumns.length }),
    capacity: fc.option(fc.integer({ min: 1, max: 100_000 })),
  })
  .chain(({ first, steps, fields, capacity }) =>
    fc
      .array(fc.tuple(...fields), { minLength: steps.length + 1, maxLength: steps.length + 1 })
      .map((rows) =>
        rows.map((row, at) => {
          const reading = Object.fromEntries(packedColumns.map((name, i) => [name, row[i]]));
          reading['recorded_at'] = steps.slice(0, at).reduce((sum, step) => sum + step, first);
          if (capacity !== null && reading['level'] != null) {
            reading['volume'] = litresAt(reading['level'], capacity);
            if (!Number.isFinite(reading['volume'])) reading['volume'] = null;
          }
          return reading as PackedReading;
        }),
      ),
  );

describe('packed readings', () => {
  it('have all columns of a reading', () => {
    assert.deepEqual([...packedColumns].sort(), [...readingColumns].sort());
  });

  it('are unpacked as they were, to the last bit', () => {
    fc.assert(
      fc.property(manyReadings, (readings) => {
        assert.deepEqual(unpack(packReadings(readings)), readings.map(inOrder));
      }),
      { numRuns: 500 },
    );
  });

  it('are unpacked column by column as all together', () => {
    const names = fc.shuffledSubarray(all, { minLength: 1 });
    fc.assert(
      fc.property(manyReadings, names, (readings, names) => {
        const body = packReadings(readings);
        const columns = unpackColumns(body, all);
        const expected = names.map((name) => columns[all.indexOf(name)]);
        assert.deepEqual(unpackColumns(body, names), expected);
      }),
    );
  });

  for (const { name, body, readings } of vectors) {
    it(`are those of the documented bytes: ${name}`, () => {
      assert.deepEqual(unpack(Buffer.from(body, 'hex')), readings.map(inOrder));
      const [{ level }] = readings as [PackedReading];
      if (level !== null) assert.deepEqual(unpack(packReadings(readings)), readings.map(inOrder));
    });
  }

  for (const { name, body } of damaged) {
    it(`are refused: ${name}`, () => {
      assert.throws(() => unpackColumns(Buffer.from(body, 'hex'), all), DamagedReadings);
    });
  }

  it('are refused where a byte is another, or the end is lacking, and whatever else the bytes are', () => {
    const change = fc.record({ at: fc.nat(), flip: fc.integer({ min: 1, max: 255 }) });
    fc.assert(
      fc.property(manyReadings, change, (readings, { at, flip }) => {
        const body = packReadings(readings);
        const other = Buffer.from(body);
        other[at % body.length] = (body[at % body.length] ?? 0) ^ flip;
        assert.throws(() => unpackColumns(other, all), DamagedReadings);
        const torn = body.subarray(0, at % body.length);
        assert.throws(() => unpackColumns(torn, all), DamagedReadings);
      }),
    );
    const bytes = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(bytes, (bytes) => {
        assert.throws(() => unpackColumns(bytes, all), DamagedReadings);
      }),
    );
  });

  it('are readings or damage, in bounds, where the sum is right and the content is anything', () => {
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.tuple(manyReadings, fc.nat(), fc.nat({ max: 255 })).map(([readings, at, byte]) => {
        const bytes = contentOf(packReadings(readings));
        bytes[at % bytes.length] = byte;
        return bytes;
      }),
    );
    fc.assert(
      fc.property(content, (content) => {
        try {
          for (const column of unpackColumns(bodyOf(content), all)) {
            assert.ok(column.length >= 1 && column.length <= content.length);
          }
        } catch (error) {
          assert.ok(error instanceof DamagedReadings, String(error));
        }
      }),
      { numRuns: 500 },
    );
    const bomb = bodyOf(new Uint8Array(2 ** 25));
    assert.ok(bomb.length < 2 ** 16);
    assert.throws(() => unpackColumns(bomb, all), DamagedReadings);
  });

  it('are none where there is no number, no instant or no order', () => {
    const one = vectors[0]?.readings[0] as PackedReading;
    const wrong: PackedReading[][] = [
      [],
      [one, one],
      [{ ...one, level: Number.NaN }],
      [{ ...one, noise: Number.POSITIVE_INFINITY }],
      [{ ...one, recorded_at: -1 }],
      [{ ...one, recorded_at: 2 ** 48 }],
      [{ ...one, recorded_at: 0.5 }],
    ];
    for (const readings of wrong) assert.throws(() => packReadings(readings), RangeError);
  });
});

function inOrder(reading: PackedReading): PackedReading {
  return Object.fromEntries(all.map((name) => [name, reading[name] ?? null])) as PackedReading;
}

function contentOf(body: Buffer): Uint8Array {
  return Uint8Array.from(inflateRawSync(body.subarray(1, -4)));
}

function bodyOf(content: Uint8Array): Buffer {
  const start = Buffer.concat([Buffer.from([1]), deflateRawSync(content)]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(start));
  return Buffer.concat([start, sum]);
}
