import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { refuseRows } from '../../../../test/helpers/database/refuse-rows.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { toNote } from '../../incidents/incident-rows.ts';
import { routeIncidents } from './route-incidents.ts';

/** More than a page of them. */
const many = 205;

describeOnBothEngines('incidents that wait for their recipients', (engine) => {
  const server = useTestServer({ engine, timers: createTestTimers() });

  it('are routed though all of the page before them always fail, and one of their own page', async () => {
    const { token } = await registerUser(server);
    const failing = Number((await registerDevice(server, token)).id);
    const other = Number((await registerDevice(server, token)).id);
    const { db, clock } = server;
    const noteOf = (deviceId: number) => {
      const of = { sensorName: null, type: 'sensor', severity: 'warning' } as const;
      return { ...toNote('a note', { deviceId, ...of, now: clock.now }), routed_at: null };
    };
    const notes = [...Array.from({ length: many }, () => noteOf(failing)), noteOf(other)];
    await db.write.insertInto('incidents').values(notes).execute();
    const end = await refuseRows(
      db,
      'incident_recipients',
      sql`new.device_id = ${sql.lit(failing)}`,
    );
    const deps = { db, clock: () => clock.now, hasMail: true, checkSms: async () => {} };
    const route = () => routeIncidents(deps, new AbortController().signal);
    const routedOf = async (deviceId: number) => {
      const { count } = await db.read
        .selectFrom('incidents')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('device_id', '=', deviceId)
        .where('routed_at', 'is not', null)
        .executeTakeFirstOrThrow();
      return count;
    };
    await assert.rejects(route(), /could not be routed/);
    assert.deepEqual([await routedOf(failing), await routedOf(other)], [0, 1]);
    await end();
    await route();
    assert.equal(await routedOf(failing), many);
  });

  it('are routed though the SMS accounts of their people cannot be asked', async () => {
    const { token } = await registerUser(server);
    const deviceId = Number((await registerDevice(server, token)).id);
    const { db, clock } = server;
    const of = { deviceId, sensorName: null, type: 'sensor', severity: 'warning' } as const;
    const note = { ...toNote('a note', { ...of, now: clock.now }), routed_at: null };
    await db.write.insertInto('incidents').values(note).execute();
    const checkSms = async () => {
      throw new Error('no JSON');
    };
    const deps = { db, clock: () => clock.now, hasMail: false, checkSms };
    await assert.rejects(routeIncidents(deps, new AbortController().signal));
    const { routed_at } = await db.read
      .selectFrom('incidents')
      .select('routed_at')
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow();
    assert.equal(routed_at, clock.now);
  });
});
