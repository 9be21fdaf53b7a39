import assert from 'node:assert/strict';
import { hourMs } from '../../../src/kit/time/units.ts';
import type { Group } from '../../../src/water/groups/schemas.ts';
import { type RegisteredUser, registerUser } from '../accounts/accounts.ts';
import type { Answer, TestServer } from '../server/test-server.ts';
import { type DeviceAnswer, registerDevice } from './devices.ts';

type Token = { token: string };

/** What people do with groups, each on who they are. */
type GroupCalls = {
  newPerson: () => Promise<RegisteredUser>;
  newDevice: (by: Token) => Promise<DeviceAnswer>;
  /** Calls `/api/groups.php`; `more` is the rest of a query, or a body. */
  call: (by: Token, method: string, action: string, more?: object | string) => Promise<Answer>;
  create: (by: Token, json: object) => Promise<Group>;
  get: (by: Token, id: number) => Promise<Group>;
  listOf: (by: Token) => Promise<Group[]>;
  onDevices: (by: Token, method: string, action: string, json: object) => Promise<Answer>;
  /** @returns the id of each device that somebody sees, and their role there. */
  rolesOf: (by: Token) => Promise<[string, string][]>;
  /** Shares a group with somebody, who accepts. @returns the id of the share. */
  share: (by: Token, group: Group, person: RegisteredUser, role?: string) => Promise<number>;
  push: (device: DeviceAnswer, level: number, hoursAgo?: number) => Promise<void>;
  /** Says how many litres a device's tank holds. */
  configure: (by: Token, device: DeviceAnswer, capacity: number) => Promise<void>;
};

/** What tests of groups ask of a server, which need not run yet. */
export function useGroupCalls(server: TestServer): GroupCalls {
  const newPerson = () => registerUser(server);
  const call = ({ token }: Token, method: string, action: string, more: object | string = '') =>
    server.request(
      method,
      `/api/groups.php?action=${action}${typeof more === 'string' ? more : ''}`,
      typeof more === 'string' ? { token } : { token, json: more },
    );
  const create = async (by: Token, json: object) => {
    const answer = await call(by, 'POST', 'create', json);
    assert.equal(answer.status, 201, answer.text);
    return answer.body as Group;
  };
  const get = async (by: Token, id: number) =>
    (await call(by, 'GET', 'get', `&id=${id}`)).body as Group;
  const listOf = async (by: Token) => (await call(by, 'GET', 'list')).body as Group[];
  const newDevice = (by: Token) => registerDevice(server, by.token);
  const onDevices = (by: Token, method: string, action: string, json: object) =>
    server.request(method, `/api/devices.php?action=${action}`, { token: by.token, json });
  const rolesOf = async ({ token }: Token) => {
    const { body } = await server.request('GET', '/api/devices.php?action=list', { token });
    return (body as DeviceAnswer[]).map(({ id, role }): [string, string] => [id, role]);
  };
  const share = async (by: Token, group: Group, person: RegisteredUser, role = 'operator') => {
    const json = { group_id: group.id, to: person.email, role };
    const answer = await onDevices(by, 'POST', 'share', json);
    assert.equal(answer.status, 201, answer.text);
    const { id } = answer.body as { id: number };
    assert.equal((await onDevices(person, 'POST', 'accept', { id })).status, 200);
    return id;
  };
  const push = async ({ mac_or_serial }: DeviceAnswer, level: number, hoursAgo = 0) => {
    const recorded_at = new Date(server.clock.now - hoursAgo * hourMs).toISOString();
    const form = { mac_address: mac_or_serial, water_level_percent: level, recorded_at };
    const answer = await server.request('POST', '/iot_push.php', { form });
    assert.equal(answer.status, 201, answer.text);
  };
  const configure = async (by: Token, { id }: DeviceAnswer, capacity: number) => {
    const path = '/api/sensor_configs.php?action=save';
    const json = { device_id: id, sensor_name: 'main', capacity };
    assert.ok((await server.request('POST', path, { token: by.token, json })).status < 300);
  };
  return {
    newPerson,
    newDevice,
    call,
    create,
    get,
    listOf,
    onDevices,
    rolesOf,
    share,
    push,
    configure,
  };
}
