import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';

type Shown = { id: number; kind: string; resolved_at: string | null } & Record<string, unknown>;

describeOnBothEngines('acknowledging, snoozing and muting', (engine) => {
  const server = useTestServer({ engine });

  const newAlert = async () => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    const json = { device_id: device.id, type: 'maintenance', message: 'Clean the filter.' };
    const made = await server.request('POST', '/api/alerts.php?action=create', { token, json });
    return { token, device, alert: made.body as Shown };
  };
  const put = (token: string | undefined, query: string) =>
    server.request('PUT', `/api/alerts.php?action=${query}`, token ? { token } : {});

  it('notes who took an alert upon himself, once', async () => {
    const { token, alert } = await newAlert();
    const first = await put(token, `acknowledge&id=${alert.id}`);
    assert.equal(first.status, 200);
    const { acknowledged_at, acknowledged_by } = first.body as Shown;
    assert.ok(acknowledged_at && acknowledged_by);
    assert.deepEqual((await put(token, `acknowledge&id=${alert.id}`)).body, first.body);
  });

  it('snoozes for at most 30 days, and not into the past', async () => {
    const { token, alert } = await newAlert();
    const at = (ms: number) => new Date(server.clock.now + ms).toISOString();
    const until = at(30 * dayMs - 60_000);
    const { status, body } = await put(token, `snooze&id=${alert.id}&until=${until}`);
    assert.deepEqual([status, (body as Shown)['snoozed_until']], [200, until]);
    for (const wrong of [at(30 * dayMs + 60_000), at(-60_000), 'tomorrow']) {
      const answer = await put(token, `snooze&id=${alert.id}&until=${wrong}`);
      assert.equal(answer.status, 400, wrong);
    }
  });

  it('snoozes until an instant with any offset, whose plus may come as a blank', async () => {
    const { token, alert } = await newAlert();
    const end = server.clock.now + dayMs;
    const inNairobi = new Date(end + 3 * hourMs).toISOString().slice(0, 19);
    const basic = inNairobi.replaceAll(/[-:]/g, '');
    const ways = ['+03:00', '%2B03:00', '%20+03', '+0300'].map((offset) => inNairobi + offset);
    for (const until of [...ways, `${basic}+0300`, `${basic}%2B03:00`]) {
      const { status, body } = await put(token, `snooze&id=${alert.id}&until=${until}`);
      const snoozed = new Date(Math.floor(end / 1000) * 1000).toISOString();
      assert.deepEqual([status, (body as Shown)['snoozed_until']], [200, snoozed], until);
    }
    for (const until of [inNairobi, `${inNairobi}+3`, '2026-02-30T08:00:00+03:00', '']) {
      const answer = await put(token, `snooze&id=0&until=${until}`);
      assert.deepEqual(wrongFields(answer), ['id', 'until'], until);
    }
  });

  it("answers 404 for another user's alert, and 401 without a token", async () => {
    const { alert } = await newAlert();
    const { token } = await registerUser(server);
    const until = new Date(server.clock.now + dayMs).toISOString();
    for (const query of [`acknowledge&id=${alert.id}`, `snooze&id=${alert.id}&until=${until}`]) {
      assert.equal(failureOf(await put(token, query))[0], 404);
      assert.equal((await put(undefined, query)).status, 401);
    }
  });

  it('raises nothing that is muted, resolves what is open of it, and tells of the battery', async () => {
    const { token, device } = await newAlert();
    const push = (level: number, battery: number) => {
      const form = {
        mac_address: device.mac_or_serial,
        water_level_percent: level,
        battery_percent: battery,
      };
      return server.request('POST', '/iot_push.php', { form });
    };
    const list = async () => {
      const path = `/api/alerts.php?action=list&device_id=${device.id}`;
      const { body } = await server.request('GET', path, { token });
      return (body as Shown[]).map(({ kind, resolved_at }) => [kind, resolved_at !== null]);
    };
    const mute = (muted: string[]) => {
      const json = { device_id: device.id, sensor_name: 'main', muted };
      return server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
    };
    await mute([]);
    await push(5, 8);
    const note = ['note', false];
    const sorted = async () => (await list()).map(String).sort();
    assert.deepEqual(await sorted(), [['battery', false], ['low', false], note].map(String).sort());
    const muted = await mute(['low']);
    assert.deepEqual((muted.body as Shown)['muted'], ['low']);
    await push(5.1, 90);
    assert.deepEqual(await sorted(), [['battery', true], ['low', true], note].map(String).sort());
  });
});
