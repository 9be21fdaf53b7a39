import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newOwner } from '../../../test/helpers/accounts/owners.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { type Alert, alertCalls, alertsPath } from '../../../test/helpers/water/alert-calls.ts';
import { alertTypes } from '../fields.ts';

const missing = [404, 'not_found'];

describeOnBothEngines('alerts', (engine) => {
  const server = useTestServer({ engine });
  const { list, create, created, insertMany } = alertCalls(server);

  const idsOf = (body: unknown) => (body as Alert[]).map(({ id }) => id);
  const instant = () => new Date(server.clock.now).toISOString();

  describe('create', () => {
    it('answers 201 with the whole alert', async () => {
      const { token, device_id } = await newOwner(server);
      const plain = await create(token, { device_id, type: 'maintenance', message: 'Clean me' });
      assert.equal(plain.status, 201);
      const { id } = plain.body as Alert;
      assert.ok(Number.isInteger(id));
      const expected = {
        id,
        device_id,
        sensor_name: null,
        type: 'maintenance',
        severity: 'info',
        message: 'Clean me',
        is_read: false,
        read_at: null,
        source: 'user',
        created_at: instant(),
        kind: 'note',
        facts: { text: 'Clean me' },
        raised_at: instant(),
        resolved_at: null,
        acknowledged_at: null,
        acknowledged_by: null,
        snoozed_until: null,
      };
      assert.deepEqual(plain.body, expected);
      const rest = { severity: 'critical', sensor_name: 'roof', message: 'Mistari\r\nmiwili\t💧' };
      const full = await create(token, { device_id, type: 'maintenance', ...rest });
      const facts = { text: rest.message };
      assert.deepEqual(full.body, { ...expected, ...rest, facts, id: (full.body as Alert).id });
    });

    it('takes every type and severity, and null for what is optional', async () => {
      const owner = await newOwner(server);
      for (const type of alertTypes) await created(owner, { type });
      for (const severity of ['critical', 'warning', 'info']) {
        assert.equal((await created(owner, { severity })).severity, severity);
      }
      const nulls = await created(owner, { severity: null, sensor_name: null });
      assert.equal(nulls.severity, 'info');
    });

    it('takes messages of 1 to 1000 characters', async () => {
      const owner = await newOwner(server);
      for (const message of ['x', '💧'.repeat(1000)]) await created(owner, { message });
      for (const message of ['', ' \n', '💧'.repeat(1001), 'a\u0000b', 'a\u001bb', 5, null]) {
        const answer = await create(owner.token, {
          device_id: owner.device_id,
          type: 'low',
          message,
        });
        assert.deepEqual(wrongFields(answer), ['message']);
      }
    });

    it('names every wrong field', async () => {
      const { token } = await newOwner(server);
      assert.deepEqual(wrongFields(await create(token, {})), ['device_id', 'message', 'type']);
      const wrong = {
        device_id: 5,
        type: 'flood',
        severity: 'bad',
        message: [],
        sensor_name: 'a\nb',
      };
      assert.deepEqual(wrongFields(await create(token, wrong)), Object.keys(wrong).sort());
    });

    it("answers 404 for another user's device; needs a token", async () => {
      const [{ token }, { device_id }] = [await newOwner(server), await newOwner(server)];
      const alert = { device_id, type: 'low', message: 'Low' };
      assert.deepEqual(failureOf(await create(token, alert)), missing);
      assert.equal((await create(undefined, alert)).status, 401);
    });
  });

  describe('list', () => {
    it('answers the newest first, page by page', async () => {
      const owner = await newOwner(server);
      const ids: number[] = [];
      for (let count = 0; count < 5; count++) ids.unshift((await created(owner)).id);
      await created(await newOwner(server));
      const pages: number[][] = [];
      let next: string | undefined =
        `${alertsPath}?action=list&device_id=${owner.device_id}&limit=2`;
      while (next) {
        const answer = await server.request('GET', next, { token: owner.token });
        pages.push(idsOf(answer.body));
        next = nextPage(answer);
      }
      assert.deepEqual(pages, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    });

    it('filters by severity, also from page to page', async () => {
      const owner = await newOwner(server);
      const { token, device_id } = owner;
      const info = await created(owner);
      const critical = [
        await created(owner, { severity: 'critical' }),
        await created(owner, { severity: 'critical' }),
      ];
      await created(owner, { severity: 'warning' });
      const of = (severity: string) => list(token, `&device_id=${device_id}&severity=${severity}`);
      assert.deepEqual((await of('info')).body, [info]);
      assert.deepEqual((await of('critical')).body, critical.toReversed());
      const page = await list(token, `&device_id=${device_id}&severity=critical&limit=1`);
      const next = nextPage(page);
      assert.ok(next);
      assert.deepEqual((await server.request('GET', next, { token })).body, [critical[0]]);
      for (const severity of ['bad', ''])
        assert.deepEqual(wrongFields(await of(severity)), ['severity']);
    });

    it('answers 50 unless told, and 1 to 500', async () => {
      const owner = await newOwner(server);
      const { token, device_id } = owner;
      await insertMany(owner, 501);
      const lengthOf = async (limit: string) =>
        idsOf((await list(token, `&device_id=${device_id}${limit}`)).body).length;
      assert.equal(await lengthOf(''), 50);
      assert.equal(await lengthOf('&limit=1'), 1);
      assert.equal(await lengthOf('&limit=500'), 500);
      for (const limit of ['0', '501', '2.5', 'abc', '1e999', '']) {
        const answer = await list(token, `&device_id=${device_id}&limit=${limit}`);
        assert.deepEqual(wrongFields(answer), ['limit']);
      }
      assert.deepEqual(wrongFields(await list(token, '&limit=0&before=x&severity=1')), [
        'before',
        'device_id',
        'limit',
        'severity',
      ]);
    });

    it("answers 404 for another user's device; needs a token", async () => {
      const [{ token }, { device_id }] = [await newOwner(server), await newOwner(server)];
      assert.deepEqual(failureOf(await list(token, `&device_id=${device_id}`)), missing);
      assert.equal((await list(undefined, `&device_id=${device_id}`)).status, 401);
    });
  });
});
