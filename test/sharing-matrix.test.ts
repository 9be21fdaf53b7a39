import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { methodOf, type Operation, successesOf } from './contract/operation.ts';
import { type Sample, send } from './contract/scenario.ts';
import { newGroupName } from './contract/scenarios/groups.ts';
import { scenarios } from './contract/scenarios.ts';
import { additions } from './contract/table/additions.ts';
import { createWorld, type NewGroup, type World } from './contract/world.ts';
import { contract } from './contract.ts';
import { failureOf } from './helpers/http/answers.ts';
import { describeByTurns } from './helpers/server/test-server.ts';

const operations = [...contract, ...additions];

/** Operations on an account, or of a device or anybody without one: roles have no part in them. */
const ofNoDevice = [
  'DELETE /api/auth.php?action=end-session',
  'POST /api/devices.php?action=accept',
  'POST /api/devices.php?action=decline',
];

const roles = ['viewer', 'operator', 'manager', 'owner'] as const;
type Role = (typeof roles)[number];

/** A world in which every device and group of the owner is shared with one person in each role. */
async function createSharedWorld(world: World) {
  const people = new Map<string, { token: string; email: string }>();
  for (const role of roles) {
    people.set(role, role === 'owner' ? world.owner : await world.newUser());
  }
  const personOf = (role: string) => people.get(role) ?? world.stranger;
  type Target = { device_id: string } | { group_id: number };
  const shareWith = async (target: Target, role: Role) => {
    const { email, token } = personOf(role);
    const json = { ...target, to: email, role };
    const { id } = await world.make<{ id: number }>('POST /api/devices.php?action=share', json);
    const path = '/api/devices.php?action=accept';
    const answer = await world.server.request('POST', path, { token, json: { id } });
    assert.equal(answer.status, 200, answer.text);
  };
  const shareWithAll = async (target: Target) => {
    for (const role of ['viewer', 'operator', 'manager'] as const) await shareWith(target, role);
  };
  const newDevice = async () => {
    const device = await world.newDevice();
    await shareWithAll({ device_id: device.id });
    return device;
  };
  const newGroup = async () => {
    const { id } = await world.newDevice();
    const json = { name: newGroupName(), device_ids: [id] };
    const path = 'POST /api/groups.php?action=create' as const;
    const group = await world.make<NewGroup['group']>(path, json);
    await shareWithAll({ group_id: group.id });
    return { token: world.owner.token, group };
  };
  return { world: { ...world, newDevice, newGroup }, personOf };
}

describeByTurns('postgres', 'who may do what with a device', (engine) => {
  let shared: Awaited<ReturnType<typeof createSharedWorld>>;
  before(async () => {
    shared = await createSharedWorld(await createWorld(engine));
  });
  after(() => shared.world.stop());

  it('is said of each operation on a record that somebody owns', () => {
    const unsaid = operations.filter(({ owned, needs }) => owned && !needs);
    assert.deepEqual(unsaid.map(({ route }) => route).sort(), ofNoDevice);
  });

  for (const operation of operations.filter(({ auth }) => auth === 'bearer')) {
    it(`${operation.route}: ${operation.needs ?? 'anybody who is signed in'}`, () =>
      check(operation));
  }

  const check = async (operation: Operation): Promise<void> => {
    const { route, needs } = operation;
    const newSample = async (): Promise<Sample> => {
      const made = await scenarios[route]?.prepare(shared.world);
      assert.ok(made, `${route} has no scenario`);
      return made;
    };
    // Refused requests and reads have to leave it as it was for the next one.
    let sample = await newSample();
    const ask = (token: string | undefined) => {
      const request = { input: sample.input, ...(token !== undefined && { token }) };
      return send(shared.world.server, operation, request);
    };
    assert.equal((await ask(undefined)).status, 401);
    if (!needs) return;
    assert.deepEqual(failureOf(await ask(shared.personOf('stranger').token)), [404, 'not_found']);
    for (const role of roles) {
      const answer = await ask(shared.personOf(role).token);
      if (roles.indexOf(role) >= roles.indexOf(needs)) {
        assert.ok(successesOf(operation).includes(answer.status), `${role}: ${answer.text}`);
        if (methodOf(operation) !== 'GET' && role !== 'owner') sample = await newSample();
      } else {
        assert.deepEqual(failureOf(answer), [403, 'not_allowed'], role);
        assert.match((answer.body as { error: string }).error, new RegExp(`^As ${role} of this`));
      }
    }
  };
});

describe('the operations of the contract', () => {
  it('have one row each', () => {
    const routes = operations.map(({ route }) => route);
    assert.equal(new Set(routes).size, routes.length);
  });
});
