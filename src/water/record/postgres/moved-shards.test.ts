import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { countTrips } from '../../../../test/helpers/database/count-trips.ts';
import { postgresTarget } from '../../../../test/helpers/database/migrated-storage.ts';
import { newReading } from '../../../../test/helpers/database/new-reading.ts';
import { newRecorder } from '../../../../test/helpers/database/new-recorder.ts';
import {
  makeSpreadDatabase,
  moveShards,
  type SpreadDatabase,
} from '../../../../test/helpers/database/spread-database.ts';
import { readStoredOf } from '../../../../test/helpers/database/stored-readings.ts';
import {
  type HangingProxy,
  startHangingProxy,
} from '../../../../test/helpers/http/hanging-proxy.ts';
import type { Database } from '../../../db/database.ts';
import { openDatabase } from '../../../db/open-database.ts';
import { databaseModules } from '../../index.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('a batch whose shard was moved', () => {
  let spread: SpreadDatabase;
  let db: Database;
  let proxies: HangingProxy[];

  beforeEach(async () => {
    proxies = [];
    const addProxy = async (port: number) => {
      const proxy = await startHangingProxy(port);
      proxies.push(proxy);
      return proxy.port;
    };
    spread = await makeSpreadDatabase(addProxy);
    db = await openDatabase(postgresTarget(spread.url), databaseModules);
  });
  afterEach(async () => {
    await db.close();
    for (const proxy of proxies) await proxy.stop();
    await spread.drop();
  });

  /** New devices of one shard of the first worker. */
  const addDevices = async (count: number): Promise<number[]> => {
    const shards = Map.groupBy(
      Array.from({ length: 50 }, (_, index) => index + 1),
      (id) => db.partitions?.of(id).shard?.id ?? 1,
    );
    const [, ids = []] = [...shards].find(([shard]) => shard % 2 === 0) ?? [];
    const some = ids.slice(0, count);
    assert.equal(some.length, count);
    const rows = some.map((device_id) => ({ device_id }));
    await db.write.insertInto('device_status').values(rows).execute();
    return some;
  };
  const move = async () => {
    const third = await startHangingProxy(Number(new URL(spread.url).port));
    proxies.push(third);
    await moveShards(db.write, spread, third.port);
  };
  const levelsOf = async (device: number) =>
    (await readStoredOf(db, device)).readings.map(({ level }) => level);

  for (const isRemembered of [false, true]) {
    it(`is stored once where its device ${isRemembered ? 'is remembered' : 'was looked up'}`, async () => {
      const [device = 0, other = 0] = await addDevices(2);
      const recorder = newRecorder(db, now);
      const record = (recordedAt: number, level: number) =>
        recorder.record(newReading(device, { recordedAt, level }));
      // The server that had the shard is one that this process is connected to.
      await recorder.record(newReading(other, {}));
      if (isRemembered) await record(now - 2000, 40);
      await move();
      assert.equal((await record(now - 1000, 50)).level, 50);
      assert.deepEqual(await levelsOf(device), isRemembered ? [40, 50] : [50]);
    });
  }

  it('has all devices of the shard looked up again, whose versions the other server numbers anew', async () => {
    const [moved = 0, beside = 0] = await addDevices(2);
    assert.ok(db.partitions);
    const { trips, partitions } = countTrips(db.partitions);
    db.partitions = partitions;
    const recorder = newRecorder(db, now);
    const record = async (device: number, ago: number) => {
      trips.splice(0);
      await recorder.record(newReading(device, { recordedAt: now - ago }));
      return [...trips];
    };
    for (const device of [moved, beside]) await record(device, 3000);
    assert.deepEqual(await record(beside, 2000), [2], 'is remembered');
    await move();
    await record(moved, 2000);
    assert.deepEqual(await record(beside, 1000), [3]);
    assert.deepEqual(await record(beside, 0), [2]);
  });
});
