import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newOwner, type Owner } from '../../../test/helpers/accounts/owners.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  type TestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import {
  type Command,
  commandsPath,
  pumpCommandCalls,
} from '../../../test/helpers/water/pump-command-calls.ts';
import { dayMs } from '../../kit/time/units.ts';
import {
  acknowledgeCommand,
  findPendingCommands,
  insertCommand,
  markDelivered,
} from './queries.ts';

const missing = [404, 'not_found'];

describeOnBothEngines('pump commands', (engine) => {
  // Tokens that outlive a command.
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });
  const { list, pending, markExecuted, cancel, sent } = pumpCommandCalls(server);

  const idsOf = (body: unknown) => (body as Command[]).map(({ id }) => id);

  describe('list', () => {
    it('answers the newest first, page by page', async () => {
      const owner = await newOwner(server);
      const ids: number[] = [];
      for (let count = 0; count < 5; count++) ids.unshift((await sent(owner)).id);
      await sent(await newOwner(server));
      const pages: number[][] = [];
      let next: string | undefined =
        `${commandsPath}?action=list&device_id=${owner.device_id}&limit=2`;
      while (next) {
        const answer = await server.request('GET', next, { token: owner.token });
        pages.push(idsOf(answer.body));
        next = nextPage(answer);
      }
      assert.deepEqual(pages, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    });

    it('answers 50 unless told, and 1 to 100', async () => {
      const owner = await newOwner(server);
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
      const [{ token }, { device_id }] = [await newOwner(server), await newOwner(server)];
      assert.deepEqual(failureOf(await list(token, `&device_id=${device_id}`)), missing);
      assert.equal((await list(undefined, `&device_id=${device_id}`)).status, 401);
    });
  });

  describe('pending', () => {
    it('answers what waits, oldest first, until it is settled or overdue', async () => {
      const owner = await newOwner(server);
      const { token, device_id } = owner;
      const commands: Command[] = [];
      for (const sensor_name of ['roof', 'ground', 'shed', 'barn']) {
        commands.push(await sent(owner, { sensor_name, command: 'off' }));
      }
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
      const [{ token }, { device_id }] = [await newOwner(server), await newOwner(server)];
      assert.deepEqual(failureOf(await pending(token, `&device_id=${device_id}`)), missing);
      assert.deepEqual(wrongFields(await pending(token, '')), ['device_id']);
      assert.equal((await pending(undefined, `&device_id=${device_id}`)).status, 401);
    });
  });

  describe('what devices do', () => {
    it('is delivered once and acknowledged once', async () => {
      const owner = await newOwner(server);
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
      const owner = await newOwner(server);
      const { id } = await sent(owner, { command: 'off' });
      const late = server.clock.now + dayMs;
      const acknowledge = (now: number) =>
        acknowledgeCommand(server.db.write, Number(owner.device_id), id, now);
      assert.equal(await acknowledge(late), undefined);
      assert.equal((await acknowledge(late - 1))?.status, 'executed');
    });

    it('is given the oldest hundred of what waits', async () => {
      const owner = await newOwner(server);
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
