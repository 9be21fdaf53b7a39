import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import pino from 'pino';
import { openDatabase } from '../src/db/open-database.ts';
import { systemTimers } from '../src/kit/time/timers.ts';
import { dayMs } from '../src/kit/time/units.ts';
import { insertDeviceStatus } from '../src/water/devices/queries.ts';
import { databaseModules } from '../src/water/index.ts';
import { packedColumns } from '../src/water/readings/packed/packed-readings.ts';
import { packOldReadings } from '../src/water/retention/pack-readings.ts';
import { litresAt } from '../src/water/tank-shapes/litres-at.ts';
import { makeMigratedSqlite } from './helpers/database/migrated-storage.ts';
import { readSqliteFile } from './helpers/database/stored-readings.ts';
import { makeTestFolder } from './helpers/server/test-folder.ts';
import { seedReadings } from './helpers/water/readings.ts';

const run = promisify(execFile);
const example = 'docs/examples/packed_readings.py';
const start = Date.parse('2026-11-01T00:00:00Z');

/** What Python prints, without files beside the example. */
const python = async (...args: string[]): Promise<string> =>
  (await run('python3', ['-B', ...args], { maxBuffer: 2 ** 26 })).stdout;

describe('the reader of packed readings in Python', () => {
  let folder: string;
  before(async () => {
    folder = await makeTestFolder('packed');
  });
  after(() => run('rm', ['-r', folder]));

  it('reads the documented bodies, and refuses the damaged ones', async () => {
    const code = `
import json, sys
sys.path.insert(0, 'docs/examples')
from packed_readings import unpack
known = json.load(open('docs/examples/packed_readings.json'))
for each in known['vectors']:
    assert [repr(list(map(float, (v for v in r.values() if v is not None)))) for r in each['readings']] == [
        repr(list(map(float, (v for v in r.values() if v is not None)))) for r in unpack(bytes.fromhex(each['body']))], each['name']
for each in known['damaged']:
    try:
        unpack(bytes.fromhex(each['body']))
    except Exception:
        continue
    # The sum is right, so they were written so; the program looks closer than an example.
    if each['name'] not in ('no readings', 'instants in disorder', 'a column that is too long'):
        raise AssertionError(each['name'])
print('all')`;
    assert.equal((await python('-c', code)).trim(), 'all');
  });

  it("reads the readings of SQLite's file, packed and not, as they are stored", async () => {
    const path = join(folder, 'kisima.db');
    await makeMigratedSqlite(path);
    const db = await openDatabase({ engine: 'sqlite', path, cacheKib: 8192 }, databaseModules);
    // Those of the first day are of a tank of 1,023 litres, and packed as its capacity.
    const levelAt = (index: number) => Math.round(5000 + 4000 * Math.sin(index / 70)) / 100;
    const volumeAt = (index: number) => {
      if (index % 3 === 0) return null;
      return index * 61_003 < dayMs ? litresAt(levelAt(index), 1023) : index / 7;
    };
    const readings = Array.from({ length: 2500 }, (_, index) => ({
      at: start + index * 61_003,
      level: levelAt(index),
      volume: volumeAt(index),
      temperature: index > 1500 ? 24.5 : null,
      latitude: -1.286389,
    }));
    // Without the status row of its device a sensor is passed over, as if it were removed.
    await insertDeviceStatus(db.write, 3);
    await seedReadings(db, { deviceId: 3, readings });
    const log = pino({ level: 'silent' });
    const packing = { db, clock: () => start + 4 * dayMs, timers: systemTimers, log };
    await packOldReadings(packing, new AbortController().signal);
    const { count } = await db.read
      .selectFrom('packed_readings')
      .select(({ fn }) => fn.sum<number>('count').as('count'))
      .executeTakeFirstOrThrow();
    assert.equal(count, 2000, 'two stretches are packed, and the rest is not');
    await db.close();
    const stored = (await readSqliteFile(path)).readings;
    assert.equal(stored.length, 2500);
    const columns = ['recorded_at', ...packedColumns] as const;
    const [head, ...lines] = (await python(example, path, '3', '1')).trim().split(/\r?\n/);
    assert.equal(head, columns.join(','));
    const whole = new Set(['pump', 'status', 'source', 'quality']);
    for (const line of lines) {
      const cells = line.split(',').filter((_, at) => whole.has(columns[at] ?? ''));
      assert.ok(
        cells.every((cell) => !cell.includes('.')),
        line,
      );
    }
    assert.deepEqual(
      lines.map((line) => line.split(',').map((cell) => (cell === '' ? null : Number(cell)))),
      stored.map((reading) => columns.map((column) => reading[column])),
    );
  });

  it('is a hundred lines or so, as the page about it says', async () => {
    const lines = (await readFile(example, 'utf8')).trim().split('\n');
    assert.ok(lines.length <= 135, `${lines.length} lines`);
  });
});
