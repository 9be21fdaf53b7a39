import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newOwner, type Owner } from '../../../test/helpers/accounts/owners.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { type Alert, alertCalls } from '../../../test/helpers/water/alert-calls.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';

const missing = [404, 'not_found'];

describeOnBothEngines('read state of alerts', (engine) => {
  const server = useTestServer({ engine });
  const { call, list, created, insertMany } = alertCalls(server);

  const unreadOf = async ({ token, device_id }: Pick<Owner, 'token' | 'device_id'>) => {
    const { body } = await call('GET', 'unread-count', token, `&device_id=${device_id}`);
    return (body as { unread_count: number }).unread_count;
  };

  const instant = () => new Date(server.clock.now).toISOString();

  describe('unread-count', () => {
    it('counts what is unread', async () => {
      const owner = await newOwner(server);
      assert.equal(await unreadOf(owner), 0);
      const alerts = [await created(owner), await created(owner), await created(owner)];
      assert.equal(await unreadOf(owner), 3);
      await call('PUT', 'mark-read', owner.token, `&id=${alerts[0]?.id}`);
      await call('DELETE', 'delete', owner.token, `&id=${alerts[1]?.id}`);
      assert.equal(await unreadOf(owner), 1);
    });

    it("answers 404 for another user's device; needs a device_id and a token", async () => {
      const [{ token }, { device_id }] = [await newOwner(server), await newOwner(server)];
      const ask = (who: string | undefined, query: string) =>
        call('GET', 'unread-count', who, query);
      assert.deepEqual(failureOf(await ask(token, `&device_id=${device_id}`)), missing);
      assert.deepEqual(wrongFields(await ask(token, '')), ['device_id']);
      assert.equal((await ask(undefined, `&device_id=${device_id}`)).status, 401);
    });
  });

  describe('mark-read', () => {
    const markRead = (token: string | undefined, query: string) =>
      call('PUT', 'mark-read', token, query);

    it('answers the alert, and keeps the first instant when said again', async () => {
      const owner = await newOwner(server);
      const alert = await created(owner);
      server.clock.advance(1000);
      const expected = { ...alert, is_read: true, read_at: instant() };
      for (let time = 0; time < 2; time++) {
        const { status, body } = await markRead(owner.token, `&id=${alert.id}`);
        assert.deepEqual([status, body], [200, expected]);
        server.clock.advance(1000);
      }
      const { body } = await list(owner.token, `&device_id=${owner.device_id}`);
      assert.deepEqual(body, [expected]);
    });

    it("answers 404 for another user's, also once its device is removed", async () => {
      const [owner, stranger] = [await newOwner(server), await newOwner(server)];
      const { id } = await created(owner);
      assert.deepEqual(failureOf(await markRead(stranger.token, `&id=${id}`)), missing);
      assert.equal(await unreadOf(owner), 1);
      const { token, device_id } = owner;
      await server.request('DELETE', `/api/devices.php?action=remove&id=${device_id}`, { token });
      assert.deepEqual(failureOf(await markRead(token, `&id=${id}`)), missing);
      assert.deepEqual(failureOf(await call('DELETE', 'delete', token, `&id=${id}`)), missing);
    });

    it('needs a whole number of an id, and a token', async () => {
      const { token } = await newOwner(server);
      for (const query of ['', '&id=', '&id=abc', '&id=0', '&id=1.5']) {
        assert.deepEqual(wrongFields(await markRead(token, query)), ['id']);
      }
      assert.equal((await markRead(undefined, '&id=1')).status, 401);
    });
  });

  describe('mark-all-read', () => {
    const markAll = (token: string | undefined, query: string) =>
      call('PUT', 'mark-all-read', token, query);

    it('marks what is unread of one device and says how many', async () => {
      const owner = await newOwner(server);
      const { token, device_id } = owner;
      const other = { token, device_id: (await registerDevice(server, token)).id };
      const first = await created(owner);
      await created(owner);
      await created(other);
      await call('PUT', 'mark-read', token, `&id=${first.id}`);
      const readAt = instant();
      server.clock.advance(1000);
      const { status, body } = await markAll(token, `&device_id=${device_id}`);
      assert.deepEqual([status, body], [200, { updated: 1 }]);
      assert.deepEqual([await unreadOf(owner), await unreadOf(other)], [0, 1]);
      const alerts = (await list(token, `&device_id=${device_id}`)).body as Alert[];
      assert.deepEqual(
        alerts.map(({ read_at }) => read_at),
        [instant(), readAt],
      );
      assert.deepEqual((await markAll(token, `&device_id=${device_id}`)).body, { updated: 0 });
    });

    it('marks thousands', async () => {
      const owner = await newOwner(server);
      for (const count of [2000, 4001]) {
        await insertMany(owner, count);
        const { body } = await markAll(owner.token, `&device_id=${owner.device_id}`);
        assert.deepEqual(body, { updated: count });
        assert.equal(await unreadOf(owner), 0);
      }
    });

    it("answers 404 for another user's device; needs a device_id and a token", async () => {
      const [{ token }, { device_id }] = [await newOwner(server), await newOwner(server)];
      assert.deepEqual(failureOf(await markAll(token, `&device_id=${device_id}`)), missing);
      assert.deepEqual(wrongFields(await markAll(token, '')), ['device_id']);
      assert.equal((await markAll(undefined, `&device_id=${device_id}`)).status, 401);
    });
  });

  describe('delete', () => {
    const remove = (token: string | undefined, query: string) =>
      call('DELETE', 'delete', token, query);

    it('deletes once, read or unread', async () => {
      const owner = await newOwner(server);
      const { id } = await created(owner);
      const kept = await created(owner);
      await call('PUT', 'mark-read', owner.token, `&id=${id}`);
      const { status, body } = await remove(owner.token, `&id=${id}`);
      assert.deepEqual([status, body], [200, { id, deleted: true }]);
      assert.deepEqual(failureOf(await remove(owner.token, `&id=${id}`)), missing);
      const left = await list(owner.token, `&device_id=${owner.device_id}`);
      assert.deepEqual(left.body, [kept]);
    });

    it("answers 404 for another user's; needs an id and a token", async () => {
      const [owner, stranger] = [await newOwner(server), await newOwner(server)];
      const { id } = await created(owner);
      assert.deepEqual(failureOf(await remove(stranger.token, `&id=${id}`)), missing);
      assert.deepEqual(wrongFields(await remove(owner.token, '&id=x')), ['id']);
      assert.equal((await remove(undefined, `&id=${id}`)).status, 401);
      assert.equal(await unreadOf(owner), 1);
    });
  });
});
