import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/answers.ts';
import { registerDevice } from '../../../test/helpers/devices.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/test-server.ts';
import {
  acknowledgeCommand,
  findPendingCommands,
  insertCommand,
  markDelivered,
} from './queries.ts';

const path = '/api/pump_commands.php';
const dayMs = 24 * 3_600_000;
const missing = [404, 'not_found'];
const conflict = [409, 'command_not_pending'];

type Command = {
  id: number;
  device_id: string;
  status: string;
  delivered_at: string | null;
  acknowledged_at: string | null;
};
type Owner = { token: string; device_id: string };

describeOnBothEngines('pump commands', (engine) => {
  let server: TestServer;
  before(async () => {
    // Tokens that outlive a command.
    server = await startTestServer({ engine, env: { TOKEN_HOURS: '8760' } });
  });
  after(() => server.stop());

  const call = (method: string, action: string, token: string | undefined, query: string) =>
    server.request(method, `${path}?action=${action}${query}`, { token });
  const list = (token: string | undefined, query: string) => call('GET', 'list', token, query);
  const pending = (token: string | undefined, query: string) =>
    call('GET', 'pending', token, query);
  const markExecuted = (token: string | undefined, query: string) =>
    call('PUT', 'mark-executed', token, query);
  const cancel = (token: string | undefined, query: string) =>
    call('DELETE', 'cancel', token, query);
  const send = (token: string | undefined, json: unknown) =>
    server.request('POST', `${path}?action=send`, { token, json });

  const newOwner = async (): Promise<Owner> => {
    const { token } = await registerUser(server);
    return { token, device_id: (await registerDevice(server, token)).id };
  };
  const sent = async ({ token, device_id }: Owner, fields: object = {}) => {
    const json = { device_id, sensor_name: 'roof', command: 'on', ...fields };
    const { status, body, text } = await send(token, json);
    assert.equal(status, 201, text);
    return body as Command;
  };
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
      const { token, device_id } = await newOwner();
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
      const owner = await newOwner();
      for (const command of ['on', 'off', 'auto', 'schedule']) await sent(owner, { command });
      await sent(owner, { turn_on_below: 0, turn_off_above: 100 });
      await sent(owner, { turn_on_below: null, turn_off_above: 0 });
      await sent(owner, { turn_on_below: 100, turn_off_above: null });
    });

    it('names every wrong field', async () => {
      const { token, device_id } = await newOwner();
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
      const owner = await newOwner();
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
      const owner = await newOwner();
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
      const owner = await newOwner();
      for (const command of ['on', 'off', 'schedule']) {
        await sent(owner, { command: 'auto' });
        await sent(owner, { command, turn_on_below: 10, turn_off_above: 20 });
        const [sensor] = await automationOf(owner);
        assert.deepEqual([sensor?.auto_on_below, sensor?.auto_off_above], [null, null]);
      }
      const other = await newOwner();
      await sent(other, { command: 'off' });
      assert.deepEqual(await automationOf(other), []);
    });

    it("answers 404 for another user's device; needs a token", async () => {
      const [{ token }, { device_id }] = [await newOwner(), await newOwner()];
      const order = { device_id, sensor_name: 'roof', command: 'on' };
      assert.deepEqual(failureOf(await send(token, order)), missing);
      assert.equal((await send(undefined, order)).status, 401);
    });
  });

  describe('list', () => {
    it('answers the newest first, page by page', async () => {
      const owner = await newOwner();
      const ids: number[] = [];
      for (let count = 0; count < 5; count++) ids.unshift((await sent(owner)).id);
      await sent(await newOwner());
      const pages: number[][] = [];
      let next: string | undefined = `${path}?action=list&device_id=${owner.device_id}&limit=2`;
      while (next) {
        const answer = await server.request('GET', next, { token: owner.token });
        pages.push(idsOf(answer.body));
        next = nextPage(answer);
      }
      assert.deepEqual(pages, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    });

    it('answers 50 unless told, and 1 to 100', async () => {
      const owner = await newOwner();
      const { token, device_id } = owner;
      for (let count = 0; count < 51; count++) await insertPending(server, owner);
      const lengthOf = async (limit: string) =>
        idsOf((await list(token, `&device_id=${device_id}${limit}`)).body).length;
      assert.equal(await lengthOf(''), 50);
      assert.equal(await lengthOf('&limit=1'), 1);
      assert.equal(await lengthOf('&limit=100'), 51);
      for (const limit of ['0', '101', '2.5', 'abc', '1e999', 'NaN', '']) {
        const answer = await list(token, `&device_id=${device_id}&limit=${limit}`);
        assert.deepEqual(wrongFields(answer), ['limit']);
      }
      assert.deepEqual(wrongFields(await list(token, '&limit=0&before=0')), [
        'before',
        'device_id',
        'limit',
      ]);
    });

    it("answers 404 for another user's device; needs a token", async () => {
      const [{ token }, { device_id }] = [await newOwner(), await newOwner()];
      assert.deepEqual(failureOf(await list(token, `&device_id=${device_id}`)), missing);
      assert.equal((await list(undefined, `&device_id=${device_id}`)).status, 401);
    });
  });

  describe('pending', () => {
    it('answers what waits, oldest first, until it is settled or overdue', async () => {
      const owner = await newOwner();
      const { token, device_id } = owner;
      const commands = [await sent(owner), await sent(owner), await sent(owner), await sent(owner)];
      const [first, second, third, fourth] = commands.map(({ id }) => id);
      const waiting = async () => (await pending(token, `&device_id=${device_id}`)).body;
      assert.deepEqual(await waiting(), commands);
      await cancel(token, `&id=${first}`);
      await markExecuted(token, `&id=${third}`);
      assert.deepEqual(idsOf(await waiting()), [second, fourth]);
      server.clock.advance(dayMs);
      assert.deepEqual(await waiting(), []);
    });

    it("answers 404 for another user's device; needs a device_id and a token", async () => {
      const [{ token }, { device_id }] = [await newOwner(), await newOwner()];
      assert.deepEqual(failureOf(await pending(token, `&device_id=${device_id}`)), missing);
      assert.deepEqual(wrongFields(await pending(token, '')), ['device_id']);
      assert.equal((await pending(undefined, `&device_id=${device_id}`)).status, 401);
    });
  });

  describe('mark-executed', () => {
    it('answers the executed command, and again the same', async () => {
      const owner = await newOwner();
      const command = await sent(owner);
      for (let time = 0; time < 2; time++) {
        const { status, body } = await markExecuted(owner.token, `&id=${command.id}`);
        assert.deepEqual([status, body], [200, { ...command, status: 'executed' }]);
        server.clock.advance(1000);
      }
    });

    it('answers 409 for one that is cancelled or expired', async () => {
      const owner = await newOwner();
      const [cancelled, expired] = [await sent(owner), await sent(owner)];
      await cancel(owner.token, `&id=${cancelled.id}`);
      assert.deepEqual(failureOf(await markExecuted(owner.token, `&id=${cancelled.id}`)), conflict);
      server.clock.advance(dayMs - 1);
      const last = await sent(owner);
      server.clock.advance(1);
      assert.deepEqual(failureOf(await markExecuted(owner.token, `&id=${expired.id}`)), conflict);
      assert.equal((await markExecuted(owner.token, `&id=${last.id}`)).status, 200);
    });

    it("answers 404 for another user's, also once its device is removed", async () => {
      const [owner, stranger] = [await newOwner(), await newOwner()];
      const { id } = await sent(owner);
      assert.deepEqual(failureOf(await markExecuted(stranger.token, `&id=${id}`)), missing);
      assert.deepEqual(failureOf(await markExecuted(owner.token, '&id=999999999')), missing);
      const { token, device_id } = owner;
      await server.request('DELETE', `/api/devices.php?action=remove&id=${device_id}`, { token });
      assert.deepEqual(failureOf(await markExecuted(token, `&id=${id}`)), missing);
      assert.deepEqual(failureOf(await cancel(token, `&id=${id}`)), missing);
    });

    it('needs a whole number of an id, and a token', async () => {
      const { token } = await newOwner();
      for (const query of ['', '&id=', '&id=abc', '&id=0', '&id=1.5', '&id=1e999']) {
        assert.deepEqual(wrongFields(await markExecuted(token, query)), ['id']);
        assert.deepEqual(wrongFields(await cancel(token, query)), ['id']);
      }
      assert.equal((await markExecuted(undefined, '&id=1')).status, 401);
    });
  });

  describe('cancel', () => {
    it('answers the cancelled command once, then 409', async () => {
      const owner = await newOwner();
      const command = await sent(owner);
      const { status, body } = await cancel(owner.token, `&id=${command.id}`);
      assert.deepEqual([status, body], [200, { ...command, status: 'cancelled' }]);
      assert.deepEqual(failureOf(await cancel(owner.token, `&id=${command.id}`)), conflict);
    });

    it('answers 409 for one that is executed or expired', async () => {
      const owner = await newOwner();
      const [executed, expired] = [await sent(owner), await sent(owner)];
      await markExecuted(owner.token, `&id=${executed.id}`);
      assert.deepEqual(failureOf(await cancel(owner.token, `&id=${executed.id}`)), conflict);
      server.clock.advance(dayMs);
      assert.deepEqual(failureOf(await cancel(owner.token, `&id=${expired.id}`)), conflict);
      const { body } = await list(owner.token, `&device_id=${owner.device_id}`);
      assert.deepEqual(
        (body as Command[]).map(({ status }) => status),
        ['expired', 'executed'],
      );
    });

    it('lets one of many that come at once win', async () => {
      const owner = await newOwner();
      const { id } = await sent(owner);
      const answers = await Promise.all(
        [cancel, markExecuted, cancel, markExecuted].map((act) => act(owner.token, `&id=${id}`)),
      );
      const [body] = (await list(owner.token, `&device_id=${owner.device_id}`)).body as Command[];
      const expected = body?.status === 'executed' ? [200, 200, 409, 409] : [200, 409, 409, 409];
      assert.deepEqual(answers.map(({ status }) => status).sort(), expected);
    });

    it("answers 404 for another user's; needs a token", async () => {
      const [owner, stranger] = [await newOwner(), await newOwner()];
      const { id } = await sent(owner);
      assert.deepEqual(failureOf(await cancel(stranger.token, `&id=${id}`)), missing);
      assert.equal((await cancel(undefined, `&id=${id}`)).status, 401);
    });
  });

  describe('what devices do', () => {
    it('is delivered once and acknowledged once', async () => {
      const owner = await newOwner();
      const { token, device_id } = owner;
      const device = Number(device_id);
      const { id } = await sent(owner);
      const { read, write } = server.db;
      const deliveredAt = server.clock.now;
      await markDelivered(write, device, [id], deliveredAt);
      await markDelivered(write, device, [id], deliveredAt + 1000);
      const [waiting] = await findPendingCommands(read, device, deliveredAt);
      assert.equal(waiting?.delivered_at, deliveredAt);
      assert.equal(await acknowledgeCommand(write, device + 1, id, deliveredAt), undefined);
      const acknowledged = await acknowledgeCommand(write, device, id, deliveredAt + 5);
      assert.deepEqual(
        [acknowledged?.status, acknowledged?.acknowledged_at],
        ['executed', deliveredAt + 5],
      );
      assert.equal(await acknowledgeCommand(write, device, id, deliveredAt + 6), undefined);
      const [listed] = (await list(token, `&device_id=${device_id}`)).body as Command[];
      assert.equal(listed?.acknowledged_at, new Date(deliveredAt + 5).toISOString());
      assert.equal((await markExecuted(token, `&id=${id}`)).status, 200);
    });

    it('comes too late for an overdue command', async () => {
      const owner = await newOwner();
      const { id } = await sent(owner);
      const late = server.clock.now + dayMs;
      const acknowledge = (now: number) =>
        acknowledgeCommand(server.db.write, Number(owner.device_id), id, now);
      assert.equal(await acknowledge(late), undefined);
      assert.equal((await acknowledge(late - 1))?.status, 'executed');
    });

    it('is given the oldest hundred of what waits', async () => {
      const owner = await newOwner();
      const ids: number[] = [];
      for (let count = 0; count < 101; count++) ids.push((await insertPending(server, owner)).id);
      const device = Number(owner.device_id);
      const waiting = await findPendingCommands(server.db.read, device, server.clock.now);
      assert.deepEqual(
        waiting.map(({ id }) => id),
        ids.slice(0, 100),
      );
    });
  });
});

function insertPending({ db, clock }: TestServer, { device_id }: Owner) {
  return insertCommand(db.write, {
    device_id: Number(device_id),
    sensor_name: 'roof',
    command: 'on',
    status: 'pending',
    source: 'user',
    created_at: clock.now,
    expires_at: clock.now + dayMs,
  });
}
