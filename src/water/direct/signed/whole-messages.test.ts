import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { refuseReadings } from '../../../../test/helpers/database/refuse-rows.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { SigningBoard } from '../../../../test/helpers/water/signing-board.ts';
import { useSigningDesk } from '../../../../test/helpers/water/signing-desk.ts';
import { howMany } from '../../../../test/helpers/whole-suite.ts';
import { hourMs, secondMs } from '../../../kit/time/units.ts';

/** How a reading says when it was measured, by its place in its batch. */
const ways: Record<string, (place: number, now: number) => object> = {
  byNow: (place) => ({ sensor_name: `tank ${place}` }),
  byAge: (place) => ({ age_s: 60 - place }),
  byInstant: (place, now) => ({ recorded_at: new Date(now - 90_000 + place * 700).toISOString() }),
  byCount: (place) => ({ sensor_name: 'counted', boot: 3, seq: 100 + place }),
};

describeOnBothEngines('signed messages with several readings', (engine) => {
  const { desk, topic, levels, keyWith, open, newDevice, told } = useSigningDesk(engine, 5);

  const newBoard = async () => {
    const { mac_or_serial } = await desk.newDevice();
    return new SigningBoard(mac_or_serial, await keyWith());
  };
  const levelsOf = async ({ id }: { id: string }) => {
    const path = `/api/sensors.php?action=history&device_id=${id}&hours=24`;
    const { body } = await desk.call('GET', path);
    return (body as { level: number }[]).map(({ level }) => level).sort((a, b) => a - b);
  };

  it('over MQTT that storage refuses are told so, keep nobody waiting, and are taken after a later one', async () => {
    const device = await newDevice();
    const client = await open();
    await device.publish(client, topic('status'), 'online');
    const letThrough = await refuseReadings(desk.server.db);
    const batch = device.sign(topic('readings'), [
      { water_level_percent: 41, age_s: 5 },
      { water_level_percent: 42 },
    ]);
    await client.publish(topic('readings'), batch);
    const refused = device.open(topic('errors'), await told(client), tagOf(batch));
    assert.equal(refused?.['status'], 503);
    await letThrough();
    assert.deepEqual(await levels(), []);

    const next = await open();
    await device.publish(next, topic('readings'), [{ water_level_percent: 50 }]);
    desk.server.clock.advance(hourMs);
    await next.publish(topic('readings'), batch);
    assert.deepEqual(await levels(), [50, 41, 42]);
    assert.deepEqual(next.heard, []);
    // It is stored by now, and so a replay.
    desk.server.clock.advance(hourMs);
    await next.publish(topic('readings'), batch);
    const error = device.open(topic('errors'), await told(next), tagOf(batch));
    assert.equal(error?.['code'], 'counter_used');
    assert.deepEqual(await levels(), [50, 41, 42]);
  });

  it('of a gateway are stored but for a row that storage refuses, which is stored when they come again', async () => {
    const gateway = await newBoard();
    const tanks = [];
    for (let count = 0; count < 9; count += 1) tanks.push(await desk.newDevice());
    const readings = tanks.map(({ mac_or_serial }, index) => ({
      mac_address: mac_or_serial,
      water_level_percent: 60 + index,
    }));
    const batch = gateway.batch(readings);
    const letThrough = await refuseReadings(desk.server.db, 68);
    for (const _ of [1, 2]) {
      const refused = await gateway.send(desk.server, batch);
      assert.deepEqual([refused.status, refused.isProven], [503, true], refused.text);
      assert.deepEqual((refused.body as { not_stored: number[] }).not_stored, [8]);
      for (const [index, tank] of tanks.entries()) {
        assert.deepEqual(await levelsOf(tank), index === 8 ? [] : [60 + index]);
      }
      desk.server.clock.advance(hourMs);
    }
    await letThrough();
    const { status, body } = await gateway.send(desk.server, batch);
    const { stored, repeated } = body as { stored: number; repeated: number };
    assert.deepEqual([status, stored, repeated], [200, 1, 8]);
    for (const [index, tank] of tanks.entries()) {
      assert.deepEqual(await levelsOf(tank), [60 + index]);
    }
    // Those that were told beside the message have nothing of it.
    const alone = { mac_address: tanks[0]?.mac_or_serial ?? '', water_level_percent: 61 };
    const push = await desk.server.request('POST', '/iot_push.php', { form: alone });
    assert.equal(push.status, 201);
  });

  it('hold: whichever rows storage refuses, the others are stored, and all once in the end', async () => {
    const kinds = fc.array(fc.constantFrom(...Object.keys(ways)), { minLength: 2, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(kinds, fc.nat(8), fc.boolean(), async (sent, place, isSigned) => {
        await desk.signInAnew();
        const board = await newBoard();
        const readings = sent.map((kind, index) => ({
          water_level_percent: index + 1,
          ...(kind === 'byNow' ? {} : ways[kind]?.(index, desk.server.clock.now)),
        }));
        const bad = place % readings.length;
        const batch = board.batch(readings);
        const plain = { mac_address: board.mac, readings };
        const send = () =>
          isSigned
            ? board.send(desk.server, batch)
            : desk.server.request('POST', '/iot_push_batch.php', { json: plain });
        const letThrough = await refuseReadings(desk.server.db, bad + 1);
        const { status, body, text } = await send().finally(letThrough);
        assert.equal(status, 503, text);
        assert.deepEqual((body as { not_stored: number[] }).not_stored, [bad]);
        const levels = readings.map(({ water_level_percent }) => water_level_percent);
        assert.deepEqual(await levelsOf(desk.device), levels.toSpliced(bad, 1));
        if (isSigned) {
          desk.server.clock.advance(hourMs);
          for (const stored of [1, 0]) {
            const again = await send();
            assert.equal((again.body as { stored: number }).stored, stored, again.text);
          }
          assert.deepEqual(await levelsOf(desk.device), levels);
        }
      }),
      { numRuns: howMany(5, 12) },
    );
  });

  it('are stored but for readings of a stretch that cannot be opened', async () => {
    const gateway = await newBoard();
    const { db, clock } = desk.server;
    const [damaged, whole] = [await desk.newDevice(), await desk.newDevice()];
    const old = new Date(clock.now - 72 * hourMs).toISOString();
    for (const { mac_or_serial } of [damaged, whole]) {
      await desk.push({ water_level_percent: 50, mac_address: mac_or_serial });
    }
    const device_id = Number(damaged.id);
    await db.write
      .updateTable('sensors')
      .set({ packed_until: clock.now - 48 * hourMs })
      .where('device_id', 'in', [device_id, Number(whole.id)])
      .execute();
    const start_at = clock.now - 80 * hourMs;
    const stretch = { device_id, sensor_no: 1, start_at, last_at: start_at, count: 1 };
    await db.write
      .insertInto('packed_readings')
      .values({ ...stretch, body: Buffer.from('no readings at all') })
      .execute();
    const batch = gateway.batch([
      { mac_address: whole.mac_or_serial, water_level_percent: 20, recorded_at: old },
      { mac_address: damaged.mac_or_serial, water_level_percent: 30, recorded_at: old },
      { mac_address: whole.mac_or_serial, water_level_percent: 40 },
    ]);
    const refused = await gateway.send(desk.server, batch);
    assert.equal(refused.status, 503, refused.text);
    assert.deepEqual((refused.body as { not_stored: number[] }).not_stored, [1]);
    await db.write.deleteFrom('packed_readings').where('device_id', '=', device_id).execute();
    const { body, text } = await gateway.send(desk.server, batch);
    const { stored, repeated } = body as { stored: number; repeated: number };
    assert.deepEqual([stored, repeated], [1, 2], text);
  });

  it('are stored once, however many copies come at the same moment, and whenever again', async () => {
    const sizes = fc.array(fc.constantFrom(...Object.keys(ways)), { minLength: 1, maxLength: 8 });
    const copies = fc.integer({ min: 2, max: 6 });
    await fc.assert(
      fc.asyncProperty(sizes, copies, fc.boolean(), async (kinds, count, isDoubleSent) => {
        await desk.signInAnew();
        const board = await newBoard();
        const readings = kinds.map((kind, place) => ({
          water_level_percent: place + 1,
          ...ways[kind]?.(place, desk.server.clock.now),
        }));
        const batch = board.batch(readings);
        const send = async () => {
          const { status, isProven, body, text } = await board.send(desk.server, batch);
          assert.deepEqual([status, isProven], [200, true], text);
          const { stored, repeated } = body as { stored: number; repeated: number };
          assert.equal(stored + repeated, kinds.length, text);
          return stored;
        };
        const first = await Promise.all(Array.from({ length: count }, send));
        desk.server.clock.advance(isDoubleSent ? 300 : 40 * secondMs);
        const again = await Promise.all(Array.from({ length: 2 }, send));
        const sum = [...first, ...again].reduce((total, stored) => total + stored, 0);
        assert.equal(sum, kinds.length);
        const expected = readings.map(({ water_level_percent }) => water_level_percent);
        assert.deepEqual(await levelsOf(desk.device), expected);
      }),
      { numRuns: howMany(6, 15) },
    );
  });

  it('come again where another reading came beside them, and are known by their instants', async () => {
    const board = await newBoard();
    const batch = board.batch([
      { water_level_percent: 30, age_s: 2 },
      { water_level_percent: 31, age_s: 1 },
      { water_level_percent: 32 },
    ]);
    const answers = await Promise.all([
      board.send(desk.server, batch),
      desk.push({ water_level_percent: 90, mac_address: board.mac }),
      board.send(desk.server, batch),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 201, 200],
    );
    desk.server.clock.advance(hourMs);
    const { body } = await board.send(desk.server, batch);
    assert.equal((body as { repeated: number }).repeated, 3);
    assert.deepEqual(await levelsOf(desk.device), [30, 31, 32, 90]);
  });
});

function tagOf(message: string): string {
  return message.slice(message.indexOf('.') + 1, message.indexOf('\n'));
}
