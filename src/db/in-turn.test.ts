import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openTestDatabase } from '../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../test/helpers/server/test-server.ts';
import { seedReadings } from '../../test/helpers/water/readings.ts';
import { rowsPage } from '../water/readings/queries.ts';
import { listedColumns } from '../water/sensors/queries.ts';
import type { Database } from './database.ts';

describeOnBothEngines('pieces of long reads', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
    const readings = Array.from({ length: 2000 }, (_, at) => ({ at, level: 50 }));
    await seedReadings(db, { deviceId: 1, readings });
  });
  after(() => close());

  const page = (signal?: AbortSignal) => {
    const span = { deviceId: 1, sensorNo: 1, from: 0, end: 2000 };
    const query = rowsPage(db.longRead, listedColumns, {
      ...span,
      limit: 2000,
      isNewestFirst: false,
    });
    const naming = { deviceId: 1, sensorNames: new Map([[1, 'main']]) };
    const wanted = { columns: listedColumns, from: 0, end: 2000 };
    return db.render(query, 'readingsAsJson', { ...naming, wanted }, { signal });
  };
  const short = () => db.longRead.selectFrom('sensors').select('name').execute();

  it('let what is short go before all of them that are not under way yet', async () => {
    // The reader's thread starts with the first.
    await page();
    const done: string[] = [];
    const pages = Array.from({ length: 100 }, () => page().then(() => done.push('page')));
    await short().then(() => done.push('short'));
    assert.ok(done.length < 20, `${done.length} pages came first`);
    await Promise.all(pages);
    assert.equal(done.length, 101);
  });

  it('are not begun once nobody waits for them', async () => {
    const gone = new AbortController();
    const left = Array.from({ length: 50 }, () => page(gone.signal));
    const results = Promise.allSettled(left);
    gone.abort();
    const failed = (await results).filter(({ status }) => status === 'rejected');
    // Those that were under way already are read to their end.
    assert.ok(failed.length >= 48, `${failed.length} of 50`);
    assert.equal((await short()).length, 1);
  });
});
