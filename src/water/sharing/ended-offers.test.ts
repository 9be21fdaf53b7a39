import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../../../test/helpers/water/devices.ts';

type Person = Pick<RegisteredUser, 'token' | 'email'>;
type Target = { device_id: string } | { group_id: number };
type Share = { id: number; code: string | null };

const missing = [404, 'not_found'];

describeOnBothEngines('what somebody offered who may not any more', (engine) => {
  const server = useTestServer({ engine });

  const newPerson = () => registerUser(server);
  const post = ({ token }: Person, action: string, json: object) =>
    server.request('POST', `/api/devices.php?action=${action}`, { token, json });
  const unshare = ({ token }: Person, id: number) =>
    server.request('DELETE', `/api/devices.php?action=unshare&id=${id}`, { token });
  const invite = async (by: Person, target: Target, to: string, role: string) => {
    const answer = await post(by, 'share', { ...target, to, role });
    assert.equal(answer.status, 201, answer.text);
    return answer.body as Share;
  };
  const devicesOf = async ({ token }: Person) =>
    (await server.request('GET', '/api/devices.php?action=list', { token })).body as DeviceAnswer[];
  const join = async (by: Person, target: Target, role = 'manager') => {
    const person = await newPerson();
    const { id } = await invite(by, target, person.email, role);
    assert.equal((await post(person, 'accept', { id })).status, 200);
    return { ...person, shareId: id };
  };
  const newOwner = async () => {
    const owner = await newPerson();
    const { id: device_id } = await registerDevice(server, owner.token);
    return { owner, device: { device_id } };
  };
  const newGroup = async (owner: Person, deviceIds: string[]) => {
    const json = { name: `Estate ${deviceIds.join()}`, device_ids: deviceIds };
    const { token } = owner;
    const answer = await server.request('POST', '/api/groups.php?action=create', { token, json });
    return { group_id: (answer.body as { id: number }).id };
  };
  /** Adds a manager with a second account, which the manager has invited, and holders of the code. */
  const newSchemer = async (owner: Person, target: Target) => {
    const manager = await join(owner, target);
    const alias = await newPerson();
    const byMail = await invite(manager, target, alias.email, 'manager');
    const byPhone = await invite(manager, target, '0722000111', 'viewer');
    return { manager, alias, offers: [byMail, byPhone] };
  };
  const assertEnded = async (person: Person, offers: Share[]) => {
    for (const { id, code } of offers) {
      assert.deepEqual(failureOf(await post(person, 'accept', { id, code })), missing);
      const { token } = person;
      const path = `/api/devices.php?action=invitations${code ? `&code=${code}` : ''}`;
      assert.deepEqual((await server.request('GET', path, { token })).body, []);
    }
    assert.deepEqual(await devicesOf(person), []);
  };

  it('ends when they are removed, and does not come back with them', async () => {
    const { owner, device } = await newOwner();
    const { manager, alias, offers } = await newSchemer(owner, device);
    await unshare(owner, manager.shareId);
    await assertEnded(alias, offers);
    const { id } = await invite(owner, device, manager.email, 'manager');
    assert.equal((await post(manager, 'accept', { id })).status, 200);
    await assertEnded(alias, offers);
  });

  it('ends when they leave', async () => {
    const { owner, device } = await newOwner();
    const { manager, alias, offers } = await newSchemer(owner, device);
    await unshare(manager, manager.shareId);
    await assertEnded(alias, offers);
  });

  it('ends when they get a lower role, or accept one', async () => {
    const { owner, device } = await newOwner();
    const first = await newSchemer(owner, device);
    const { email } = first.manager;
    await post(owner, 'share', { ...device, to: email, role: 'operator' });
    await assertEnded(first.alias, first.offers);
    const second = await newSchemer(owner, device);
    const lower = await invite(owner, device, '0722000333', 'viewer');
    assert.equal((await post(second.manager, 'accept', lower)).status, 200);
    await assertEnded(second.alias, second.offers);
  });

  it('ends with the group by which they had their role at a device', async () => {
    const { owner, device } = await newOwner();
    const group = await newGroup(owner, [device.device_id]);
    const manager = await join(owner, group);
    const alias = await newPerson();
    const offer = await invite(manager, device, alias.email, 'manager');
    const json = { id: group.group_id, device_ids: [device.device_id] };
    const { token } = owner;
    await server.request('POST', '/api/groups.php?action=remove', { token, json });
    await assertEnded(alias, [offer]);
  });

  it('ends for a group as for a device, and for the devices in it', async () => {
    const { owner, device } = await newOwner();
    const group = await newGroup(owner, [device.device_id]);
    const { manager, alias, offers } = await newSchemer(owner, group);
    const ofDevice = await invite(manager, device, alias.email, 'operator');
    await unshare(owner, manager.shareId);
    await assertEnded(alias, [...offers, ofDevice]);
  });

  for (const keep_history of [true, false]) {
    it(`ends with a device that changes hands, ${keep_history ? 'with' : 'without'} its history`, async () => {
      const { owner, device } = await newOwner();
      const manager = await join(owner, device);
      const [heir, alias, guest] = [await newPerson(), await newPerson(), await newPerson()];
      const offer = await invite(owner, device, alias.email, 'manager');
      const kept = await invite(manager, device, guest.email, 'viewer');
      // By a second address the former owner has accepted what they offered to themselves.
      const self = await invite(owner, device, owner.email, 'manager');
      assert.equal((await post(owner, 'accept', self)).status, 200);
      const wishes = { email: heir.email, keep_history, keep_shares: true };
      const hand = await post(owner, 'transfer', { ...device, ...wishes });
      assert.equal((await post(heir, 'accept', hand.body as Share)).status, 200);
      await assertEnded(alias, [offer]);
      assert.deepEqual(await devicesOf(owner), []);
      assert.equal((await post(guest, 'accept', kept)).status, 200);
      assert.equal((await devicesOf(guest))[0]?.role, 'viewer');
    });
  }

  it('stays when somebody else who may has made it theirs', async () => {
    const { owner, device } = await newOwner();
    const { manager, alias, offers } = await newSchemer(owner, device);
    const again = { ...device, to: alias.email, role: 'viewer' };
    assert.equal((await post(owner, 'share', again)).status, 200);
    await unshare(owner, manager.shareId);
    assert.equal((await post(alias, 'accept', offers[0] ?? {})).status, 200);
    assert.equal((await devicesOf(alias))[0]?.role, 'viewer');
  });
});
