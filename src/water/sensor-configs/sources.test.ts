import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RegisteredUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { type Share, useSharingDesk } from '../../../test/helpers/water/sharing-desk.ts';

type Source = { device_id: string; sensor_name: string } | null;
type Config = { sensor_name: string; fills_from: Source };

describeOnBothEngines('the sources of pumps whose devices go', (engine) => {
  const { server, newPerson, call, accept } = useSharingDesk(engine);

  const configure = async (
    { token }: RegisteredUser,
    device_id: string,
    sensor_name: string,
    fills_from: Source = null,
  ) => {
    const json = { device_id, sensor_name, fills_from };
    const path = '/api/sensor_configs.php?action=save';
    const { status, text } = await server.request('POST', path, { token, json });
    assert.equal(status, 201, text);
  };
  const sourcesOf = async ({ token }: RegisteredUser, device: string) => {
    const path = `/api/sensor_configs.php?action=list&device_id=${device}`;
    const { body } = await server.request('GET', path, { token });
    const configs = (body as Config[]).map(({ sensor_name, fills_from }) => [
      sensor_name,
      fills_from && `${fills_from.device_id} ${fills_from.sensor_name}`,
    ]);
    return Object.fromEntries(configs) as Record<string, string | null>;
  };
  /** Two devices: `roof` fills from `ground` of its own and from `well` of the other, which fills from it. */
  const newTanks = async () => {
    const owner = await newPerson();
    const [here, there] = [
      await registerDevice(server, owner.token),
      await registerDevice(server, owner.token),
    ].map(({ id }) => id) as [string, string];
    await configure(owner, here, 'ground');
    await configure(owner, here, 'roof', { device_id: here, sensor_name: 'ground' });
    await configure(owner, here, 'loft', { device_id: there, sensor_name: 'well' });
    await configure(owner, there, 'well');
    await configure(owner, there, 'trough', { device_id: here, sensor_name: 'roof' });
    await configure(owner, there, 'basin', { device_id: there, sensor_name: 'well' });
    return { owner, here, there };
  };
  const handOver = async (owner: RegisteredUser, device_id: string, keep_history: boolean) => {
    const heir = await newPerson();
    const offer = { device_id, email: heir.email, keep_history };
    const { body } = await call(owner.token, 'POST', 'transfer', offer);
    const accepted = await accept(heir, (body as Share).id);
    assert.equal(accepted.status, 200, accepted.text);
    return { heir, id: (accepted.body as { device_id: string }).device_id };
  };

  for (const keeps of [true, false]) {
    const how = keeps ? 'with' : 'without';
    it(`stay within the device that is handed over ${how} its history`, async () => {
      const { owner, here, there } = await newTanks();
      const { heir, id } = await handOver(owner, here, keeps);
      assert.equal(id === here, keeps);
      const taken = { ground: null, roof: `${id} ground`, loft: null };
      assert.deepEqual(await sourcesOf(heir, id), taken);
      const left = { well: null, trough: null, basin: `${there} well` };
      assert.deepEqual(await sourcesOf(owner, there), left);
    });
  }

  it('end with the sensor that is removed, and no other', async () => {
    const { owner, here, there } = await newTanks();
    const remove = async (sensor_name: string) => {
      const query = new URLSearchParams({ action: 'remove', device_id: here, sensor_name });
      const { token } = owner;
      const answer = await server.request('DELETE', `/api/sensors.php?${query}`, { token });
      assert.equal(answer.status, 200, answer.text);
    };
    await remove('ground');
    assert.deepEqual(await sourcesOf(owner, here), { roof: null, loft: `${there} well` });
    const before = { well: null, trough: `${here} roof`, basin: `${there} well` };
    assert.deepEqual(await sourcesOf(owner, there), before);
    await remove('roof');
    assert.deepEqual(await sourcesOf(owner, there), { ...before, trough: null });
  });

  it('end with the device that is removed', async () => {
    const { owner, here, there } = await newTanks();
    const answer = await call(owner.token, 'DELETE', 'remove', `&id=${there}`);
    assert.equal(answer.status, 200, answer.text);
    const left = { ground: null, roof: `${here} ground`, loft: null };
    assert.deepEqual(await sourcesOf(owner, here), left);
  });
});
