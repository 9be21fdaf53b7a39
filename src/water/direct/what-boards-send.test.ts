import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { type Taken, useBoardPosts } from '../../../test/helpers/water/board-posts.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';

describeOnBothEngines('what boards send', (engine) => {
  const desk = useDeviceDesk(engine, { PUSH_BURST_PER_DEVICE: '10000' });
  const { send, taken } = useBoardPosts(desk);
  const namesOf = ({ ignored = [] }: Taken) => ignored.map(({ field }) => field).sort();

  it('is taken with blanks around values, and line ends and NULs around the body', async () => {
    await desk.newDevice();
    const mac = desk.device.mac_or_serial;
    const padding = fc.array(fc.constantFrom(' ', '+', '%20', '%09', '%0D%0A', '%00'), {
      maxLength: 4,
    });
    const edge = fc.array(fc.constantFrom(' ', '\r', '\n', '\r\n', '\0', '\t'), { maxLength: 3 });
    const levels = fc.integer({ min: 0, max: 10_000 }).map((level) => level / 100);
    await fc.assert(
      fc.asyncProperty(
        padding,
        padding,
        edge,
        edge,
        levels,
        async (left, right, head, tail, level) => {
          const pad = (value: string | number) => `${left.join('')}${value}${right.join('')}`;
          const form = `mac_address=${pad(mac)}&latitude=${pad(-1.25)}&longitude=${pad(36.8)}&water_level_percent=${pad(level)}`;
          const { status, body } = await send(`${head.join('')}${form}${tail.join('')}`);
          assert.equal(status, 201, JSON.stringify(body));
          assert.deepEqual([body.level, body.latitude, body.longitude], [level, -1.25, 36.8]);
          assert.equal(body.ignored, undefined);
        },
      ),
      { numRuns: howMany(20, 60) },
    );
    const json = JSON.stringify({ mac_address: ` ${mac}\r\n`, water_level_percent: ' 41.5' });
    const answer = await send(`${json}\r\n\0\0`, { type: 'application/json' });
    assert.deepEqual([answer.status, answer.body.level], [201, 41.5]);
    for (const level of ['6 2', '6%002', '62,5', '62%25', 'nan', 'inf', 'null']) {
      const refused = await desk.server.request('POST', '/iot_push.php', {
        form: { mac_address: mac, water_level_percent: decodeURIComponent(level) },
      });
      assert.deepEqual(wrongFields(refused), ['water_level_percent'], level);
    }
  });

  it('says its pump in any of the usual words', async () => {
    await desk.newDevice();
    const words = {
      on: ['on', 'ON', 'On', '1', 'true', 'TRUE'],
      off: ['off', 'Off', '0', 'False'],
    };
    for (const [status, spellings] of Object.entries(words)) {
      for (const word of spellings) {
        const body = await taken(`water_level_percent=50&pump_status=${word}`);
        assert.deepEqual([body.pump_status, body.ignored], [status, undefined], word);
      }
    }
    const mac_address = desk.device.mac_or_serial;
    for (const [pump_status, status] of [
      [true, 'on'],
      [0, 'off'],
    ] as const) {
      const json = { mac_address, water_level_percent: 50, pump_status };
      const { body } = await desk.server.request('POST', '/iot_push.php', { json });
      assert.equal((body as Taken).pump_status, status);
    }
  });

  it('keeps the level where an optional field is empty or means nothing, and names the field', async () => {
    await desk.newDevice();
    const cases: [string, string[]][] = [
      ['latitude=&longitude=', ['latitude', 'longitude']],
      ['latitude=0.000000&longitude=0.000000', ['latitude', 'longitude']],
      ['latitude=-1.28', ['latitude']],
      ['latitude=200&longitude=36.8', ['latitude', 'longitude']],
      ['temperature=nan', ['temperature']],
      ['temperature=-127.00', ['temperature']],
      ['temperature=85000', ['temperature']],
      ['volume=-1', ['volume']],
      ['volume=1&volume=2', ['volume']],
      ['pump_status=maybe', ['pump_status']],
      ['battery_percent=127', ['battery_percent']],
      ['signal_dbm=99', ['signal_dbm']],
      ['distance_cm=0', ['distance_cm']],
      ['water_level_cm=inf', ['water_level_cm']],
      ['water_level_cm=-999', ['water_level_cm']],
      ['sensor_name=', ['sensor_name']],
      ['recorded_at=', ['recorded_at']],
      ['api_key=', []],
    ];
    for (const [index, [fields, ignored]] of cases.entries()) {
      const level = 40 + index;
      const body = await taken(`${fields}&water_level_percent=${level}`);
      assert.deepEqual([body.level, namesOf(body)], [level, ignored], fields);
    }
    const fix = await taken('water_level_percent=7&latitude=0&longitude=36.8');
    assert.deepEqual([fix.latitude, fix.longitude, fix.ignored], [0, 36.8, undefined]);
  });

  it('may say a height a little below the floor, which is an empty tank', async () => {
    await desk.newDevice();
    for (const cm of [-0.3, -0.9, -12]) {
      const body = await taken(`water_level_percent=-0.5&water_level_cm=${cm}`);
      assert.deepEqual([body.level, body.level_cm, body.ignored], [0, 0, undefined]);
    }
    const box = { length_cm: 100, width_cm: 100, height_cm: 120 };
    const tank = { shape: 'box', ...box, sensor_height_cm: 130 };
    const config = { device_id: desk.device.id, sensor_name: 'main', tank };
    await desk.call('POST', '/api/sensor_configs.php?action=save', config);
    const shaped = await taken('water_level_cm=-2');
    assert.deepEqual([shaped.level, shaped.level_cm], [0, 0]);
    // Not empty: wrong by a sixth of the height.
    assert.deepEqual(
      wrongFields(await desk.push({ water_level_cm: -20, water_level_percent: '' })),
      ['water_level_cm'],
    );
  });

  it('takes a JSON whose units are in Latin-1', async () => {
    await desk.newDevice();
    const mac_address = desk.device.mac_or_serial;
    const json = JSON.stringify({ mac_address, water_level_percent: 62.5, unit: '°C' });
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: Buffer.from(json, 'latin1') };
    assert.equal((await fetch(`${desk.server.url}/iot_push.php`, options)).status, 201);
  });

  it('finds the paths with doubled slashes', async () => {
    await desk.newDevice();
    for (const path of ['//iot_push.php', '/iot_push.php', '///iot_push.php?x=//']) {
      assert.equal((await taken('water_level_percent=62.5', { path })).level, 62.5);
    }
    const mac = desk.device.mac_or_serial;
    const polled = await fetch(`${desk.server.url}//iot_commands.php?mac_address=${mac}%0D%0A`);
    assert.equal(polled.status, 200);
    const list = await fetch(`${desk.server.url}/api//devices.php?action=list`);
    assert.equal(list.status, 401);
  });

  it('is refused for its level and its instant at once where both are wrong', async () => {
    await desk.newDevice();
    const instants: [string, unknown][] = [
      ['recorded_at', '2020-01-01T00:00:00Z'],
      ['recorded_at', 'yesterday'],
      ['recorded_at', {}],
      ['age_s', 1e12],
      ['age_s', 'old'],
    ];
    const mac_address = desk.device.mac_or_serial;
    for (const [field, value] of instants) {
      const json = { mac_address, water_level_percent: 400, [field]: value };
      const refused = await desk.server.request('POST', '/iot_push.php', { json });
      const told = JSON.stringify(json);
      assert.deepEqual(wrongFields(refused), [field, 'water_level_percent'], told);
    }
    const good = { mac_address, water_level_percent: 400, age_s: 60 };
    const answer = await desk.server.request('POST', '/iot_push.php', { json: good });
    assert.deepEqual(wrongFields(answer), ['water_level_percent']);
  });

  it('is refused where it is nothing', async () => {
    for (const body of ['', 'null', '[]', '"level"', '5']) {
      const headers = { 'content-type': 'application/json' };
      const options = { method: 'POST', headers, body };
      assert.equal((await fetch(`${desk.server.url}/iot_push.php`, options)).status, 400, body);
    }
    const bare = await fetch(`${desk.server.url}/iot_push.php`, { method: 'POST' });
    assert.equal(bare.status, 400);
  });

  it('is refused in words that help', async () => {
    await desk.newDevice();
    const mac_address = desk.device.mac_or_serial;
    const twice = await send(
      `mac_address=${mac_address}&water_level_percent=1&water_level_percent=1`,
    );
    assert.equal(twice.status, 400);
    assert.match(JSON.stringify(twice.body), /water_level_percent is sent more than once/);
    const types = 'send application/x-www-form-urlencoded or application/json';
    for (const type of ['text/plain', 'x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const { status, body } = await send(`mac_address=${mac_address}`, { type });
      assert.equal(status, 415);
      assert.ok(JSON.stringify(body).includes(types), type);
    }
  });

  it('stores a reading once that comes again within seconds, in one commit or the next', async () => {
    await desk.newDevice();
    const both = await Promise.all([
      taken('water_level_percent=30&temperature=21'),
      taken('water_level_percent=30&temperature=21'),
    ]);
    assert.equal(both[0]?.id, both[1]?.id);
    desk.server.clock.advance(9000);
    assert.equal((await taken('water_level_percent=30&temperature=21')).id, both[0]?.id);
    const warmer = await taken('water_level_percent=30&temperature=21.5');
    assert.notEqual(warmer.id, both[0]?.id);
    desk.server.clock.advance(11_000);
    assert.notEqual((await taken('water_level_percent=30&temperature=21.5')).id, warmer.id);
    const path = `/api/sensors.php?action=history&device_id=${desk.device.id}&hours=1`;
    assert.equal(((await desk.call('GET', path)).body as unknown[]).length, 3);
  });
});
