import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { openStream, untilOpen } from '../../../test/helpers/http/event-stream.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { createTestTimers, type TestTimers } from '../../../test/helpers/server/test-timers.ts';
import { type DeviceAnswer, registerDevice } from '../../../test/helpers/water/devices.ts';

const keptMs = 5 * 60_000;

describeOnBothEngines('a stream that goes on', (engine) => {
  let server: TestServer;
  let timers: TestTimers;
  before(async () => {
    timers = createTestTimers();
    server = await startTestServer({ engine, timers });
  });
  after(() => server.stop());

  const newOwner = async () => {
    const { token } = await registerUser(server);
    return { token, device: await registerDevice(server, token) };
  };
  const push = async ({ mac_or_serial }: DeviceAnswer, level: number) => {
    const form = { mac_address: mac_or_serial, water_level_percent: level };
    const { status, text } = await server.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201, text);
  };

  /** Opens a stream, sees one reading, hangs up, and misses two more. */
  const missTwo = async () => {
    const { token, device } = await newOwner();
    const stream = await openStream(server, token);
    await push(device, 50);
    const [, seen] = await stream.take(2);
    stream.hangUp();
    await untilOpen(server, 0);
    await push(device, 51);
    await push(device, 52);
    return { token, device, lastEventId: seen?.id ?? '' };
  };

  it('begins with what was missed, and misses nothing after that', async () => {
    const { token, device, lastEventId } = await missTwo();
    const stream = await openStream(server, token, { lastEventId });
    await push(device, 53);
    const events = await stream.take(3);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data['level']]),
      [
        ['reading', 51],
        ['reading', 52],
        ['reading', 53],
      ],
    );
    assert.equal(new Set(events.map(({ id }) => id)).size, 3);
    stream.hangUp();
    await untilOpen(server, 0);
  });

  it('does so by the header too, which is newer than the address', async () => {
    const { token, lastEventId } = await missTwo();
    const headers = { 'last-event-id': lastEventId };
    const stream = await openStream(server, token, { lastEventId: 'old', headers });
    assert.deepEqual((await stream.next()).data['level'], 51);
    stream.hangUp();
    await untilOpen(server, 0);
  });

  it('goes on from the id of its start where it told of nothing', async () => {
    const { token, device } = await newOwner();
    const stream = await openStream(server, token);
    const lastEventId = await stream.startId();
    stream.hangUp();
    await untilOpen(server, 0);
    await push(device, 50);
    const again = await openStream(server, token, { lastEventId });
    assert.deepEqual(
      (await again.take(2)).map(({ type }) => type),
      ['device', 'reading'],
    );
    again.hangUp();
    await untilOpen(server, 0);
  });

  it('begins with `reset` where nobody knows any more what was missed', async () => {
    const unknown = ['nonsense', 'other-1', '-', '😀', 'x'.repeat(100)];
    const { token, device, lastEventId } = await missTwo();
    const ahead = lastEventId.replace(/\d+$/, (number) => String(Number(number) + 1000));
    for (const id of [...unknown, ahead, `${lastEventId}x`]) {
      const stream = await openStream(server, token, { lastEventId: id });
      await push(device, 60);
      const [reset, reading] = await stream.take(2);
      assert.deepEqual([reset?.type, reset?.data, reading?.type], ['reset', {}, 'reading'], id);
      stream.hangUp();
      await untilOpen(server, 0);
    }
    const tooLong = await server.request('GET', `/api/stream?ticket=x&last_event_id=${unknown}`);
    assert.equal(tooLong.status, 401);
  });

  it('goes on from a `reset` as from any other event', async () => {
    const { token, device } = await newOwner();
    const stream = await openStream(server, token, { lastEventId: 'nonsense' });
    const { id } = await stream.next();
    stream.hangUp();
    await untilOpen(server, 0);
    await push(device, 50);
    const again = await openStream(server, token, { lastEventId: id });
    assert.equal((await again.next()).type, 'device');
    again.hangUp();
    await untilOpen(server, 0);
  });

  it('remembers for five minutes', async () => {
    const [inTime, late] = [await missTwo(), await missTwo()];
    server.clock.advance(keptMs - 1);
    const stream = await openStream(server, inTime.token, inTime);
    assert.equal((await stream.next()).type, 'reading');
    stream.hangUp();
    await untilOpen(server, 0);
    server.clock.advance(1);
    const another = await openStream(server, late.token, late);
    assert.equal((await another.next()).type, 'reset');
    another.hangUp();
    await untilOpen(server, 0);
  });

  it('remembers nothing of what happened while nobody had listened for long', async () => {
    const { token, device, lastEventId } = await missTwo();
    server.clock.advance(keptMs);
    timers.advance(25_000);
    await push(device, 55);
    const stream = await openStream(server, token, { lastEventId });
    assert.equal((await stream.next()).type, 'reset');
    stream.hangUp();
    await untilOpen(server, 0);
  });

  it('tells nothing that was missed of a device that is gone, nor of another owner', async () => {
    const { token, device, lastEventId } = await missTwo();
    const stranger = await missTwo();
    const path = `/api/devices.php?action=remove&id=${device.id}`;
    assert.equal((await server.request('DELETE', path, { token })).status, 200);
    const stream = await openStream(server, token, { lastEventId });
    assert.equal((await stream.next()).type, 'devices');
    stream.hangUp();
    await untilOpen(server, 0);
    // Of what the others missed nothing was theirs to see.
    const { lastEventId: theirs } = stranger;
    const other = await openStream(server, token, { lastEventId: theirs });
    assert.equal((await other.next()).type, 'devices');
    other.hangUp();
    await untilOpen(server, 0);
  });

  it('is told to reload where there is too much to catch up with', async () => {
    const { token, device } = await newOwner();
    const stream = await openStream(server, token);
    const lastEventId = await stream.startId();
    stream.hangUp();
    await untilOpen(server, 0);
    const alert = { device_id: device.id, type: 'maintenance', message: 'x'.repeat(1000) };
    for (let count = 0; count < 90; count++) {
      await server.request('POST', '/api/alerts.php?action=create', { token, json: alert });
    }
    const again = await openStream(server, token, { lastEventId });
    assert.equal((await again.next()).type, 'reset');
    again.hangUp();
    await untilOpen(server, 0);
  });
});
