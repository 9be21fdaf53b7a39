import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newOwner } from '../../../test/helpers/accounts/owners.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { type Command, pumpCommandCalls } from '../../../test/helpers/water/pump-command-calls.ts';
import { dayMs } from '../../kit/time/units.ts';

const missing = [404, 'not_found'];
const conflict = [409, 'command_not_pending'];

describeOnBothEngines('changing pump commands', (engine) => {
  // Tokens that outlive a command.
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });
  const { list, markExecuted, cancel, sent } = pumpCommandCalls(server);

  describe('mark-executed', () => {
    it('answers the executed command, and again the same', async () => {
      const owner = await newOwner(server);
      const command = await sent(owner);
      for (let time = 0; time < 2; time++) {
        const { status, body } = await markExecuted(owner.token, `&id=${command.id}`);
        assert.deepEqual([status, body], [200, { ...command, status: 'executed' }]);
        server.clock.advance(1000);
      }
    });

    it('answers 409 for one that is cancelled or expired', async () => {
      const owner = await newOwner(server);
      const cancelled = await sent(owner);
      const expired = await sent(owner, { sensor_name: 'ground' });
      await cancel(owner.token, `&id=${cancelled.id}`);
      assert.deepEqual(failureOf(await markExecuted(owner.token, `&id=${cancelled.id}`)), conflict);
      server.clock.advance(dayMs - 1);
      const last = await sent(owner);
      server.clock.advance(1);
      assert.deepEqual(failureOf(await markExecuted(owner.token, `&id=${expired.id}`)), conflict);
      assert.equal((await markExecuted(owner.token, `&id=${last.id}`)).status, 200);
    });

    it("answers 404 for another user's, also once its device is removed", async () => {
      const [owner, stranger] = [await newOwner(server), await newOwner(server)];
      const { id } = await sent(owner);
      assert.deepEqual(failureOf(await markExecuted(stranger.token, `&id=${id}`)), missing);
      assert.deepEqual(failureOf(await markExecuted(owner.token, '&id=999999999')), missing);
      const { token, device_id } = owner;
      await server.request('DELETE', `/api/devices.php?action=remove&id=${device_id}`, { token });
      assert.deepEqual(failureOf(await markExecuted(token, `&id=${id}`)), missing);
      assert.deepEqual(failureOf(await cancel(token, `&id=${id}`)), missing);
    });

    it('needs a whole number of an id, and a token', async () => {
      const { token } = await newOwner(server);
      for (const query of ['', '&id=', '&id=abc', '&id=0', '&id=1.5', '&id=1e999']) {
        assert.deepEqual(wrongFields(await markExecuted(token, query)), ['id']);
        assert.deepEqual(wrongFields(await cancel(token, query)), ['id']);
      }
      assert.equal((await markExecuted(undefined, '&id=1')).status, 401);
    });
  });

  describe('cancel', () => {
    it('answers the cancelled command once, then 409', async () => {
      const owner = await newOwner(server);
      const command = await sent(owner);
      const { status, body } = await cancel(owner.token, `&id=${command.id}`);
      assert.deepEqual([status, body], [200, { ...command, status: 'cancelled' }]);
      assert.deepEqual(failureOf(await cancel(owner.token, `&id=${command.id}`)), conflict);
    });

    it('answers 409 for one that is executed or expired', async () => {
      const owner = await newOwner(server);
      const executed = await sent(owner);
      const expired = await sent(owner, { sensor_name: 'ground' });
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
      const owner = await newOwner(server);
      const { id } = await sent(owner);
      const answers = await Promise.all(
        [cancel, markExecuted, cancel, markExecuted].map((act) => act(owner.token, `&id=${id}`)),
      );
      const [body] = (await list(owner.token, `&device_id=${owner.device_id}`)).body as Command[];
      const expected = body?.status === 'executed' ? [200, 200, 409, 409] : [200, 409, 409, 409];
      assert.deepEqual(answers.map(({ status }) => status).sort(), expected);
    });

    it("answers 404 for another user's; needs a token", async () => {
      const [owner, stranger] = [await newOwner(server), await newOwner(server)];
      const { id } = await sent(owner);
      assert.deepEqual(failureOf(await cancel(stranger.token, `&id=${id}`)), missing);
      assert.equal((await cancel(undefined, `&id=${id}`)).status, 401);
    });
  });
});
