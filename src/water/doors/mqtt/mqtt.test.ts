import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refuseReadings } from '../../../../test/helpers/database/refuse-rows.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { useMqttDesk } from '../../../../test/helpers/water/mqtt-desk.ts';
import { secondMs } from '../../../kit/time/units.ts';

for (const protocolVersion of [4, 5] as const) {
  describeOnBothEngines(`a device over MQTT ${protocolVersion}`, (engine) => {
    const { desk, connect, topic, levels, metric } = useMqttDesk(engine);
    const open = () => connect({ protocolVersion });
    const toldOf = async (client: Awaited<ReturnType<typeof open>>) =>
      JSON.parse((await client.next(topic('errors'))).payload);

    it('has its reading stored before that is acknowledged', async () => {
      await desk.newDevice();
      const client = await open();
      await client.publish(topic('readings'), { water_level_percent: 61 });
      assert.deepEqual(await levels(), [61]);
      const stored = 'kisima_mqtt_messages_total{branch="readings",outcome="taken"}';
      assert.ok((await metric(stored)) >= 1);
    });

    it('is told of a reading that is refused, which is acknowledged', async () => {
      await desk.newDevice();
      const client = await open();
      assert.deepEqual(await client.subscribe(topic('errors')), [1]);
      await client.publish(topic('readings'), { water_level_percent: 400 });
      const told = await toldOf(client);
      assert.equal(told.status, 400);
      assert.equal(told.code, 'invalid_input');
      await client.publish(topic('readings'), 'level: 50');
      assert.equal((await toldOf(client)).code, 'malformed_request');
      await client.publish(topic('readings'), '50');
      assert.equal((await toldOf(client)).code, 'malformed_request');
      await client.publish(topic('acks'), { command_id: 'none' });
      assert.equal((await toldOf(client)).errors[0].field, 'command_id');
      await client.publish(topic('acks'), { command_id: 4711 });
      assert.equal((await toldOf(client)).status, 404);
      await client.publish(topic('status'), 'sleepy');
      assert.equal((await toldOf(client)).status, 400);
      assert.deepEqual(await levels(), []);
    });

    it('is told of a reading that storage refuses for good, and goes on', async () => {
      await desk.newDevice();
      const client = await open();
      await client.subscribe(topic('errors'));
      const letThrough = await refuseReadings(desk.server.db, 41);
      await client.publish(topic('readings'), { water_level_percent: 41 });
      assert.equal((await toldOf(client)).status, 503);
      const batch = [40, 41, 42].map((level, at) => ({
        water_level_percent: level,
        age_s: 90 - 30 * at,
      }));
      await client.publish(topic('readings'), batch);
      assert.deepEqual((await toldOf(client)).not_stored, [1]);
      await client.publish(topic('readings'), { water_level_percent: 43 });
      await letThrough();
      assert.deepEqual(await levels(), [40, 42, 43]);
    });

    it('is told of fields that were left out, and that its reading was stored', async () => {
      await desk.newDevice();
      const client = await open();
      await client.subscribe(topic('#'));
      await client.publish(topic('readings'), { water_level_percent: 50, latitude: 200 });
      const told = await toldOf(client);
      assert.equal(told.status, 201);
      assert.equal(told.ignored[0].field, 'latitude');
      assert.deepEqual(await levels(), [50]);
    });

    it('sends a batch, as an array or with what goes for all of it', async () => {
      await desk.newDevice();
      const client = await open();
      await client.subscribe(topic('errors'));
      await client.publish(topic('readings'), [
        { water_level_percent: 60, age_s: 600 },
        { water_level_percent: 900, age_s: 300 },
        { water_level_percent: 62, age_s: 0 },
      ]);
      const told = await toldOf(client);
      assert.deepEqual(
        [told.status, told.stored, told.refused, told.results.length, told.results[0].index],
        [200, 2, 1, 1, 1],
      );
      const readings = [{ water_level_percent: 61, boot: 1, seq: 8 }];
      await client.publish(topic('readings'), { boot: 1, seq: 10, every_s: 60, readings });
      assert.deepEqual(await levels(), [60, 61, 62]);
    });

    it('has a reading stored once that comes again', async () => {
      await desk.newDevice();
      const client = await open();
      const recorded_at = new Date(desk.server.clock.now - 60 * secondMs).toISOString();
      const reading = { water_level_percent: 55, recorded_at };
      await client.publish(topic('readings'), reading);
      await client.publish(topic('readings'), reading, { dup: true });
      assert.deepEqual(await levels(), [55]);
    });

    it('gets a command at once, and acknowledges it, once or twice', async () => {
      await desk.newDevice();
      const client = await open();
      await client.subscribe(topic('commands'), topic('errors'));
      await desk.pushed({ water_level_percent: 40 });
      const id = await desk.send({ command: 'on', turn_off_above: 80 });
      const { payload, retain, qos } = await client.next(topic('commands'));
      const command = JSON.parse(payload);
      assert.deepEqual([retain, qos], [false, 1]);
      assert.equal(command.command_id, id);
      assert.equal(command.command, 'on');
      assert.equal(command.turn_off_above, 80);
      assert.ok(command.run_at_most_s > 0);
      await client.publish(topic('acks'), { command_id: id });
      await client.publish(topic('acks'), { command_id: id });
      assert.deepEqual(await desk.poll(), []);
      assert.deepEqual(client.heard, []);
    });

    it('gets what waits when it subscribes, in its own spelling of the MAC', async () => {
      await desk.newDevice();
      const id = await desk.send({ command: 'off' });
      const spelling = desk.device.mac_or_serial.replaceAll(':', '').toLowerCase();
      const client = await connect({ protocolVersion, username: spelling });
      await client.subscribe(`kisima/${spelling}/commands`);
      const { payload } = await client.next(`kisima/${spelling}/commands`);
      assert.equal(JSON.parse(payload).command_id, id);
    });

    it('that sends too fast waits, and loses nothing', async () => {
      await desk.newDevice();
      const client = await open();
      const all = Array.from({ length: 60 }, (_, at) => ({ water_level_percent: 20 + at / 2 }));
      await Promise.all(all.map((reading) => client.publish(topic('readings'), reading)));
      const last = client.publish(topic('readings'), { water_level_percent: 90 });
      // The clock stands still, so that nothing of the allowance comes back by itself.
      desk.server.clock.advance(10 * secondMs);
      await last;
      assert.equal((await levels()).length, 61);
    });

    it('ends at once where its key was changed, or it was removed', async () => {
      await desk.newDevice();
      const client = await open();
      const closed = client.closed();
      const { status } = await desk.call(
        'DELETE',
        `/api/devices.php?action=remove&id=${desk.device.id}`,
      );
      assert.equal(status, 200);
      await closed;
      await assert.rejects(open());
    });
  });
}
