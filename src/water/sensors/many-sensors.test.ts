import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Insertable } from 'kysely';
import papaparse from 'papaparse';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { nextPage } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  type TestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import type { HourlyRollupsTable } from '../../db/tables/tank-tables.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { hourOf } from '../../kit/time/hour.ts';
import { startTracker } from '../ledger/tracker.ts';
import { packTracker } from '../ledger/tracker-text.ts';

/**
 * As one device may have that was there before the limit: more than SQLite takes parameters. PostgreSQL takes twice as
 * many, so that a tenth shows as much of it.
 */
const many = { sqlite: 33_000, postgres: howMany(3300, 33_000) };
const spacing = 50;

type Named = { sensor_name: string };

describeOnBothEngines('a device with thousands of sensors', (engine) => {
  const server = useTestServer({ engine });
  const count = many[engine];
  let token: string;
  let id: string;
  before(async () => {
    ({ token } = await registerUser(server));
    ({ id } = await registerDevice(server, token));
    await fill(server, Number(id), count);
  });

  const get = async (path: string) => {
    const answer = await server.request('GET', path, { token });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const assertAll = (rows: Named[]) => {
    const names = rows.map(({ sensor_name }) => sensor_name);
    assert.deepEqual(
      names,
      Array.from({ length: count }, (_, index) => `s${index + 1}`),
    );
  };

  it('shows all of them', async () => {
    for (const action of ['latest', 'summary']) {
      const { body } = await get(`/api/sensors.php?action=${action}&device_id=${id}`);
      assertAll(body as Named[]);
    }
    const [tank] = (await get('/api/tanks')).body as { sensors: Named[] }[];
    assertAll(tank?.sensors ?? []);
  });

  it('has its history, page by page, and its exports', async () => {
    const found: Named[] = [];
    let path: string | undefined = `/api/sensors.php?action=history&device_id=${id}`;
    while (path) {
      const page = await get(path);
      found.push(...(page.body as Named[]));
      path = nextPage(page);
    }
    assertAll(found);
    const exported = `/api/reports.php?action=export&device_id=${id}`;
    assertAll((await get(exported)).body as Named[]);
    const { text } = await get(`${exported}&format=csv`);
    assertAll(papaparse.parse<Named>(text, { header: true, skipEmptyLines: true }).data);
  });

  it('gets no more, and can lose some', async () => {
    const { mac_or_serial } =
      ((await get('/api/tanks')).body as { mac_or_serial: string }[])[0] ?? {};
    const push = async (sensor_name: string) => {
      const form = { mac_address: mac_or_serial ?? '', water_level_percent: 50, sensor_name };
      return (await server.request('POST', '/iot_push.php', { form })).status;
    };
    assert.deepEqual([await push('new'), await push('s7')], [409, 201]);
    const path = `/api/sensors.php?action=remove&device_id=${id}&sensor_name=s7`;
    assert.equal((await server.request('DELETE', path, { token })).status, 200);
    assert.equal(await push('s7'), 409);
  });
});

/** Gives each sensor one reading, one after the other, the last of them now. */
async function fill({ db, clock }: TestServer, device_id: number, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const level = 50;
  for (const some of chunksOf(numbers, 1000)) {
    const readings = some.map((sensor_no) => {
      const recorded_at = clock.now - (count - sensor_no) * spacing;
      return { device_id, sensor_no, recorded_at, level, status: 0, source: 0 };
    });
    const sensors = readings.map((row) => ({ ...row, name: `s${row.sensor_no}`, watch: '' }));
    const rollups = readings.map(({ sensor_no, recorded_at }) =>
      rollupOf({ device_id, sensor_no }, recorded_at, level),
    );
    await db.write.insertInto('sensors').values(sensors).execute();
    await db.write.insertInto('readings').values(readings).execute();
    await db.write.insertInto('hourly_rollups').values(rollups).execute();
  }
}

function rollupOf(
  sensor: { device_id: number; sensor_no: number },
  at: number,
  level: number,
): Insertable<HourlyRollupsTable> {
  return {
    ...sensor,
    hour: hourOf(at),
    count: 1,
    level_min: level,
    level_max: level,
    level_sum: level,
    first_at: at,
    first_level: level,
    first_volume: null,
    last_at: at,
    last_level: level,
    last_volume: null,
    consumed_level: 0,
    refilled_level: 0,
    consumed_volume: 0,
    refilled_volume: 0,
    gap_level: 0,
    gap_volume: 0,
    suspects: 0,
    blind_ms: 0,
    noise: 0,
    tracker: packTracker(startTracker({ recorded_at: at, level, volume: null })),
  };
}
