import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  newEmail,
  type RegisteredUser,
  registerUser,
} from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, nextPage } from '../../../test/helpers/http/answers.ts';
import { openStream, untilOpen } from '../../../test/helpers/http/event-stream.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import {
  type DeviceAnswer,
  randomMac,
  registerDevice,
} from '../../../test/helpers/water/devices.ts';
import { putTarget } from '../notifications/queries.ts';
import { recipientsOf } from '../notifications/routing/recipients.ts';
import { deleteExpiredInvitations } from './queries.ts';

type Share = { id: number; status: string; role: string; user: { email: string } | null };
type Invitation = { id: number; device_id: string; role: string; from: { email: string } };
type LogEntry = { action: string; by: string; user: string | null; facts: object };

const missing = [404, 'not_found'];

describeOnBothEngines('sharing of devices', (engine) => {
  const server = useTestServer({ engine });

  const newPerson = () => registerUser(server);
  const call = (token: string, method: string, action: string, more: object | string) =>
    typeof more === 'string'
      ? server.request(method, `/api/devices.php?action=${action}${more}`, { token })
      : server.request(method, `/api/devices.php?action=${action}`, { token, json: more });
  const invite = async (by: RegisteredUser, device_id: string, to: string, role = 'viewer') => {
    const answer = await call(by.token, 'POST', 'share', { device_id, to, role });
    assert.equal(answer.status, 201, answer.text);
    return answer.body as Share;
  };
  const invitationsOf = async ({ token }: { token: string }) =>
    (await call(token, 'GET', 'invitations', '')).body as Invitation[];
  const accept = ({ token }: { token: string }, id: number) =>
    call(token, 'POST', 'accept', { id });
  const devicesOf = async ({ token }: { token: string }) =>
    (await call(token, 'GET', 'list', '')).body as DeviceAnswer[];
  const join = async (by: RegisteredUser, device: DeviceAnswer, role = 'viewer') => {
    const person = await newPerson();
    const { id } = await invite(by, device.id, person.email.toUpperCase(), role);
    assert.equal((await accept(person, id)).status, 200);
    return { ...person, shareId: id };
  };
  const newOwner = async () => {
    const owner = await newPerson();
    return { owner, device: await registerDevice(server, owner.token) };
  };

  it('shows a device to whoever accepts, with the role, and to nobody before', async () => {
    const { owner, device } = await newOwner();
    const person = await newPerson();
    const { id } = await invite(owner, device.id, person.email, 'operator');
    assert.deepEqual(await devicesOf(person), []);
    const [invitation] = await invitationsOf(person);
    assert.equal(invitation?.device_id, device.id);
    assert.equal(invitation.from.email, owner.email);
    assert.equal((await accept(person, id)).status, 200);
    const [shown] = await devicesOf(person);
    assert.deepEqual([shown?.id, shown?.role, shown?.is_primary], [device.id, 'operator', false]);
    assert.deepEqual(await invitationsOf(person), []);
    assert.deepEqual(failureOf(await accept(person, id)), missing);
    assert.equal((await call(person.token, 'GET', 'primary', '')).status, 404);
    const tanks = await server.request('GET', '/api/tanks', { token: person.token });
    assert.equal((tanks.body as { role: string }[])[0]?.role, 'operator');
  });

  it('tells each person who owns what is shared, and who shared it', async () => {
    const owner = await registerUser(server, { full_name: 'Juma' });
    const device = await registerDevice(server, owner.token);
    const manager = await join(owner, device, 'manager');
    const { token, email } = await join(manager, device);
    const answer = await call(token, 'GET', 'shares', `&device_id=${device.id}`);
    const people = (answer.body as (Share & { owner: object; from: object })[]).map(
      ({ user, owner: of, from }) => ({ user: user?.email, owner: of, from }),
    );
    const of = { email: owner.email, full_name: 'Juma' };
    const from = { email: manager.email, full_name: null };
    assert.deepEqual(people, [{ user: email, owner: of, from }]);
  });

  it('answers alike whether or not somebody has the e-mail, and waits for them to register', async () => {
    const { owner, device } = await newOwner();
    const known = await invite(owner, device.id, (await newPerson()).email);
    const email = newEmail();
    const unknown = await invite(owner, device.id, email);
    type Made = Share & { email?: string; link_code?: string };
    const bare = ({ id: _, email: _of, link_code: _made, ...rest }: Made) => rest;
    assert.deepEqual(bare(known), bare(unknown));
    const late = await registerUser(server, { email });
    assert.equal((await accept(late, unknown.id)).status, 200);
    assert.equal((await devicesOf(late)).length, 1);
  });

  it('keeps an invitation by phone, as phones are stored', async () => {
    const { owner, device } = await newOwner();
    const share = await invite(owner, device.id, '0712 345 678');
    assert.equal((share as Share & { phone: string }).phone, '254712345678');
    const wrong = { device_id: device.id, to: '12345', role: 'viewer' };
    assert.equal((await call(owner.token, 'POST', 'share', wrong)).status, 400);
  });

  it('tells whoever has the link who shares what, and nothing else', async () => {
    const { owner, device } = await newOwner();
    const preview = async (code: string) =>
      await server.request('GET', `/api/devices.php?action=invitation&code=${code}`);
    const person = await newPerson();
    for (const to of ['0722000333', person.email]) {
      const made = (await invite(owner, device.id, to, 'operator')) as Share & {
        link_code: string;
      };
      const { link_code: code } = made;
      const { status, body } = await preview(code);
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body as object).sort(), ['from', 'id', 'name', 'role']);
      assert.equal((body as { role: string }).role, 'operator');
      // By e-mail, the code is for nobody else.
      const stranger = await newPerson();
      const answer = { id: made.id, code };
      const taken = await call(stranger.token, 'POST', 'accept', answer);
      assert.equal(taken.status, to === person.email ? 404 : 200);
      if (to !== person.email) assert.deepEqual(failureOf(await preview(code)), missing);
      await call(owner.token, 'DELETE', 'unshare', `&id=${made.id}`);
      assert.deepEqual(failureOf(await preview(code)), missing);
      assert.deepEqual(failureOf(await preview(`${code.slice(0, -1)}-`)), missing);
    }
  });

  it('gives what is shared with a phone to whoever has the code that was sent there', async () => {
    const { owner, device } = await newOwner();
    const { id, code } = (await invite(owner, device.id, '0722000111')) as Share & { code: string };
    const [listed] = (await call(owner.token, 'GET', 'shares', `&device_id=${device.id}`)).body as {
      code: string;
    }[];
    assert.equal(listed?.code, code);
    const person = await newPerson();
    assert.deepEqual(await invitationsOf(person), []);
    const forged = `${id.toString(36)}AAAAAAAAAAAA`;
    const other = (await invite(owner, device.id, '0722000222')) as Share & { code: string };
    for (const wrong of [undefined, 'nonsense', forged, other.code]) {
      const answer = await call(person.token, 'POST', 'accept', { id, code: wrong });
      assert.deepEqual(failureOf(answer), missing);
    }
    const shown = await call(person.token, 'GET', 'invitations', `&code=${code}`);
    assert.deepEqual(
      (shown.body as { id: number }[]).map((each) => each.id),
      [id],
    );
    assert.equal((await call(person.token, 'POST', 'accept', { id, code })).status, 200);
    assert.equal((await devicesOf(person)).length, 1);
    const again = await call((await newPerson()).token, 'POST', 'accept', { id, code });
    assert.deepEqual(failureOf(again), missing);
    await call(owner.token, 'DELETE', 'unshare', `&id=${other.id}`);
    const late = await call(person.token, 'POST', 'decline', { id: other.id, code: other.code });
    assert.deepEqual(failureOf(late), missing);
  });

  it('is for whom it was meant: a stranger accepts, declines and ends nothing', async () => {
    const { owner, device } = await newOwner();
    const { id } = await invite(owner, device.id, newEmail());
    const stranger = await newPerson();
    assert.deepEqual(failureOf(await accept(stranger, id)), missing);
    assert.deepEqual(failureOf(await call(stranger.token, 'POST', 'decline', { id })), missing);
    assert.deepEqual(
      failureOf(await call(stranger.token, 'DELETE', 'unshare', `&id=${id}`)),
      missing,
    );
  });

  it('ends what was not accepted in 14 days, or was declined, or was taken back', async () => {
    const { owner, device } = await newOwner();
    const [first, second, third] = [await newPerson(), await newPerson(), await newPerson()];
    const declined = await invite(owner, device.id, first.email);
    assert.equal((await call(first.token, 'POST', 'decline', { id: declined.id })).status, 200);
    assert.deepEqual(failureOf(await accept(first, declined.id)), missing);
    const taken = await invite(owner, device.id, second.email);
    await call(owner.token, 'DELETE', 'unshare', `&id=${taken.id}`);
    assert.deepEqual(failureOf(await accept(second, taken.id)), missing);
    const old = await invite(owner, device.id, third.email);
    await server.db.write
      .updateTable('shares')
      .set({ expires_at: server.clock.now })
      .where('id', '=', old.id)
      .execute();
    assert.deepEqual(await invitationsOf(third), []);
    assert.deepEqual(failureOf(await accept(third, old.id)), missing);
  });

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
      ...{ user_id: Number(manager.user.id), channel: 'webhook', address: 'https://a.example/' },
      ...{ sealed_secret: null, created_at: 0 },
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
          ...{ token: owner.token, json },
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

  it('hands a device over with its history, a new key, and nobody else', async () => {
    const { owner, device } = await newOwner();
    const viewer = await join(owner, device);
    const heir = await newPerson();
    const keyOf = async ({ token }: RegisteredUser) =>
      (await call(token, 'POST', 'api-key', { device_id: device.id })).text;
    const key = await keyOf(owner);
    const offer = { device_id: device.id, email: heir.email };
    const offered = await call(owner.token, 'POST', 'transfer', offer);
    assert.equal(offered.status, 201, offered.text);
    assert.equal((await devicesOf(owner)).length, 1);
    assert.equal((await accept(heir, (offered.body as Share).id)).status, 200);
    assert.deepEqual([await devicesOf(owner), await devicesOf(viewer)], [[], []]);
    const [taken] = await devicesOf(heir);
    assert.deepEqual([taken?.id, taken?.role, taken?.is_primary], [device.id, 'owner', true]);
    assert.notEqual(await keyOf(heir), key);
  });

  it('hands a device over by its link to whoever has only a phone', async () => {
    const { owner, device } = await newOwner();
    const heir = await newPerson();
    const transfer = (who: object) =>
      call(owner.token, 'POST', 'transfer', { device_id: device.id, ...who });
    const { status, body } = await transfer({ to: '0712 345 678' });
    const { id, phone, email, code, role } = body as Share &
      Record<'phone' | 'email' | 'code', string>;
    assert.deepEqual([status, phone, email, role], [201, '254712345678', null, 'owner']);
    assert.equal((await accept(heir, id)).status, 404);
    assert.equal((await call(heir.token, 'POST', 'accept', { id, code })).status, 200);
    assert.equal((await devicesOf(heir))[0]?.role, 'owner');
  });

  it('offers a device to no address that is none', async () => {
    const { owner, device } = await newOwner();
    for (const [who, field] of [
      [{ to: 'nobody' }, 'to'],
      [{ to: 'x'.repeat(255) }, 'to'],
      [{ email: 'nobody' }, 'email'],
      [{}, 'email'],
      [{ to: null }, 'email'],
    ] as const) {
      const answer = await call(owner.token, 'POST', 'transfer', { device_id: device.id, ...who });
      const { errors } = answer.body as { errors: { field: string }[] };
      assert.deepEqual([answer.status, errors[0]?.field], [400, field], JSON.stringify(who));
    }
  });

  it('hands a device over without its history, and with its people, where that is asked for', async () => {
    const { owner, device } = await newOwner();
    const viewer = await join(owner, device);
    const heir = await newPerson();
    const wishes = { keep_history: false, keep_shares: true };
    const offer = { device_id: device.id, email: heir.email, ...wishes };
    const { body } = await call(owner.token, 'POST', 'transfer', offer);
    const accepted = await accept(heir, (body as Share).id);
    const { device_id } = accepted.body as { device_id: string };
    assert.notEqual(device_id, device.id);
    assert.deepEqual(await devicesOf(owner), []);
    for (const person of [heir, viewer]) assert.equal((await devicesOf(person))[0]?.id, device_id);
  });

  it('lets new hardware take a device over', async () => {
    const { owner, device } = await newOwner();
    const mac = randomMac();
    const push = (mac_address: string) =>
      server.request('POST', '/iot_push.php', { form: { mac_address, water_level_percent: 40 } });
    assert.equal((await push(device.mac_or_serial)).status, 201);
    const swap = { device_id: device.id, mac_or_serial: mac.toLowerCase() };
    const { body, status } = await call(owner.token, 'POST', 'replace', swap);
    assert.deepEqual([status, (body as DeviceAnswer).mac_or_serial], [200, mac]);
    assert.equal((await push(device.mac_or_serial)).status, 404);
    server.clock.advance(60_000);
    assert.equal((await push(mac)).status, 201);
    const path = `/api/sensors.php?action=history&device_id=${device.id}`;
    const history = await server.request('GET', path, { token: owner.token });
    assert.equal((history.body as unknown[]).length, 2);
  });

  it('gives new hardware to one device where two ask at once', async () => {
    const mac_or_serial = randomMac();
    const owners = [await newOwner(), await newOwner()];
    const answers = await Promise.all(
      owners.map(({ owner, device }) =>
        call(owner.token, 'POST', 'replace', { device_id: device.id, mac_or_serial }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  });

  it('logs who put an alert to rest', async () => {
    const { owner, device } = await newOwner();
    const json = { device_id: device.id, type: 'pump', message: 'It hums.' };
    const made = await server.request('POST', '/api/alerts.php?action=create', {
      ...{ token: owner.token, json },
    });
    const { id } = made.body as { id: number };
    const until = new Date(server.clock.now + 3_600_000).toISOString();
    const path = `/api/alerts.php?action=snooze&id=${id}&until=${until}`;
    assert.equal((await server.request('PUT', path, { token: owner.token })).status, 200);
    const { body } = await call(owner.token, 'GET', 'log', `&device_id=${device.id}`);
    const [entry] = body as LogEntry[];
    assert.deepEqual([entry?.action, entry?.by], ['alert_snoozed', owner.email]);
  });

  it('forgets invitations that nobody has accepted in time', async () => {
    const { owner, device } = await newOwner();
    const person = await newPerson();
    await invite(owner, device.id, person.email);
    await join(owner, device);
    const stored = async () => {
      const rows = server.db.read.selectFrom('shares').select('id');
      return (await rows.where('device_id', '=', Number(device.id)).execute()).length;
    };
    const now = server.clock.now + 14 * 24 * 3_600_000;
    await deleteExpiredInvitations(server.db.write, { until: now - 1, limit: 100 });
    assert.equal(await stored(), 2);
    await deleteExpiredInvitations(server.db.write, { until: now, limit: 100 });
    assert.equal(await stored(), 1);
  });

  it('logs who did what, newest first, in pages', async () => {
    const { owner, device } = await newOwner();
    const operator = await join(owner, device, 'operator');
    const order = { device_id: device.id, sensor_name: 'main', command: 'on' };
    await server.request('POST', '/api/pump_commands.php?action=send', {
      ...{ token: operator.token, json: order },
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
