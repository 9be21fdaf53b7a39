import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { seedReadings } from '../../../../test/helpers/water/readings.ts';
import type { Database } from '../../../db/database.ts';
import { chooseReadings } from './thinned-pages.ts';

const origin = Date.parse('2026-11-01T00:00:00Z');
const count = 22_000;

describeOnBothEngines('chosen readings', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
    const readings = Array.from({ length: count }, (_, index) => ({
      at: origin + index * 1000,
      level: index % 97,
    }));
    await seedReadings(db, { deviceId: 1, readings });
  });
  after(() => close());

  /** Returns the chosen readings, and the rows that each page of the pass passed to the main thread. */
  const choose = async (points: number, signal: AbortSignal, kept: number[] = []) => {
    const render: Database['render'] = async (...query) => {
      const page = (await db.render(...query)) as { levels: Float64Array };
      // Nothing is packed, which is asked first.
      if (page.levels.length > 0) kept.push(page.levels.length / 2);
      return page;
    };
    const latestAt = origin + (count - 1) * 1000;
    const sensor = { deviceId: 1, sensorNo: 1, latestAt, start: origin, end: latestAt + 1 };
    const chosen = await chooseReadings({ ...db, render }, { ...sensor, points, signal });
    return { chosen, kept };
  };

  it('are found in one pass that gives away no more than it keeps', async () => {
    const { chosen, kept } = await choose(100, new AbortController().signal);
    // One query to see that not all fit, then 21,899 readings by the 5,000.
    assert.equal(kept.length, 1 + 5);
    for (const rows of kept.slice(1)) assert.ok(rows <= 100, `${rows} rows`);
    assert.ok(chosen.length <= 100);
    assert.deepEqual([chosen[0], chosen.at(-1)], [origin, origin + (count - 1) * 1000]);
  });

  it('are read no further once nobody waits for them', async () => {
    const leaving = new AbortController();
    const kept: number[] = [];
    kept.push = (...rows) => {
      if (kept.length === 2) leaving.abort();
      return Array.prototype.push.apply(kept, rows);
    };
    await assert.rejects(choose(100, leaving.signal, kept), { name: 'AbortError' });
    assert.equal(kept.length, 3);
  });
});
