import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newEmail, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { type Share, useSharingDesk } from '../../../test/helpers/water/sharing-desk.ts';
import { deleteExpiredInvitations } from './queries.ts';

const missing = [404, 'not_found'];

describeOnBothEngines('sharing of devices', (engine) => {
  const { server, newPerson, call, invite, invitationsOf, accept, devicesOf, join, newOwner } =
    useSharingDesk(engine);

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
});
