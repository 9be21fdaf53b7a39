import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { newOwner, type Owner } from '../../../test/helpers/accounts/owners.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { type Command, pumpCommandCalls } from '../../../test/helpers/water/pump-command-calls.ts';

const missing = [404, 'not_found'];

describeOnBothEngines('sending pump commands', (engine) => {
  const server = useTestServer({ engine });
  const { list, send, sent } = pumpCommandCalls(server);

  const idsOf = (body: unknown) => (body as Command[]).map(({ id }) => id);
  const instant = () => new Date(server.clock.now).toISOString();
  const automationOf = async ({ device_id }: Owner) =>
    await server.db.read
      .selectFrom('sensors')
      .select(['sensor_no', 'name', 'auto_on_below', 'auto_off_above'])
      .where('device_id', '=', Number(device_id))
      .orderBy('sensor_no')
      .execute();

  describe('send', () => {
    it('answers 201 with the whole command', async () => {
      const { token, device_id } = await newOwner(server);
      const sensor_name = 'roof';
      const plain = await send(token, { device_id, sensor_name, command: 'on' });
      assert.equal(plain.status, 201);
      const { id } = plain.body as Command;
      assert.ok(Number.isInteger(id));
      const expected = {
        id,
        device_id,
        sensor_name,
        command: 'on',
        turn_on_below: null,
        turn_off_above: null,
        status: 'pending',
        source: 'user',
        created_at: instant(),
        delivered_at: null,
        acknowledged_at: null,
      };
      assert.deepEqual(plain.body, expected);
      const levels = { turn_on_below: 25.5, turn_off_above: 80 };
      const full = await send(token, { device_id, sensor_name, command: 'schedule', ...levels });
      const command = {
        ...expected,
        ...levels,
        command: 'schedule',
        id: (full.body as Command).id,
      };
      assert.deepEqual(full.body, command);
    });

    it('takes every word, and levels from 0 to 100 in order', async () => {
      const owner = await newOwner(server);
      for (const command of ['on', 'off', 'auto', 'schedule']) await sent(owner, { command });
      await sent(owner, { turn_on_below: 0, turn_off_above: 100 });
      await sent(owner, { turn_on_below: null, turn_off_above: 0 });
      await sent(owner, { turn_on_below: 100, turn_off_above: null });
    });

    it('names every wrong field', async () => {
      const { token, device_id } = await newOwner(server);
      const all = ['command', 'device_id', 'sensor_name', 'turn_off_above', 'turn_on_below'];
      const wrong = [
        {
          device_id: 1,
          sensor_name: '',
          command: 'On',
          turn_on_below: -0.1,
          turn_off_above: 100.1,
        },
        {
          device_id: '',
          sensor_name: 'a\nb',
          command: '',
          turn_on_below: '5',
          turn_off_above: '6',
        },
      ];
      for (const json of wrong) assert.deepEqual(wrongFields(await send(token, json)), all);
      assert.deepEqual(wrongFields(await send(token, {})), ['command', 'device_id', 'sensor_name']);
      const order = { device_id, sensor_name: 'roof', command: 'on' };
      for (const turn_on_below of [50, 50.5, 100]) {
        const answer = await send(token, { ...order, turn_on_below, turn_off_above: 50 });
        assert.deepEqual(wrongFields(answer), ['turn_on_below']);
      }
      assert.deepEqual((await list(token, `&device_id=${device_id}`)).body, []);
    });

    it('lets the server steer the pump by the given levels after auto', async () => {
      const owner = await newOwner(server);
      await sent(owner, { command: 'auto', turn_on_below: 30, turn_off_above: 70 });
      const levels = { auto_on_below: 30, auto_off_above: 70 };
      assert.deepEqual(await automationOf(owner), [{ sensor_no: 1, name: 'roof', ...levels }]);
      await sent(owner, { command: 'auto', sensor_name: 'ground' });
      assert.deepEqual((await automationOf(owner))[1], {
        sensor_no: 2,
        name: 'ground',
        auto_on_below: 20,
        auto_off_above: 90,
      });
    });

    it("takes the sensor's thresholds for levels that auto leaves out", async () => {
      const owner = await newOwner(server);
      const { token, device_id } = owner;
      await server.request('POST', '/api/sensor_configs.php?action=save', {
        token,
        json: { device_id, sensor_name: 'roof', low_threshold: 35, high_threshold: 75 },
      });
      const steered = async (fields: object) => {
        const { id } = await sent(owner, { command: 'auto', ...fields });
        const { body } = await list(token, `&device_id=${device_id}&limit=1`);
        assert.deepEqual(idsOf(body), [id]);
        const [sensor] = await automationOf(owner);
        return [sensor?.auto_on_below, sensor?.auto_off_above];
      };
      assert.deepEqual(await steered({}), [35, 75]);
      assert.deepEqual(await steered({ turn_on_below: 60 }), [60, 75]);
      assert.deepEqual(await steered({ turn_off_above: 40 }), [35, 40]);
      const order = { device_id, sensor_name: 'roof', command: 'auto' };
      const tooHigh = await send(token, { ...order, turn_on_below: 75 });
      assert.deepEqual(wrongFields(tooHigh), ['turn_on_below']);
      const tooLow = await send(token, { ...order, turn_off_above: 35 });
      assert.deepEqual(wrongFields(tooLow), ['turn_off_above']);
    });

    it('ends the steering with any other word', async () => {
      const owner = await newOwner(server);
      for (const command of ['on', 'off', 'schedule']) {
        await sent(owner, { command: 'auto' });
        await sent(owner, { command, turn_on_below: 10, turn_off_above: 20 });
        const [sensor] = await automationOf(owner);
        assert.deepEqual([sensor?.auto_on_below, sensor?.auto_off_above], [null, null]);
      }
      const other = await newOwner(server);
      await sent(other, { command: 'off' });
      assert.deepEqual(await automationOf(other), []);
    });

    it('is minded by the very next push', async () => {
      const { token } = await registerUser(server);
      const { id: device_id, mac_or_serial } = await registerDevice(server, token);
      const push = async (level: number) => {
        const form = {
          mac_address: mac_or_serial,
          water_level_percent: level,
          sensor_name: 'roof',
        };
        assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
        const { body } = await list(token, `&device_id=${device_id}`);
        return (body as Command[]).map(({ command, source }) => `${command} by ${source}`);
      };
      assert.deepEqual(await push(10), []);
      await sent({ token, device_id }, { command: 'auto' });
      assert.deepEqual(await push(9.5), ['on by auto', 'auto by user']);
      await sent({ token, device_id }, { command: 'off' });
      assert.deepEqual((await push(5)).slice(0, 1), ['off by user']);
    });

    it("answers 404 for another user's device; needs a token", async () => {
      const [{ token }, { device_id }] = [await newOwner(server), await newOwner(server)];
      const order = { device_id, sensor_name: 'roof', command: 'on' };
      assert.deepEqual(failureOf(await send(token, order)), missing);
      assert.equal((await send(undefined, order)).status, 401);
    });
  });
});
