import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { assertDerivedRowsFit } from '../helpers/database/check-stored.ts';
import { openStored } from '../helpers/database/open-stored.ts';
import { readStored } from '../helpers/database/stored-readings.ts';
import { makeStorage, type RunningKisima, startKisima } from '../helpers/server/kisima-process.ts';
import { call, type OwnedDevice, registerOwner } from '../helpers/server/process-client.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';

const kills = 4;
const pushesAtOnce = 30;

type Reading = { sensor_name: string; level_cm: number };

describeOnBothEngines('a sensor that is removed while the server is killed', (engine) => {
  it('is gone or whole, with all that was pushed beside it and after', async () => {
    const storage = await makeStorage(engine);
    const env = { ...storage.env, PUSH_BURST_PER_DEVICE: '1000000' };
    let server = await startKisima(env);
    const { token, devices } = await registerOwner(server.url, 1);
    const [device] = devices as [OwnedDevice];
    const path = `/api/sensors.php?action=remove&device_id=${device.id}&sensor_name=roof`;
    const kept = new Set<number>();
    let mark = 0;

    /** Pushes so many readings at once. @returns those that were acknowledged. */
    const push = async (sensor_name: string): Promise<number[]> => {
      const { url } = server;
      const pushes = Array.from({ length: pushesAtOnce }, async () => {
        mark += 1;
        const level = { water_level_percent: 50, water_level_cm: mark };
        const form = { mac_address: device.mac, sensor_name, ...level };
        return await call(url, 'POST', '/iot_push.php', { form });
      });
      const answers = await Promise.allSettled(pushes);
      const stored = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      return stored
        .filter(({ status }) => status === 201)
        .map(({ body }) => (body as Reading).level_cm);
    };

    for (let kill = 0; kill < kills; kill += 1) {
      const old = new Set(await push('roof'));
      assert.equal(old.size, pushesAtOnce);
      const killed = server;
      const removal = call(killed.url, 'DELETE', path, { token }).then(
        ({ status }) => status,
        () => undefined,
      );
      // Each time a little later: before the answer, with it, and in the purge.
      const [beside] = await Promise.all([push('well'), killAfter(killed, removal, kill)]);
      for (const each of beside) kept.add(each);
      const status = await removal;
      await killed.ended;
      server = await startKisima(env);

      const history = await readingsOf(server, token, device);
      const roof = history.filter(({ sensor_name }) => sensor_name === 'roof');
      const left = roof.filter(({ level_cm }) => old.has(level_cm)).length;
      assert.ok(status === undefined || status === 200);
      if (status === 200) assert.equal(left, 0);
      else assert.ok(left === 0 || left === old.size, `${left} are left`);
      const well = new Set(
        history.flatMap(({ sensor_name, level_cm }) => (sensor_name === 'well' ? level_cm : [])),
      );
      assert.ok(kept.isSubsetOf(well));
      if (left > 0) assert.equal((await call(server.url, 'DELETE', path, { token })).status, 200);
    }
    const after = await push('roof');
    const purged = openStored(storage);
    const waiting = () => purged.db.selectFrom('removed_sensors').select('sensor_no').execute();
    await until(async () => (await waiting()).length === 0);
    await purged.close();
    await server.stop();

    const stored = await readStored(storage);
    assertDerivedRowsFit(stored);
    const marks = stored.readings.map(({ level_cm }) => level_cm ?? -1);
    assert.ok(kept.union(new Set(after)).isSubsetOf(new Set(marks)));
    assert.equal(new Set(stored.readings.map(({ sensor_no }) => sensor_no)).size, 2);
    await storage.remove();
  });
});

async function killAfter(
  server: RunningKisima,
  removal: Promise<unknown>,
  turns: number,
): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.race([removal, setImmediate()]);
  if (turns % 2 === 1) await removal;
  server.kill('SIGKILL');
}

async function readingsOf(
  { url }: RunningKisima,
  token: string,
  { id }: OwnedDevice,
): Promise<Reading[]> {
  const path = `/api/sensors.php?action=history&device_id=${id}`;
  const { status, body, text } = await call(url, 'GET', path, { token });
  assert.equal(status, 200, text);
  return body as Reading[];
}
