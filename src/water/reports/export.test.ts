import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { it } from 'node:test';
import papaparse from 'papaparse';
import { newOwner, type Owner } from '../../../test/helpers/accounts/owners.ts';
import { type WayToRender, withRender } from '../../../test/helpers/database/rendered-by.ts';
import { nextResponse } from '../../../test/helpers/http/next-response.ts';
import {
  describeOnBothEngines,
  type TestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { type SeedReading, seedReadings } from '../../../test/helpers/water/readings.ts';
import { minuteMs } from '../../kit/time/units.ts';

const fields = [
  ...['id', 'device_id', 'sensor_name', 'level', 'level_cm', 'volume', 'temperature'],
  ...['pump_status', 'latitude', 'longitude', 'status', 'source'],
  ...['filtered_level', 'noise', 'quality', 'recorded_at'],
];

describeOnBothEngines('export', (engine) => {
  const server = useTestServer({ engine });

  const pathOf = ({ device_id }: Owner, query: string) =>
    `/api/reports.php?action=export&device_id=${device_id}${query}`;
  const ask = (owner: Owner, query = '') =>
    server.request('GET', pathOf(owner, query), { token: owner.token });
  const record = async ({ token, device_id }: Owner, fields: object) => {
    const json = { device_id, sensor_name: 'roof', level: 50, ...fields };
    const answer = await server.request('POST', '/api/sensors.php?action=reading', { token, json });
    assert.equal(answer.status, 201, answer.text);
    return answer.body as Record<string, unknown>;
  };
  const iso = (offset: number) => new Date(server.clock.now + offset).toISOString();
  const readEvery = (count: number, step = minuteMs): SeedReading[] =>
    Array.from({ length: count }, (_, index) => ({
      at: server.clock.now - (count - index) * step,
      level: (index * 7) % 101,
    }));
  const renderedBy = <T>(render: WayToRender, work: () => Promise<T>) =>
    withRender(server.db, render, work);

  it('is a JSON file of readings, oldest first, unless told', async () => {
    const owner = await newOwner(server);
    const newest = await record(owner, { latitude: -1.5, longitude: 36.5, pump_status: 'off' });
    const oldest = await record(owner, { sensor_name: 'wéll', recorded_at: iso(-minuteMs) });
    for (const query of ['', '&format=json']) {
      const answer = await ask(owner, query);
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
      assert.deepEqual(answer.body, [oldest, newest]);
    }
  });

  it('is a CSV file with the names of the fields and the same values', async () => {
    const owner = await newOwner(server);
    const readings = [
      await record(owner, {
        recorded_at: iso(-2),
        level: 12.25,
        level_cm: 0.1,
        volume: 1e11,
        temperature: -0.5,
        pump_status: 'on',
        latitude: 0,
        longitude: -180,
        status: 'warning',
      }),
      await record(owner, { recorded_at: iso(-1) }),
    ];
    const answer = await ask(owner, '&format=csv');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    const lines = readings.map((reading) => fields.map((name) => reading[name] ?? '').join(','));
    assert.equal(answer.text, [fields.join(','), ...lines, ''].join('\r\n'));
  });

  it('begins with the mark by which spreadsheets know UTF-8, in CSV alone', async () => {
    const owner = await newOwner(server);
    await record(owner, { sensor_name: 'réservoir' });
    const startOf = async (format: string) => {
      const { token } = owner;
      const headers = { authorization: `Bearer ${token}` };
      const url = server.url + pathOf(owner, `&format=${format}`);
      const bytes = await (await fetch(url, { headers })).arrayBuffer();
      return Buffer.from(bytes).subarray(0, 5).toString('latin1');
    };
    assert.equal(await startOf('csv'), 'ï»¿id');
    assert.equal(await startOf('json'), '[{"id');
    const nobody = await newOwner(server);
    const empty = await fetch(server.url + pathOf(nobody, '&format=csv'), {
      headers: { authorization: `Bearer ${nobody.token}` },
    });
    const bytes = Buffer.from(await empty.arrayBuffer()).toString('latin1');
    assert.equal(bytes, `ï»¿${fields.join(',')}\r\n`);
  });

  it('has in CSV as in JSON what was measured, to the last digit', async () => {
    const owner = await newOwner(server);
    const sent = { volume: 1738.0439999999999, level: 69.5, level_cm: 1e-7, latitude: -1.2863891 };
    await record(owner, sent);
    for (const points of ['', '&points=100']) {
      const { text } = await ask(owner, `&format=csv${points}`);
      const [header = '', line = ''] = text.split('\r\n');
      const cells = line.split(',');
      const shown = ['volume', 'level', 'level_cm', 'latitude'].map(
        (name) => cells[header.split(',').indexOf(name)],
      );
      assert.deepEqual(shown, ['1738.0439999999999', '69.5', '1e-7', '-1.2863891']);
      const [{ volume }] = (await ask(owner, points)).body as [{ volume: number }];
      assert.equal(volume, sent.volume);
    }
  });

  it('disarms names that a spreadsheet would run, and keeps all others as they are', async () => {
    const owner = await newOwner(server);
    const names = ['=1+1', '+tank', '-tank', '@tank', '＝1+1', '＋tank', '－tank', '＠tank'];
    names.push('a, "b"', 'roof;=1', ' tank ', '5', 'wéll ⛲', "'tank");
    for (const [index, sensor_name] of names.entries()) {
      await record(owner, { sensor_name, level: 1, temperature: -5, recorded_at: iso(index - 99) });
    }
    const { text } = await ask(owner, '&format=csv');
    const { data } = papaparse.parse<Record<string, string>>(text, {
      header: true,
      skipEmptyLines: true,
    });
    const shown = names.map((name) => (/^[=+\-@＝＋－＠]/.test(name) ? `'${name}` : name));
    assert.deepEqual(
      data.map(({ sensor_name }) => sensor_name),
      shown,
    );
    assert.ok(text.includes(',"roof;=1",'), 'quoted for spreadsheets that divide at semicolons');
    // Numbers are not text, so a negative one stays a number.
    assert.deepEqual(new Set(data.map(({ temperature }) => temperature)), new Set(['-5']));
  });

  it('is a file to keep, named after the device and its days', async () => {
    const owner = await newOwner(server, 'America/New_York');
    const nameOf = async (query: string) =>
      (await ask(owner, query)).headers.get('content-disposition');
    const id = owner.device_id;
    const dates = '&start_date=2026-11-01&end_date=2026-11-02&format=csv';
    assert.equal(
      await nameOf(dates),
      `attachment; filename="readings-${id}-2026-11-01-2026-11-02.csv"`,
    );
    assert.equal(
      await nameOf('&period=1d'),
      `attachment; filename="readings-${id}-2026-11-20-2026-11-21.json"`,
    );
  });

  it('is empty, but well-formed, where nothing was recorded', async () => {
    const owner = await newOwner(server);
    await record(owner, { recorded_at: iso(-8 * 24 * 60 * minuteMs) });
    assert.deepEqual((await ask(owner)).body, []);
    assert.equal((await ask(owner, '&format=csv')).text, `${fields.join(',')}\r\n`);
    assert.equal((await ask(owner, '&period=30d')).text.startsWith('[{'), true);
  });

  it('keeps to its sensor and to its time, to the millisecond', async () => {
    const owner = await newOwner(server);
    const at = Date.parse('2026-11-20T12:00:00Z');
    for (const sensor_name of ['roof', 'well']) {
      for (const offset of [-1, 0, 1]) {
        await record(owner, { sensor_name, recorded_at: new Date(at + offset).toISOString() });
      }
    }
    const of = async (query: string) =>
      ((await ask(owner, query)).body as Record<string, string>[]).map(
        ({ sensor_name, recorded_at }) => [sensor_name, Date.parse(recorded_at ?? '') - at],
      );
    assert.deepEqual(await of('&start_date=2026-11-20T12:00:00Z&sensor_name=well'), [
      ['well', 0],
      ['well', 1],
    ]);
    assert.deepEqual(await of('&end_date=2026-11-20T12:00:00Z'), [
      ['roof', -1],
      ['well', -1],
    ]);
  });

  it('holds all of many pages, in both formats', async () => {
    const owner = await newOwner(server);
    const { deviceId } = owner;
    await seedReadings(server.db, { deviceId, sensorName: 'a', readings: readEvery(6000) });
    await seedReadings(server.db, { deviceId, sensorName: 'b', readings: readEvery(2500) });
    const json = (await ask(owner)).body as Record<string, unknown>[];
    assert.equal(new Set(json.map(({ id }) => id)).size, 8500);
    const keys = json.map(({ recorded_at, sensor_name }) => `${recorded_at}${sensor_name}`);
    assert.deepEqual(keys, keys.toSorted());
    const { text } = await ask(owner, '&format=csv');
    const lines = text.split('\r\n');
    assert.equal(lines.length, 8502);
    assert.deepEqual(
      lines.slice(1, -1).map((line) => line.split(',')[0]),
      json.map(({ id }) => id),
    );
  });

  it('fails as a whole while it still can, and breaks off later', async () => {
    const owner = await newOwner(server);
    await seedReadings(server.db, { deviceId: owner.deviceId, readings: readEvery(5000) });
    const failing = (pages: number) => (usual: TestServer['db']['render']) => {
      let calls = 0;
      return async (...query: Parameters<typeof usual>) => {
        if (++calls > pages) throw new Error('the disk is gone');
        return await usual(...query);
      };
    };
    const answer = await renderedBy(failing(0), () => ask(owner, '&format=csv'));
    assert.equal(answer.status, 500);
    assert.equal((answer.body as { code: string }).code, 'internal_error');
    assert.doesNotMatch(answer.text, /disk is gone|\.ts\b/);
    assert.equal(answer.headers.get('content-disposition'), null);
    await assert.rejects(
      renderedBy(failing(3), () => ask(owner)),
      /terminated/,
    );
    assert.equal((await ask(owner)).status, 200);
  });

  it('reads no more once its client hangs up', async () => {
    const owner = await newOwner(server);
    await seedReadings(server.db, {
      deviceId: owner.deviceId,
      sensorName: 'a name as long as it may be, so that the file is a long one too',
      readings: readEvery(40_000, 1000),
    });
    let calls = 0;
    let letGo = () => {};
    const held = Promise.withResolvers<void>();
    const counting = (usual: TestServer['db']['render']) => {
      return async (...query: Parameters<typeof usual>) => {
        calls += 1;
        if (calls === 3) {
          await new Promise<void>((resolve) => {
            letGo = resolve;
            held.resolve();
          });
        }
        return await usual(...query);
      };
    };
    await renderedBy(counting, async () => {
      const serving = nextResponse();
      const request = get(server.url + pathOf(owner, '&format=csv'), {
        headers: { authorization: `Bearer ${owner.token}` },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      assert.equal(response.statusCode, 200);
      // Nothing is packed. The second page is being read; the client leaves, and the server notices.
      await held.promise;
      const closed = once(await serving, 'close');
      response.destroy();
      await closed;
      letGo();
      // A whole export after it: anything that was to go on has had time for it.
      const rest = (await ask(owner)).body as unknown[];
      assert.equal(rest.length, 40_000);
      // The page in hand, which was not begun by then, is the last one that was asked for.
      assert.equal(calls, 3 + 43);
    });
  });

  it('has no HEAD, which would read it all', async () => {
    const owner = await newOwner(server);
    const { status, headers } = await fetch(server.url + pathOf(owner, ''), {
      method: 'HEAD',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    assert.deepEqual([status, headers.get('allow')], [405, 'GET']);
  });
});
