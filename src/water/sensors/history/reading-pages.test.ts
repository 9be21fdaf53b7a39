import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { type SeedReading, seedReadings } from '../../../../test/helpers/water/readings.ts';
import type { Database } from '../../../db/database.ts';
import { findSensorSpans } from '../queries.ts';
import type { Reading } from '../reading-schema.ts';
import { readPages } from './reading-pages.ts';

const origin = Date.parse('2026-11-01T00:00:00Z');
const pageSize = 1000;

describeOnBothEngines('pages of readings', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  const { signal } = new AbortController();
  const every = (count: number, step: number, shift = 0): SeedReading[] =>
    Array.from({ length: count }, (_, index) => ({ at: origin + shift + index * step, level: 50 }));
  /** Stores three sensors: one of each minute, one of each second for an hour, one of each day. */
  const series = [every(4000, 60_000), every(3600, 1000, 86_400_000), every(3, 86_400_000)];

  it('hold all of a stretch of time in its order, a thousand or so each', async () => {
    for (const [index, readings] of series.entries()) {
      await seedReadings(db, { deviceId: 1, sensorName: `s${index}`, readings });
    }
    const sensors = await findSensorSpans(db.read, 1, undefined);
    const [early, late] = [origin + 86_400_000, origin + 86_400_000 + 1_800_000];
    const stretches = [
      [0, Number.MAX_SAFE_INTEGER],
      [early, late],
      [early + 1, late + 1],
      [late, late],
    ] as const;
    for (const [start, end] of stretches) {
      const found: string[] = [];
      const sizes: number[] = [];
      const span = { start, end, signal };
      const selection = { deviceId: 1, sensors, ...span, renderer: 'readingsAsJson' } as const;
      for await (const { text } of readPages(db, selection)) {
        const page: Reading[] = JSON.parse(`[${Buffer.from(text)}]`);
        found.push(...page.map(({ recorded_at, sensor_name }) => `${recorded_at} ${sensor_name}`));
        sizes.push(page.length);
      }
      const expected = series
        .flatMap((readings, index) => readings.map(({ at }) => ({ at, name: `s${index}` })))
        .filter(({ at }) => at >= start && at < end)
        .map(({ at, name }) => `${new Date(at).toISOString()} ${name}`);
      assert.deepEqual(found, expected.sort());
      const share = Math.floor(pageSize / sensors.length);
      assert.ok(sizes.every((size) => size <= pageSize));
      assert.ok(sizes.slice(0, -1).every((size) => size >= share));
    }
  });

  it('are as many as the readings need, however they are shared out among a hundred sensors', async () => {
    const quick = every(20_000, 1000);
    const slow = every(3, 7_200_000);
    for (let index = 0; index < 100; index += 1) {
      const readings = index === 50 ? quick : slow;
      await seedReadings(db, { deviceId: 3, sensorName: `s${index}`, readings });
    }
    const sensors = await findSensorSpans(db.read, 3, undefined);
    const selection = {
      deviceId: 3,
      sensors,
      start: 0,
      end: Number.MAX_SAFE_INTEGER,
      signal,
    } as const;
    const instants: string[] = [];
    let pages = 0;
    for await (const { text } of readPages(db, { ...selection, renderer: 'readingsAsJson' })) {
      const page: Reading[] = JSON.parse(`[${Buffer.from(text)}]`);
      instants.push(...page.map(({ recorded_at }) => recorded_at));
      pages += 1;
    }
    assert.equal(instants.length, quick.length + 99 * slow.length);
    assert.deepEqual(instants, instants.toSorted());
    assert.ok(pages <= 30, `${pages} pages`);
  });

  it('are read one ahead of whoever takes them, and no further', async () => {
    await seedReadings(db, { deviceId: 2, readings: every(5000, 1000) });
    const sensors = await findSensorSpans(db.read, 2, undefined);
    const asked: Promise<unknown>[] = [];
    const render: Database['render'] = (...query) => {
      const page = db.render(...query);
      asked.push(page);
      return page;
    };
    const span = { start: 0, end: Number.MAX_SAFE_INTEGER, signal };
    const selection = { deviceId: 2, sensors, ...span, renderer: 'readingsAsJson' } as const;
    const pages = readPages({ ...db, render }, selection);
    for (const taken of [1, 2, 3]) {
      const { value } = await pages.next();
      assert.equal(value?.count, pageSize);
      assert.equal(value?.reached, origin + (taken * pageSize - 1) * 1000);
      // Even once the page ahead has arrived, no further one is requested.
      await Promise.all(asked);
      // The first one found nothing packed.
      assert.equal(asked.length, 1 + taken + 1);
    }
    await pages.return(undefined);
    assert.equal(asked.length, 5);
  });
});
