import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../../../test/helpers/server/test-server.ts';
import { SigningBoard } from '../../../../../test/helpers/water/signing-board.ts';
import { SigningDevice } from '../../../../../test/helpers/water/signing-client.ts';
import { useSigningDesk } from '../../../../../test/helpers/water/signing-desk.ts';
import { minuteMs } from '../../../../kit/time/units.ts';

const refusals = (why: string) => `kisima_device_key_refusals_total{reason="${why}"}`;

for (const protocolVersion of [4, 5] as const) {
  describeOnBothEngines(`messages signed over MQTT ${protocolVersion}`, (engine) => {
    const { desk, topic, levels, metric, open, newDevice, told, errorTo } = useSigningDesk(
      engine,
      protocolVersion,
    );
    const seenAt = async () => {
      const { body } = await desk.call('GET', '/api/devices.php?action=list');
      const all = body as { id: string; last_seen_at: string | null }[];
      return all.find(({ id }) => id === desk.device.id)?.last_seen_at;
    };

    it('are taken of a device that must sign, which executes a sealed command', async () => {
      const device = await newDevice();
      const client = await open();
      await device.publish(client, topic('status'), 'online');
      await device.publish(client, topic('readings'), { water_level_percent: 41 });
      await device.publish(client, topic('readings'), [
        { water_level_percent: 42, recorded_at: new Date(desk.server.clock.now - 1000) },
        { water_level_percent: 400 },
      ]);
      assert.equal((await errorTo(device, client))['refused'], 1);
      assert.deepEqual((await levels()).sort(), [41, 42]);
      const id = await desk.send({ command: 'on', turn_off_above: 80 });
      const { payload } = await client.next(topic('commands'));
      const command = device.open(topic('commands'), payload);
      assert.deepEqual([command?.['command_id'], command?.['turn_off_above']], [id, 80]);
      await device.publish(client, topic('acks'), { command_id: id });
      assert.deepEqual(client.heard, []);
      const { body } = await desk.call('GET', `/api/tanks?device_id=${desk.device.id}`);
      const [{ key }] = body as [{ key: Record<string, unknown> }];
      assert.equal(typeof key['last_signed_at'], 'string');
    });

    it('seal a command for the last message alone, and so again after each', async () => {
      const device = await newDevice();
      const client = await open();
      await device.publish(client, topic('status'), 'online');
      const before = device.last;
      const id = await desk.send({ command: 'on' });
      const { payload: first } = await client.next(topic('commands'));
      assert.equal(device.open(topic('commands'), first)?.['command_id'], id);
      await device.publish(client, topic('readings'), { water_level_percent: 50 });
      const { payload: second } = await client.next(topic('commands'));
      assert.equal(device.open(topic('commands'), second)?.['command_id'], id);
      // Held back on its way, or sent again by a false broker, the first one is worth nothing by now.
      assert.equal(device.open(topic('commands'), first), undefined);
      assert.ok(device.open(topic('commands'), first, before));
      // Nor is what came on one topic good on another.
      assert.equal(device.open(topic('errors'), second), undefined);
      // Of two that wait, the other one comes again once the first is acknowledged.
      const [off] = [await desk.send({ command: 'off', sensor_name: 'second' })];
      await client.next(topic('commands'));
      await device.publish(client, topic('acks'), { command_id: id });
      const { payload: third } = await client.next(topic('commands'));
      assert.equal(device.open(topic('commands'), third)?.['command_id'], off);
    });

    it('are refused when they are replayed, on each branch, with the counter to go on from', async () => {
      const device = await newDevice();
      const client = await open();
      const before = await metric(refusals('replayed'));
      const old: [string, string][] = [];
      for (const [branch, said] of [
        ['readings', { water_level_percent: 40 }],
        ['status', 'online'],
        ['acks', { command_id: await desk.send({ command: 'off' }) }],
      ] as const) {
        if (branch === 'acks') await client.next(topic('commands'));
        old.push([topic(branch), await device.publish(client, topic(branch), said)]);
      }
      await device.publish(client, topic('readings'), [{ water_level_percent: 45 }]);
      const seen = await seenAt();
      desk.server.clock.advance(minuteMs);
      for (const [at, payload] of old) {
        await client.publish(at, payload);
        const came = await told(client);
        const tag = payload.slice(payload.indexOf('.') + 1, payload.indexOf('\n'));
        const error = device.open(topic('errors'), came, tag);
        assert.deepEqual([error?.['status'], error?.['code']], [409, 'counter_used']);
        assert.equal(error?.['last_counter'], device.counter);
      }
      assert.equal(await metric(refusals('replayed')), before + old.length);
      assert.deepEqual(await levels(), [40, 45]);
      assert.equal(await seenAt(), seen);
      // A device that has lost its count goes on from there.
      device.counter = 1;
      await device.publish(client, topic('readings'), { water_level_percent: 46 });
      device.counter = Number((await errorTo(device, client))['last_counter']);
      await device.publish(client, topic('readings'), { water_level_percent: 47 });
      assert.deepEqual(await levels(), [40, 45, 47]);
    });

    it('seal a command anew after a reading that is refused, which has taken its counter', async () => {
      const device = await newDevice();
      const client = await open();
      await device.publish(client, topic('status'), 'online');
      const id = await desk.send({ command: 'on' });
      await client.next(topic('commands'));
      await device.publish(client, topic('readings'), { water_level_percent: 400 });
      assert.equal((await errorTo(device, client))['status'], 400);
      const { payload } = await client.next(topic('commands'));
      assert.equal(device.open(topic('commands'), payload)?.['command_id'], id);
    });

    it('are stored once when the last one comes again, however much later', async () => {
      const device = await newDevice();
      const client = await open();
      for (const said of [{ water_level_percent: 40 }, [{ water_level_percent: 41, age_s: 5 }]]) {
        const sent = await device.publish(client, topic('readings'), said);
        const seen = await seenAt();
        desk.server.clock.advance(10 * minuteMs);
        await client.publish(topic('readings'), sent);
        assert.equal(await seenAt(), seen);
      }
      assert.deepEqual(await levels(), [40, 41]);
      assert.deepEqual(client.heard, []);
    });

    it('are refused, and answered unsealed, where anything of them was changed', async () => {
      const device = await newDevice();
      const client = await open();
      const sent = device.sign(topic('readings'), { water_level_percent: 40 });
      const spelt = `kisima/${desk.device.mac_or_serial.replaceAll(':', '')}/readings`;
      const other = new SigningDevice('kd_of-another-device');
      const forged: [string, string, string?][] = [
        [topic('readings'), sent.replace('40}', '41}')],
        [topic('readings'), `9${sent}`],
        [topic('readings'), sent.replace('\n', '\n ')],
        [topic('readings'), other.sign(topic('readings'), { water_level_percent: 40 })],
        // Moved to another topic, also to the same one in another spelling.
        [topic('status'), device.sign(topic('acks'), 'online')],
        [spelt, device.sign(topic('readings'), { water_level_percent: 40 })],
      ];
      for (const [at, payload] of forged) {
        await client.publish(at, payload);
        if (at === spelt) continue;
        assert.equal(JSON.parse(await told(client)).code, 'invalid_signature', payload);
      }
      // Without any, also by whoever has the key in the payload.
      for (const said of [
        { water_level_percent: 40 },
        { water_level_percent: 40, api_key: device.key },
      ]) {
        await client.publish(topic('readings'), said);
        assert.equal(JSON.parse(await told(client)).code, 'signature_required');
      }
      await client.publish(topic('status'), 'online');
      assert.equal(JSON.parse(await told(client)).code, 'signature_required');
      for (const line of ['', '1', '1.ab', `0.${'a'.repeat(64)}`, `1.${'a'.repeat(65)}`]) {
        await client.publish(topic('readings'), `${line}\n{"water_level_percent": 40`);
        assert.equal(JSON.parse(await told(client)).code, 'malformed_request');
      }
      assert.deepEqual(await levels(), []);
    });

    it('are over the bytes that were sent, whatever ends the line of the signature and stands before it', async () => {
      const device = await newDevice();
      const client = await open();
      const mark = '\uFEFF';
      const heads = [
        (sent: string) => sent.replace('\n', '\r\n'),
        (sent: string) => `${mark}${sent}`,
        (sent: string) => `${mark}${sent.replace('\n', '\r\n')}`,
      ];
      for (const [place, written] of heads.entries()) {
        const said = `${place === 0 ? mark : ''}{"water_level_percent": ${60 + place}}\r\n`;
        await client.publish(topic('readings'), written(device.sign(topic('readings'), said)));
        desk.server.clock.advance(minuteMs);
      }
      // An octet that is no UTF-8 is another one than that by which it is replaced as text.
      const latin = Buffer.from('{"water_level_percent": 70, "note": "\xe9"}', 'latin1');
      await client.client.publishAsync(
        topic('readings'),
        device.signBytes(topic('readings'), latin),
        {
          qos: 1,
        },
      );
      desk.server.clock.advance(minuteMs);
      const replaced = device.sign(topic('readings'), String(latin));
      const bytes = Buffer.concat([
        Buffer.from(replaced.slice(0, replaced.indexOf('\n') + 1)),
        latin,
      ]);
      await client.client.publishAsync(topic('readings'), bytes, { qos: 1 });
      assert.equal(JSON.parse(await told(client)).code, 'invalid_signature');
      assert.deepEqual(await levels(), [60, 61, 62, 70]);
    });

    it('are taken of any device that wants to, and beside those over HTTP', async () => {
      for (const fields of [{}, { required: true }]) {
        const device = await newDevice(fields);
        const client = await open();
        await device.publish(client, topic('status'), 'online');
        await device.publish(client, topic('readings'), { water_level_percent: 51 });
        // One count for all doors.
        const board = new SigningBoard(desk.device.mac_or_serial, device.key);
        board.counter = device.counter;
        const push = board.push({ water_level_percent: 52 });
        assert.equal((await board.send(desk.server, push)).status, 201);
        await device.publish(client, topic('readings'), { water_level_percent: 53 });
        assert.equal((await errorTo(device, client))['last_counter'], device.counter);
        await device.publish(client, topic('readings'), { water_level_percent: 54 });
        assert.deepEqual(await levels(), [51, 52, 54]);
        const { status } = await board.send(desk.server, push);
        assert.equal(status, 409);
      }
    });
  });
}
