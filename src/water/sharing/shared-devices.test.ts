import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RegisteredUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, nextPage } from '../../../test/helpers/http/answers.ts';
import { openStream, untilOpen } from '../../../test/helpers/http/event-stream.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { type Share, useSharingDesk } from '../../../test/helpers/water/sharing-desk.ts';
import { putTarget } from '../notifications/queries.ts';
import { recipientsOf } from '../notifications/routing/recipients.ts';

type LogEntry = { action: string; by: string; user: string | null; facts: object };

const missing = [404, 'not_found'];

describeOnBothEngines('devices that are shared', (engine) => {
  const { server, call, devicesOf, join, newOwner } = useSharingDesk(engine);

  it('changes a role at once, and lets everybody leave', async () => {
    const { owner, device } = await newOwner();
    const person = await join(owner, device);
    const { email } = person;
    const change = { device_id: device.id, to: email, role: 'manager' };
    assert.equal((await call(owner.token, 'POST', 'share', change)).status, 200);
    assert.equal((await devicesOf(person))[0]?.role, 'manager');
    const viewer = await join(owner, device, 'viewer');
    const seen = await call(viewer.token, 'GET', 'shares', `&device_id=${device.id}`);
    assert.deepEqual(
      (seen.body as Share[]).map(({ id }) => id),
      [viewer.shareId],
    );
    const left = await call(person.token, 'DELETE', 'unshare', `&id=${person.shareId}`);
    assert.equal(left.status, 200, left.text);
    assert.deepEqual(await devicesOf(person), []);
    assert.deepEqual(
      failureOf(await call(person.token, 'GET', 'location', `&id=${device.id}`)),
      missing,
    );
  });

  it('tells of who may see a device, the owner first', async () => {
    const { owner, device } = await newOwner();
    const viewer = await join(owner, device);
    const manager = await join(owner, device, 'manager');
    const incident = { id: 1, device_id: Number(device.id), kind: 'note', severity: 'warning' };
    const stepsOf = async (hasMail: boolean, severity = 'warning') => {
      const means = { hasMail, now: Date.now() };
      const found = await recipientsOf(server.db.read, [{ ...incident, severity }], means);
      const steps = new Map(found.get(1)?.map(({ userId, step }) => [userId, step]));
      return [owner, manager, viewer].map(({ user }) => steps.get(Number(user.id)));
    };
    assert.deepEqual(await stepsOf(true), [0, 1, 2]);
    // Nobody waits for an owner whom nothing reaches.
    await putTarget(server.db.write, {
      user_id: Number(manager.user.id),
      channel: 'webhook',
      address: 'https://a.example/',
      sealed_secret: null,
      created_at: 0,
    });
    assert.deepEqual(await stepsOf(false), [0, 0, 1]);
    // Nor for one who has switched the severity off on every channel, of all devices or of this one.
    const save = async (person: RegisteredUser, json: object) => {
      const path = '/api/notifications.php?action=save';
      const saved = await server.request('POST', path, { token: person.token, json });
      assert.equal(saved.status, 200, saved.text);
    };
    await save(manager, { channels: { webhook: ['critical'] } });
    assert.deepEqual(await stepsOf(false), [0, 0, 0]);
    assert.deepEqual(await stepsOf(false, 'critical'), [0, 0, 1]);
    const none = { sms: [], email: [], webhook: [], 'web-push': [] };
    await save(owner, { channels: none });
    assert.deepEqual(await stepsOf(true), [0, 0, 1]);
    await save(owner, { device_id: device.id, channels: { email: ['warning'] } });
    assert.deepEqual(await stepsOf(true), [0, 1, 2]);
    await save(manager, { device_id: device.id, channels: none });
    assert.deepEqual(await stepsOf(false, 'critical'), [0, 0, 0]);
  });

  it('keeps what is unread for each person', async () => {
    const { owner, device } = await newOwner();
    const viewer = await join(owner, device);
    const json = { device_id: device.id, type: 'pump', message: 'It hums.' };
    const create = async () =>
      (
        await server.request('POST', '/api/alerts.php?action=create', {
          token: owner.token,
          json,
        })
      ).body as { id: number };
    const unread = async ({ token }: RegisteredUser) => {
      const path = `/api/alerts.php?action=unread-count&device_id=${device.id}`;
      const tanks = await server.request('GET', '/api/tanks', { token });
      const { body } = await server.request('GET', path, { token });
      const { unread_count } = body as { unread_count: number };
      assert.equal((tanks.body as { unread_alerts: number }[])[0]?.unread_alerts, unread_count);
      return unread_count;
    };
    const [first] = [await create(), await create()];
    const read = (who: RegisteredUser, action: string) =>
      server.request('PUT', `/api/alerts.php?action=${action}`, { token: who.token });
    await read(owner, `mark-read&id=${first.id}`);
    assert.deepEqual([await unread(owner), await unread(viewer)], [1, 2]);
    await read(viewer, `mark-all-read&device_id=${device.id}`);
    assert.deepEqual([await unread(owner), await unread(viewer)], [1, 0]);
    await create();
    assert.deepEqual([await unread(owner), await unread(viewer)], [2, 1]);
    // News of what was read, alone or with all others, is unread again.
    await server.db.write
      .updateTable('incidents')
      .set({ raised_at: server.clock.now + 1 })
      .where('id', '=', first.id)
      .execute();
    assert.deepEqual([await unread(owner), await unread(viewer)], [3, 2]);
  });

  it('tells live events to all who may see, and stops when the share ends', async () => {
    const { owner, device } = await newOwner();
    const viewer = await join(owner, device);
    const push = async (level: number) => {
      const form = { mac_address: device.mac_or_serial, water_level_percent: level };
      assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
    };
    const [mine, theirs] = [
      await openStream(server, owner.token),
      await openStream(server, viewer.token),
    ];
    await push(50);
    for (const stream of [mine, theirs]) {
      const events = await stream.take(2);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['device', 'reading'],
      );
    }
    await call(owner.token, 'DELETE', 'unshare', `&id=${viewer.shareId}`);
    await push(51);
    assert.equal((await mine.next()).type, 'reading');
    assert.equal((await theirs.next()).type, 'devices');
    // An event of the person's own comes next: nothing was published about the device in between.
    await registerDevice(server, viewer.token);
    assert.equal((await theirs.next()).type, 'devices');
    for (const stream of [mine, theirs]) stream.hangUp();
    await untilOpen(server, 0);
  });

  it('logs who put an alert to rest', async () => {
    const { owner, device } = await newOwner();
    const json = { device_id: device.id, type: 'pump', message: 'It hums.' };
    const made = await server.request('POST', '/api/alerts.php?action=create', {
      token: owner.token,
      json,
    });
    const { id } = made.body as { id: number };
    const until = new Date(server.clock.now + 3_600_000).toISOString();
    const path = `/api/alerts.php?action=snooze&id=${id}&until=${until}`;
    assert.equal((await server.request('PUT', path, { token: owner.token })).status, 200);
    const { body } = await call(owner.token, 'GET', 'log', `&device_id=${device.id}`);
    const [entry] = body as LogEntry[];
    assert.deepEqual([entry?.action, entry?.by], ['alert_snoozed', owner.email]);
  });

  it('logs who did what, newest first, in pages', async () => {
    const { owner, device } = await newOwner();
    const operator = await join(owner, device, 'operator');
    const order = { device_id: device.id, sensor_name: 'main', command: 'on' };
    await server.request('POST', '/api/pump_commands.php?action=send', {
      token: operator.token,
      json: order,
    });
    const entries: LogEntry[] = [];
    let path: string | undefined = `/api/devices.php?action=log&limit=2&device_id=${device.id}`;
    while (path) {
      const page = await server.request('GET', path, { token: owner.token });
      entries.push(...(page.body as LogEntry[]));
      path = nextPage(page);
    }
    assert.deepEqual(
      entries.map(({ action, by }) => [action, by]),
      [
        ['command_sent', operator.email],
        ['invitation_accepted', operator.email],
        ['invited', owner.email],
        ['registered', owner.email],
      ],
    );
  });

  it('leaves nothing of a device that is removed', async () => {
    const { owner, device } = await newOwner();
    const viewer = await join(owner, device);
    const stream = await openStream(server, viewer.token);
    await call(owner.token, 'DELETE', 'remove', `&id=${device.id}`);
    assert.equal((await stream.next()).type, 'devices');
    stream.hangUp();
    await untilOpen(server, 0);
    assert.deepEqual(await devicesOf(viewer), []);
    for (const table of ['shares', 'device_roles'] as const) {
      const rows = await server.db.read
        .selectFrom(table)
        .select('device_id')
        .where('device_id', '=', Number(device.id))
        .execute();
      assert.deepEqual(rows, []);
    }
  });
});
