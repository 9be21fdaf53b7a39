import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../../../test/helpers/server/test-server.ts';
import { holdWaitsOf } from '../../../../../test/helpers/server/test-timers.ts';
import { SigningDevice } from '../../../../../test/helpers/water/signing-client.ts';
import { useSigningDesk } from '../../../../../test/helpers/water/signing-desk.ts';
import { minuteMs, secondMs } from '../../../../kit/time/units.ts';

const away = (why: string) => `kisima_mqtt_turned_away_total{reason="${why}"}`;

for (const protocolVersion of [4, 5] as const) {
  describeOnBothEngines(
    `connections of devices that sign over MQTT ${protocolVersion}`,
    (engine) => {
      const proving = holdWaitsOf(30 * secondMs);
      const { desk, connect, topic, levels, metric, newToken, keyWith, open, newDevice, told } =
        useSigningDesk(engine, protocolVersion, proving.timers);

      it('give nothing to whoever replays how the connection was opened', async () => {
        const device = await newDevice();
        const mine = await open();
        const online = await device.publish(mine, topic('status'), 'online');
        const id = await desk.send({ command: 'on' });
        await mine.next(topic('commands'));
        const will = { topic: topic('status'), payload: 'offline' as unknown as Buffer, qos: 1 };
        const { token } = await newToken();
        const owner = await connect({ username: 'token', password: token, protocolVersion });
        await owner.subscribe(topic('status'));
        const thief = await connect({
          protocolVersion,
          password: 'signed',
          will: { ...will, qos: 1 as const, retain: false },
        });
        await thief.subscribe(topic('commands'), topic('errors'));
        // Here the very last message, which is no replay elsewhere, proves nothing.
        await thief.publish(topic('status'), online);
        const gone = thief.closed();
        thief.client.stream.destroy();
        await gone;
        const second = await open();
        await second.publish(topic('status'), online);
        await device.publish(mine, topic('status'), 'online');
        assert.equal((await owner.next(topic('status'))).payload, 'online');
        const { payload } = await mine.next(topic('commands'));
        assert.equal(device.open(topic('commands'), payload)?.['command_id'], id);
        assert.deepEqual([thief.heard, second.heard, owner.heard], [[], [], []]);
        const before = await metric(away('unproven'));
        const ended = second.closed();
        proving.pass();
        await ended;
        assert.equal(await metric(away('unproven')), before + 1);
        // Its own goes on, and its end is told by the will of it.
        await device.publish(mine, topic('readings'), { water_level_percent: 60 });
        assert.deepEqual(await levels(), [60]);
      });

      it('end none of the device, whatever they call themselves and before they show who they are', async () => {
        const device = await newDevice();
        const clientId = 'board';
        const { token } = await newToken();
        const owner = await connect({ username: 'token', password: token, protocolVersion });
        await owner.subscribe(topic('status'));
        const will = { topic: topic('status'), payload: Buffer.from('offline'), qos: 1 as const };
        const asBoard = { protocolVersion, clientId, password: 'signed' } as const;
        const openAsBoard = () => connect({ ...asBoard, will: { ...will, retain: false } });
        const mine = await openAsBoard();
        await mine.subscribe(topic('commands'));
        await device.publish(mine, topic('status'), 'online');
        const thief = await openAsBoard();
        await thief.subscribe(topic('commands'));
        const id = await desk.send({ command: 'on' });
        const { payload } = await mine.next(topic('commands'));
        assert.equal(device.open(topic('commands'), payload)?.['command_id'], id);
        assert.deepEqual(thief.heard, []);
        // Come back while its former connection still stands, the device is there, whenever that one ends.
        const second = await openAsBoard();
        await device.publish(second, topic('status'), 'online');
        for (const each of [mine, second]) {
          const gone = each.closed();
          each.client.stream.destroy();
          await gone;
        }
        const words = [];
        for (let count = 0; count < 3; count++)
          words.push((await owner.next(topic('status'))).payload);
        assert.deepEqual(words, ['online', 'online', 'offline']);
        assert.deepEqual(owner.heard, []);
      });

      it('tell people the word of a device that signs, and its last will', async () => {
        const device = await newDevice();
        const { token } = await newToken();
        const owner = await connect({ username: 'token', password: token, protocolVersion });
        await owner.subscribe(topic('status'));
        const will = { topic: topic('status'), payload: Buffer.from('offline'), qos: 1 as const };
        const client = await connect({
          protocolVersion,
          password: 'signed',
          will: { ...will, retain: false },
        });
        await device.publish(client, topic('status'), 'online');
        assert.equal((await owner.next(topic('status'))).payload, 'online');
        client.client.stream.destroy();
        assert.equal((await owner.next(topic('status'))).payload, 'offline');
      });

      it('go on with the former key until the new one is used, and commands with them', async () => {
        const device = await newDevice();
        const client = await open();
        await device.publish(client, topic('status'), 'online');
        const former = new SigningDevice(device.key);
        former.counter = device.counter;
        device.key = await keyWith({ rotate: true, overlap_hours: 2 });
        device.counter = 0;
        await former.publish(client, topic('readings'), { water_level_percent: 40 });
        const id = await desk.send({ command: 'off' });
        const { payload } = await client.next(topic('commands'));
        assert.equal(former.open(topic('commands'), payload)?.['command_id'], id);
        desk.server.clock.advance(minuteMs);
        await device.publish(client, topic('readings'), { water_level_percent: 41 });
        const again = await client.next(topic('commands'));
        assert.equal(device.open(topic('commands'), again.payload)?.['command_id'], id);
        await former.publish(client, topic('readings'), { water_level_percent: 42 });
        assert.equal(JSON.parse(await told(client)).code, 'invalid_signature');
        assert.deepEqual(await levels(), [40, 41]);
      });
    },
  );
}
