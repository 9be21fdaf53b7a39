import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { registerUser } from '../helpers/accounts.ts';
import { visit } from '../helpers/browser.ts';
import { signInAs } from '../helpers/dashboard-owner.ts';
import { registerDevice } from '../helpers/devices.ts';
import { describeOnBothEngines, startTestServer, type TestServer } from '../helpers/test-server.ts';

const fleetSize = 300;

describeOnBothEngines('the fleet and the map', (engine) => {
  let server: TestServer;
  let token: string;
  before(async () => {
    server = await startTestServer({ engine, isTimed: true });
    token = await registerFleet(server);
  });
  after(() => server.stop());

  for (const screen of ['phone', 'laptop'] as const) {
    it(`lists, finds and sorts hundreds of devices on a ${screen}`, async () => {
      const { page, ...visitor } = await visit(server.url, { screen });
      await signInAs(page, token);
      await page.goto('/fleet');
      await page.getByText(`${fleetSize} tanks`).waitFor();
      const lines = page.locator('.fleet-line');
      assert.ok((await lines.count()) < 60, 'only those in sight are drawn');
      await visitor.assertAccessible();

      await page.locator('.fleet-frame').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
      await page.getByRole('link', { name: `Tank ${fleetSize}`, exact: true }).waitFor();
      await page.locator('.fleet-frame').evaluate((frame) => frame.scrollTo(0, 0));

      await page.getByRole('button', { name: 'Level' }).click();
      const level = page.getByRole('columnheader', { name: 'Level' });
      assert.equal(await level.getAttribute('aria-sort'), 'ascending');
      assert.match((await lines.first().textContent()) ?? '', /Tank 1SN-1.*5\s%.*Very low/);

      await page.getByLabel('Show').selectOption('Never heard');
      await page.getByText(`${fleetSize - 3} tanks`).waitFor();
      await page.getByLabel('Show').selectOption('All');
      await page.getByLabel('Search by name or MAC').fill('no such tank');
      await page.getByText('Nothing fits.').waitFor();
      await visitor.assertAccessible();
      await page.getByRole('button', { name: 'Show all' }).click();
      await page.getByLabel('Search by name or MAC').fill('tank 29');
      await page.getByText('11 tanks').waitFor();
      await page.reload();
      await page.getByText('11 tanks').waitFor();
      const downloads = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as CSV' }).click();
      assert.equal((await downloads).suggestedFilename(), 'kisima-devices.csv');
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('draws devices and their last positions on the outline of Kenya', async () => {
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop', theme: 'dark' });
    await signInAs(page, token);
    await page.goto('/map');
    await page.locator('.map-country').waitFor();
    await page.locator('.map-device').nth(2).waitFor();
    assert.equal(await page.locator('.map-device').count(), 3);
    assert.ok((await page.locator('.map-danger').count()) > 0, 'coloured by level');
    await page.getByRole('button', { name: 'Tank 2', exact: true }).click();
    await page.getByRole('heading', { name: 'The last positions of Tank 2' }).waitFor();
    await page.getByText('-1.20000, 36.20000').waitFor();
    await visitor.assertAccessible();
    await page.getByRole('link', { name: 'Open the tank' }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});

/** Three of the devices have sent their level and position. */
async function registerFleet(server: TestServer): Promise<string> {
  const { token } = await registerUser(server);
  for (let number = 1; number <= fleetSize; number++) {
    const mac_or_serial = `SN-${number}`;
    const named = { mac_or_serial, device_name: `Tank ${number}` };
    await registerDevice(server, token, mac_or_serial);
    await server.request('PUT', '/api/devices.php?action=update-name', { token, json: named });
    if (number > 3) continue;
    const place = { latitude: -1 - number / 10, longitude: 36 + number / 10 };
    const form = { mac_address: mac_or_serial, water_level_percent: number * 5, ...place };
    await server.request('POST', '/iot_push.php', { form });
  }
  return token;
}
