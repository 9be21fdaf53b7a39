import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RegisteredUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { useSharingDesk } from '../../../test/helpers/water/sharing-desk.ts';

type Shown = {
  id: number;
  role: string;
  status: string;
  code: string | null;
  link_code: string | null;
};

describeOnBothEngines('codes of open invitations', (engine) => {
  const { server, newPerson, call, accept, join, newOwner } = useSharingDesk(engine);

  const openOf = async ({ token }: RegisteredUser, target: string) => {
    const { status, body, text } = await call(token, 'GET', 'shares', `&${target}`);
    assert.equal(status, 200, text);
    return (body as Shown[]).filter((each) => each.status === 'pending');
  };
  const codesOf = async (by: RegisteredUser, target: string) =>
    (await openOf(by, target)).map(({ code, link_code }) => [code, link_code]);
  const made = async (by: RegisteredUser, action: string, json: object) => {
    const answer = await call(by.token, 'POST', action, json);
    assert.equal(answer.status, 201, answer.text);
    return answer.body as Shown;
  };

  it('of a transfer are for the owner, and no way for a manager to become it', async () => {
    const { owner, device } = await newOwner();
    const manager = await join(owner, device, 'manager');
    const target = `device_id=${device.id}`;
    const offer = { device_id: device.id, to: '0712345678' };
    const { id, code } = await made(owner, 'transfer', offer);
    assert.ok(code);
    assert.deepEqual(await codesOf(owner, target), [[code, code]]);
    const [seen] = await openOf(manager, target);
    assert.deepEqual(
      [seen?.id, seen?.role, seen?.code, seen?.link_code],
      [id, 'owner', null, null],
    );
    assert.deepEqual(failureOf(await accept(manager, id)), [404, 'not_found']);
    // What a manager may give himself he may send.
    const { code: given } = await made(owner, 'share', {
      device_id: device.id,
      to: '0722345678',
      role: 'manager',
    });
    assert.ok(given);
    assert.deepEqual(await codesOf(manager, target), [
      [null, null],
      [given, given],
    ]);
  });

  it('of a group are for those who may share the group, not a tank of it', async () => {
    const { owner, device } = await newOwner();
    const other = await registerDevice(server, owner.token);
    const json = { name: 'Mtaa', device_ids: [device.id, other.id] };
    const created = await server.request('POST', '/api/groups.php?action=create', {
      token: owner.token,
      json,
    });
    const group_id = (created.body as { id: number }).id;
    const groupManager = await newPerson();
    const to = { group_id, to: groupManager.email, role: 'manager' };
    const { id } = await made(owner, 'share', to);
    assert.equal((await accept(groupManager, id)).status, 200);
    const tankManager = await join(owner, device, 'manager');
    const { code } = await made(owner, 'share', { group_id, to: '0712345678', role: 'viewer' });
    const byMail = { group_id, to: 'guest@example.com', role: 'operator' };
    const { link_code } = await made(owner, 'share', byMail);
    assert.ok(code && link_code);
    const all = [
      [code, code],
      [null, link_code],
    ];
    for (const person of [owner, groupManager]) {
      assert.deepEqual(await codesOf(person, `device_id=${device.id}`), all);
      assert.deepEqual(await codesOf(person, `group_id=${group_id}`), all);
    }
    const none = [
      [null, null],
      [null, null],
    ];
    assert.deepEqual(await codesOf(tankManager, `device_id=${device.id}`), none);
  });
});
