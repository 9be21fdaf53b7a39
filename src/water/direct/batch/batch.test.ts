import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDeviceDesk } from '../../../../test/helpers/browser/device-desk.ts';
import { failureOf, wrongFields } from '../../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import type { DeviceAnswer } from '../../../../test/helpers/water/devices.ts';
import { minuteMs, secondMs } from '../../../kit/time/units.ts';
import type { BatchAnswer } from './schemas.ts';

const path = '/iot_push_batch.php';

type Told = { level: number; recorded_at: string };
type Sent = Record<string, unknown>;

describeOnBothEngines('a batch of readings', (engine) => {
  const desk = useDeviceDesk(engine, { BATCH_BURST_PER_DEVICE: '1500' });

  const post = (json: unknown) => desk.server.request('POST', path, { json });
  const send = async (readings: unknown, more: Sent = {}): Promise<BatchAnswer> => {
    const { status, body, text } = await post({
      mac_address: desk.device.mac_or_serial,
      readings,
      ...more,
    });
    assert.equal(status, 200, text);
    return body as BatchAnswer;
  };
  const statuses = ({ results }: BatchAnswer) => results.map(({ status }) => status);
  const counts = ({ stored, repeated, refused }: BatchAnswer) => [stored, repeated, refused];

  /** The stored levels of a device, oldest first, with their age in seconds. */
  const storedOf = async (device: DeviceAnswer, call = desk.call) => {
    const action = `history&device_id=${device.id}&hours=168`;
    const { status, body, text } = await call('GET', `/api/sensors.php?action=${action}`);
    assert.equal(status, 200, text);
    return (body as Told[])
      .map(({ level, recorded_at }) => [
        level,
        Math.round((desk.server.clock.now - Date.parse(recorded_at)) / secondMs),
      ])
      .sort((a, b) => (b[1] ?? 0) - (a[1] ?? 0));
  };

  it('is stored but for the readings that are wrong, each of which says why', async () => {
    await desk.newDevice();
    const answer = await send([
      { water_level_percent: 60, age_s: 600 },
      { water_level_percent: 61, age_s: 300 },
      { water_level_percent: 400, age_s: 200, recorded_at: 'yesterday' },
      'no reading',
      null,
      { water_level_percent: ' 61.5 ', age_s: '100', latitude: 200, pump_status: 'ON' },
      { water_level_percent: 62, age_s: 0 },
    ]);
    assert.deepEqual(counts(answer), [4, 0, 3]);
    assert.deepEqual(statuses(answer), [
      ...['stored', 'stored', 'refused', 'refused', 'refused', 'stored', 'stored'],
    ]);
    const [, , wrong, , , meant] = answer.results;
    assert.match(wrong?.error ?? '', /water_level_percent must be at most 110/);
    assert.deepEqual(
      meant?.ignored?.map(({ field }) => field),
      ['latitude'],
    );
    assert.equal(answer.pending_commands, 0);
    assert.deepEqual(await storedOf(desk.device), [
      [60, 600],
      [61, 300],
      [61.5, 100],
      [62, 0],
    ]);
    const [tank] = (await desk.call('GET', '/api/devices.php?action=list')).body as {
      refused: unknown;
    }[];
    assert.equal(tank?.refused ?? null, null);
  });

  it('is stored once however often it comes: by instants, by ages, by counts', async () => {
    const at = (ago: number) => new Date(desk.server.clock.now - ago * secondMs).toISOString();
    await desk.newDevice();
    const dated = [3, 2, 1].map((ago) => ({ water_level_percent: 50, recorded_at: at(60 * ago) }));
    assert.deepEqual(counts(await send(dated)), [3, 0, 0]);
    desk.server.clock.advance(minuteMs);
    assert.deepEqual(counts(await send([...dated, { water_level_percent: 50 }])), [1, 3, 0]);

    // Its board tries again with what it has measured since, and knows each age to the second.
    await desk.newDevice();
    const ages = [900, 600, 300, 0];
    const aged = (later: number) =>
      ages.map((age_s) => ({ water_level_percent: 50, age_s: age_s + later }));
    assert.deepEqual(counts(await send(aged(0))), [4, 0, 0]);
    desk.server.clock.advance(300 * secondMs);
    const grown = [...aged(297), { water_level_percent: 50, age_s: 0 }];
    assert.deepEqual(counts(await send(grown)), [1, 4, 0]);
    desk.server.clock.advance(40 * secondMs);
    assert.deepEqual(counts(await send(grown)), [0, 5, 0]);
    assert.equal((await storedOf(desk.device)).length, 5);
    // Another level at nearly the same age is another reading.
    const other = await send([{ water_level_percent: 49, age_s: 42 }]);
    assert.deepEqual(counts(other), [1, 0, 0]);

    await desk.newDevice();
    const counted = [1, 2, 3].map((seq) => ({ water_level_percent: 40 + seq, boot: 4, seq }));
    assert.deepEqual(counts(await send(counted, { every_s: 60 })), [3, 0, 0]);
    desk.server.clock.advance(200 * secondMs);
    const more = await send([...counted, { water_level_percent: 45, boot: 4, seq: 5 }]);
    assert.deepEqual(counts(more), [1, 3, 0]);
    assert.deepEqual(await storedOf(desk.device), [
      [41, 320],
      [42, 260],
      [43, 200],
      [45, 0],
    ]);
    const twice = [{ water_level_percent: 45, boot: 4, seq: 5 }];
    assert.equal(
      (await send(twice)).results[0]?.recorded_at,
      new Date(desk.server.clock.now).toISOString(),
    );
  });

  it('by ages is stored once where its copies wait for storage together', async () => {
    await desk.newDevice();
    // While these are stored, what comes waits.
    const others = Array.from({ length: 40 }, (_, at) =>
      send([{ water_level_percent: 70, sensor_name: `other ${at}`, age_s: 5 }]),
    );
    const copies = [0, 1, 2, 3, 4, 5, 6, 7].map((late) =>
      send([900, 600, 300, 40].map((age_s) => ({ water_level_percent: 50, age_s: age_s + late }))),
    );
    await Promise.all(others);
    const taken = (await Promise.all(copies)).map(counts);
    assert.deepEqual(
      [0, 1, 2].map((at) => taken.reduce((sum, each) => sum + (each[at] ?? 0), 0)),
      [4, 28, 0],
    );
  });

  it('dates by its count what a board measured before its power failed', async () => {
    await desk.newDevice();
    await send([{ water_level_percent: 80, boot: 1, seq: 100 }], { every_s: 300 });
    desk.server.clock.advance(10 * 300 * secondMs);
    const counted = (boot: number, seq: number) => ({ water_level_percent: 70 - seq, boot, seq });
    const answer = await send(
      [
        { water_level_percent: 79, boot: 1, seq: 101 },
        { water_level_percent: 78, boot: 1, seq: 102 },
        counted(2, 1),
        counted(2, 2),
        counted(2, 3),
      ],
      { every_s: 300 },
    );
    assert.deepEqual(counts(answer), [5, 0, 0]);
    assert.deepEqual(await storedOf(desk.device), [
      [80, 3000],
      [79, 2700],
      [78, 2400],
      [69, 600],
      [68, 300],
      [67, 0],
    ]);
  });

  it('by counts of many boots is stored once however often it comes', async () => {
    await desk.newDevice();
    const counted = Array.from({ length: 24 }, (_, at) => ({
      water_level_percent: 40 + at,
      boot: 1 + Math.floor(at / 2),
      seq: 1 + (at % 2),
    }));
    assert.deepEqual(counts(await send(counted, { every_s: 60 })), [24, 0, 0]);
    desk.server.clock.advance(90 * secondMs);
    counted.push({ water_level_percent: 73, boot: 12, seq: 3 });
    assert.deepEqual(counts(await send(counted)), [1, 24, 0]);
    assert.deepEqual(counts(await send(counted)), [0, 25, 0]);
    assert.equal((await storedOf(desk.device)).length, 25);
  });

  it('tells how far the clock of its board lags by the newest of its readings', async () => {
    for (const lagHours of [0, 3]) {
      await desk.newDevice();
      let answer: BatchAnswer | undefined;
      for (let hour = 0; hour < 8; hour += 1) {
        desk.server.clock.advance(60 * minuteMs);
        const said = (ago: number) =>
          new Date(desk.server.clock.now - (lagHours * 60 + ago) * minuteMs).toISOString();
        const readings = [55, 50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 0].map((ago) => ({
          water_level_percent: 60 - ago / 60 - hour,
          recorded_at: said(ago),
        }));
        answer = await send(readings);
        assert.deepEqual(counts(answer), [12, 0, 0]);
      }
      const corrected = answer?.results.filter(({ reported_at }) => reported_at).length;
      assert.equal(corrected, lagHours === 0 ? 0 : 12);
      const ages = (await storedOf(desk.device)).slice(-12).map(([, age]) => Number(age) / 60);
      assert.deepEqual(ages, [55, 50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 0]);
      const found = (await desk.alerts()).filter((alert) => alert.startsWith('sensor'));
      assert.equal(found.length, lagHours === 0 ? 0 : 1, found.join());
    }
  });

  it('tells of the commands that wait, also where all of its readings are refused', async () => {
    await desk.newDevice();
    await desk.send({ command: 'on' });
    assert.equal((await send([{ water_level_percent: 50 }])).pending_commands, 1);
    assert.equal((await send([{ water_level_percent: 500 }])).pending_commands, 1);
  });

  it('has its limits, names what is wrong with it as a whole, and wants a known device', async () => {
    await desk.newDevice();
    const mac_address = desk.device.mac_or_serial;
    const many = (count: number, from = 0) =>
      Array.from({ length: count }, (_, at) => ({ water_level_percent: 50, age_s: from + at }));
    for (const [json, field] of [
      [{ mac_address }, 'readings'],
      [undefined, 'readings'],
      [{ mac_address, readings: [] }, 'readings'],
      [{ mac_address, readings: { water_level_percent: 1 } }, 'readings'],
      [{ mac_address, readings: many(1001) }, 'readings'],
      [{ readings: many(1) }, 'mac_address'],
      [{ mac_address: [], readings: many(1) }, 'mac_address'],
      [{ mac_address, every_s: 0, readings: many(1) }, 'every_s'],
    ] as const) {
      assert.deepEqual(wrongFields(await post(json)), [field], field);
    }
    const half = [{ water_level_percent: 1, boot: 1 }];
    assert.match((await send(half)).results[0]?.error ?? '', /seq is required/);
    assert.deepEqual(failureOf(await post({ mac_address: 'nobody', readings: many(1) })), [
      404,
      'not_found',
    ]);
    assert.deepEqual(failureOf(await post({ mac_address, api_key: 'wrong', readings: many(1) })), [
      401,
      'invalid_api_key',
    ]);
    assert.deepEqual(counts(await send(many(1000))), [1000, 0, 0]);
    // Of its allowance a third is left.
    const next = await post({ mac_address, readings: many(501, 1000) });
    assert.deepEqual(failureOf(next), [429, 'too_many_requests']);
    assert.deepEqual(counts(await send(many(500, 1000))), [500, 0, 0]);
  });

  it('of readings that name no instant is stored at one moment, each once', async () => {
    await desk.newDevice();
    const readings = Array.from({ length: 1000 }, (_, at) => ({
      water_level_percent: at % 2 === 0 ? 40 : 41,
    }));
    assert.deepEqual(counts(await send(readings)), [1000, 0, 0]);
    assert.equal((await storedOf(desk.device)).length, 1000);
  });
});
