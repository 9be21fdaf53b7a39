import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { shareDevice } from '../../../test/helpers/accounts/sharing.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { openStream, untilOpen } from '../../../test/helpers/http/event-stream.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../../../test/helpers/water/devices.ts';

type Made = { id: number; token: string };

describeOnBothEngines('streams of programs', (engine) => {
  const server = useTestServer({ engine });
  const tokens = '/api/me/tokens';

  const make = async (owner: RegisteredUser, more: object = {}): Promise<Made> => {
    const json = { name: 'Home Assistant', scope: 'read', ...more };
    const answer = await server.request('POST', tokens, { token: owner.token, json });
    assert.equal(answer.status, 201, answer.text);
    return answer.body as Made;
  };
  const push = async (
    { mac_or_serial: mac_address }: DeviceAnswer,
    water_level_percent: number,
  ) => {
    const form = { mac_address, water_level_percent };
    assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
  };
  /** Ids of the devices of the readings until one of `last` comes. */
  const readingsUntil = async (stream: Awaited<ReturnType<typeof openStream>>, last: string) => {
    const seen: string[] = [];
    while (seen.at(-1) !== last) {
      const { type, data } = await stream.next();
      if (type === 'reading') seen.push(String(data['device_id']));
    }
    return seen;
  };

  it('open by their token alone, which people may send, too, and tell of all that their person sees', async () => {
    const [owner, guest] = [await registerUser(server), await registerUser(server)];
    const [own, shared] = [
      await registerDevice(server, guest.token),
      await registerDevice(server, owner.token),
    ];
    const stranger = await registerDevice(server, owner.token);
    const share = {
      token: owner.token,
      device_id: shared.id,
      with: guest,
      role: 'viewer',
    } as const;
    await shareDevice(server, share);
    const { token } = await make(guest);
    for (const bearer of [token, guest.token]) {
      const stream = await openStream(server, bearer, { isByHeader: true });
      for (const device of [stranger, shared, own]) await push(device, 40);
      assert.deepEqual(await readingsUntil(stream, own.id), [shared.id, own.id]);
      stream.hangUp();
      await untilOpen(server, 0);
    }
  });

  it('tell of the devices alone that their token names, also of what was missed', async () => {
    const owner = await registerUser(server);
    const roof = await registerDevice(server, owner.token);
    const yard = await registerDevice(server, owner.token);
    const { token } = await make(owner, { device_ids: [roof.id] });
    const stream = await openStream(server, token, { isByHeader: true });
    const lastEventId = await stream.startId();
    await push(yard, 40);
    await push(roof, 40);
    assert.deepEqual(await readingsUntil(stream, roof.id), [roof.id]);
    const again = await openStream(server, token, { isByHeader: true, lastEventId });
    assert.deepEqual(await readingsUntil(again, roof.id), [roof.id]);
    for (const each of [stream, again]) each.hangUp();
    await untilOpen(server, 0);
  });

  it('give way to the next by the same token and page, and to no other', async () => {
    const owner = await registerUser(server);
    const device = await registerDevice(server, owner.token);
    const [first, second] = [await make(owner), await make(owner)];
    const open = ({ token }: Made) => openStream(server, token, { isByHeader: true, page: 'hall' });
    const [lost, other] = [await open(first), await open(second)];
    const next = await open(first);
    assert.deepEqual(await lost.ended(), []);
    await push(device, 50);
    for (const stream of [next, other]) await readingsUntil(stream, device.id);
    for (const stream of [next, other]) stream.hangUp();
    await untilOpen(server, 0);
  });

  it('end at once when their token is revoked, and no others do', async () => {
    const owner = await registerUser(server);
    const device = await registerDevice(server, owner.token);
    const [revoked, kept] = [await make(owner), await make(owner)];
    const streams = [
      await openStream(server, revoked.token, { isByHeader: true }),
      await openStream(server, kept.token, { isByHeader: true }),
      await openStream(server, owner.token),
    ];
    const { token } = owner;
    assert.equal(
      (await server.request('DELETE', `${tokens}/${revoked.id}`, { token })).status,
      200,
    );
    assert.deepEqual(await streams[0]?.ended(), []);
    await untilOpen(server, 2);
    await push(device, 60);
    for (const stream of streams.slice(1)) await readingsUntil(stream, device.id);
    const again = await server.request('GET', '/api/stream', { token: revoked.token });
    assert.equal(again.status, 401, again.text);
    for (const stream of streams.slice(1)) stream.hangUp();
    await untilOpen(server, 0);
  });

  it('are not open to nobody, and tickets are for people', async () => {
    const owner = await registerUser(server);
    const { token } = await make(owner);
    assert.equal((await server.request('GET', '/api/stream')).status, 401);
    // A ticket that is bad is not made good by a token.
    const bad = await server.request('GET', '/api/stream?ticket=bad', { token });
    assert.equal(bad.status, 401);
    const ticket = await server.request('POST', '/api/stream/tickets', { token });
    assert.deepEqual(failureOf(ticket), [403, 'not_for_programs']);
  });
});
