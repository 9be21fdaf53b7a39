import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns } from '../helpers/server/test-server.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { useSharingDesk } from '../helpers/water/sharing-desk.ts';

describeByTurns('sqlite', 'the source of a pump on the screen of set-up', (engine) => {
  const { server, newPerson, join } = useSharingDesk(engine);

  it('stays where it is a tank that the manager does not see, until they choose another', async () => {
    const owner = await newPerson();
    const roof = await registerDevice(server, owner.token);
    const well = await registerDevice(server, owner.token);
    const save = async (json: object) => {
      const path = '/api/sensor_configs.php?action=save';
      const { status, text } = await server.request('POST', path, { token: owner.token, json });
      assert.ok(status < 300, text);
    };
    const source = { device_id: well.id, sensor_name: 'well' };
    await save(source);
    await save({ device_id: roof.id, sensor_name: 'second' });
    await save({ device_id: roof.id, sensor_name: 'main', fills_from: source });
    const present = async () => {
      const path = `/api/sensor_configs.php?action=list&device_id=${roof.id}`;
      const { body } = await server.request('GET', path, { token: owner.token });
      const configs = body as { sensor_name: string; fills_from: unknown }[];
      return configs.find(({ sensor_name }) => sensor_name === 'main')?.fills_from;
    };
    const manager = await join(owner, roof, 'manager');
    const { page, ...visitor } = await openAs(server, manager.token, `/devices/${roof.id}`);
    const change = async (low: string, sourceLabel?: string) => {
      const sensor = page.locator('div.stack', {
        has: page.getByRole('heading', { name: 'main' }),
      });
      await sensor
        .getByRole('button', { name: /Change/ })
        .last()
        .click();
      await page.getByLabel('Warn when below (%)', { exact: true }).fill(low);
      if (sourceLabel !== undefined) {
        await page.locator('summary', { hasText: 'Pump' }).click();
        const chosen = page.getByLabel('It takes its water from');
        assert.match(
          (await chosen.locator('option:checked').textContent()) ?? '',
          /do not see \(well\)/,
        );
        await chosen.selectOption({ label: sourceLabel });
      }
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(`warns below ${low} %`).waitFor();
    };
    await change('15');
    assert.deepEqual(await present(), source);
    await change('16', 'Somewhere else: a well, the mains');
    assert.equal(await present(), null);
    visitor.assertClean();
    await visitor.close();
  });
});
