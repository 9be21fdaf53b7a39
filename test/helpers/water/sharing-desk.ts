import assert from 'node:assert/strict';
import { type RegisteredUser, registerUser } from '../accounts/accounts.ts';
import { type Engine, useTestServer } from '../server/test-server.ts';
import { type DeviceAnswer, registerDevice } from './devices.ts';

export type Share = { id: number; status: string; role: string; user: { email: string } | null };
export type Invitation = { id: number; device_id: string; role: string; from: { email: string } };

/** A server, and people who share devices with each other, for the tests of a suite. */
export function useSharingDesk(engine: Engine) {
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

  return { server, newPerson, call, invite, invitationsOf, accept, devicesOf, join, newOwner };
}
