import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../../../../test/helpers/water/devices.ts';
import { SigningBoard } from '../../../../test/helpers/water/signing-board.ts';
import { howMany } from '../../../../test/helpers/whole-suite.ts';
import { dayMs, minuteMs } from '../../../kit/time/units.ts';

type Asked = { knock: { count: number; first_at: string; last_at: string; sends: string } | null };

describeOnBothEngines('devices that nobody has registered', (engine) => {
  const server = useTestServer({ engine, isStill: true });

  const ask = async (token: string, mac: string) => {
    const path = `/api/devices.php?action=knock&mac=${encodeURIComponent(mac)}`;
    return await server.request('GET', path, { token });
  };
  const knockOf = async (token: string, mac: string) => {
    const { status, body, text } = await ask(token, mac);
    assert.equal(status, 200, text);
    return (body as Asked).knock;
  };
  const push = async (mac_address: string, more = {}) =>
    (
      await server.request('POST', '/iot_push.php', {
        form: { mac_address, water_level_percent: 50, ...more },
      })
    ).status;
  const iso = () => new Date(server.clock.now).toISOString();

  it('are told of to whoever has their label: how often, since when, and what they show', async () => {
    const { token } = await registerUser(server);
    const mac = randomMac();
    assert.equal(await knockOf(token, mac), null);
    const first_at = iso();
    assert.equal(await push(mac), 404);
    server.clock.advance(minuteMs);
    const poll = await server.request('GET', `/iot_commands.php?mac_address=${mac}&api_key=kd_x`);
    assert.equal(poll.status, 404);
    const door = 'http';
    const knock = { count: 2, first_at, last_at: iso(), sends: 'key', door };
    assert.deepEqual(await knockOf(token, mac.toLowerCase().replaceAll(':', '-')), knock);
    const board = new SigningBoard(mac, 'kd_any');
    assert.equal((await board.send(server, board.push({ water_level_percent: 1 }))).status, 404);
    assert.equal((await knockOf(token, mac))?.sends, 'signature');
    // A push that is refused for what it says has knocked, too.
    assert.equal(await push(mac, { water_level_percent: 'x' }), 400);
    assert.equal((await knockOf(token, mac))?.count, 4);

    await registerDevice(server, token, mac);
    assert.equal(await push(mac), 201);
    assert.equal((await knockOf(token, mac))?.count, 4);
    const stranger = await registerUser(server);
    assert.equal(await knockOf(stranger.token, mac), null);
    server.clock.advance(dayMs);
  });

  it('are forgotten after a day, and leave nothing in the database', async () => {
    const { token } = await registerUser(server);
    const mac = randomMac();
    await push(mac);
    server.clock.advance(dayMs);
    const fresh = await registerUser(server);
    assert.equal(await knockOf(fresh.token, mac), null);
    await push(mac);
    assert.equal((await knockOf(fresh.token, mac))?.count, 1);
    assert.ok(token);
    const rows = await server.db.read.selectFrom('devices').select('identity').execute();
    assert.ok(rows.every(({ identity }) => identity !== mac));
    assert.ok(!server.logged().includes(mac));
  });

  it('cannot be looked for by trying', async () => {
    const { token } = await registerUser(server);
    const tries = Array.from({ length: 61 }, () => ask(token, randomMac()));
    const [refused, ...further] = (await Promise.all(tries)).filter(({ status }) => status !== 200);
    assert.deepEqual(refused && failureOf(refused), [429, 'too_many_requests']);
    assert.equal(further.length, 0);
    const nobody = await server.request('GET', '/api/devices.php?action=knock&mac=AABBCCDDEEFF');
    assert.equal(nobody.status, 401);
    assert.equal((await ask((await registerUser(server)).token, '')).status, 400);
  });

  it('cost nothing, however many there are', async () => {
    const many = howMany(1000, 10_000);
    const { token } = await registerUser(server);
    const mac = randomMac();
    await push(mac);
    for (let done = 0; done < many; done += 100) {
      const some = Array.from({ length: 100 }, () => push(randomMac()));
      assert.ok((await Promise.all(some)).every((status) => status === 404));
    }
    assert.equal((await knockOf(token, mac))?.count, 1);
    const { text } = await server.request('GET', '/metrics');
    const [, known = ''] = /^kisima_unknown_devices (\d+)$/m.exec(text) ?? [];
    assert.ok(Number(known) >= many && Number(known) <= 2 * many, known);
    const [, requests = ''] =
      /kisima_unknown_device_requests_total\{door="http",sends="nothing"\} (\d+)/.exec(text) ?? [];
    assert.ok(Number(requests) >= many && Number(requests) <= 2 * many, requests);
  });
});
