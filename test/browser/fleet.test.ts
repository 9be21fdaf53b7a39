import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, type TestServer, useTestServer } from '../helpers/server/test-server.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const fleetSize = 300;

describeByTurns('postgres', 'the fleet and the map', (engine) => {
  const server = useTestServer({ engine, isTimed: true });
  let token: string;
  before(async () => {
    token = await registerFleet(server);
  });

  for (const screen of inTurn(1, ['phone', 'laptop'] as const)) {
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
      await page.getByLabel('Search by name, MAC or group').fill('no such tank');
      await page.getByText('Nothing fits.').waitFor();
      await visitor.assertAccessible();
      await page.getByRole('button', { name: 'Show all' }).click();
      await page.getByLabel('Search by name, MAC or group').fill('tank 29');
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

  it('says why the list does not come, and asks again', async () => {
    const { page, ...visitor } = await visit(server.url, { expects: /status of 503/ });
    const error = 'Storage does not answer; try again soon.';
    const json = { success: false, code: 'unavailable', error, retry_after: 5 };
    await page.route('**/api/tanks', (route) => route.fulfill({ status: 503, json }));
    await signInAs(page, token);
    for (const path of ['/reports', '/fleet']) {
      await page.goto(path);
      await page.getByText(error).waitFor();
    }
    await visitor.assertAccessible();
    await page.unroute('**/api/tanks');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(`${fleetSize} tanks`).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('leads to the sensor that was chosen', async () => {
    const { page, ...visitor } = await visit(server.url, { screen: 'phone' });
    const { token } = await registerUser(server);
    const { id } = await registerDevice(server, token, 'SN-TWO');
    for (const sensor_name of ['main', 'roof']) {
      const form = { mac_address: 'SN-TWO', water_level_percent: 60, sensor_name };
      const pushed = await server.request('POST', '/iot_push.php', { form });
      assert.equal(pushed.status, 201, pushed.text);
    }
    await signInAs(page, token);
    await page.goto('/fleet');
    await page.getByRole('link', { name: /roof/ }).click();
    await page.waitForURL(`**/tanks/${id}?sensor=roof`);
    visitor.assertClean();
    await visitor.close();
  });

  it('sets thresholds for all that were chosen, and saves them', async () => {
    const { page, ...visitor } = await visit(server.url, { screen: 'phone' });
    await signInAs(page, token);
    await page.goto('/fleet?q=tank+29');
    await page.getByText('11 tanks').waitFor();
    await page.getByLabel('Choose all of this list').check();
    await page.getByText('11 tanks chosen').waitFor();
    await page.getByLabel('Choose Tank 299', { exact: true }).uncheck();
    await page.getByText('10 tanks chosen').waitFor();
    await visitor.assertAccessible();
    await page.getByLabel('Search by name, MAC or group').fill('tank 1');
    await page.getByText('10 tanks chosen').waitFor();
    await page.getByRole('button', { name: 'Set thresholds' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Warn when above (%)').fill('88');
    await visitor.assertAccessible();
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('button', { name: 'Change 10 tanks' }).click();
    await dialog.getByText('10 tanks are changed.').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    const { body } = await server.request('GET', '/api/tanks', { token });
    const tanks = body as { sensors: { high_threshold: number; low_threshold: number }[] }[];
    const set = tanks.flatMap(({ sensors }) =>
      sensors.filter((each) => each.high_threshold === 88),
    );
    assert.deepEqual([set.length, set[0]?.low_threshold], [10, 20]);
    const downloads = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the chosen as CSV' }).click();
    const file = await readFile(await (await downloads).path(), 'utf8');
    assert.equal(file.trimEnd().split('\r\n').length, 11);
    visitor.assertClean();
    await visitor.close();
  });

  it('shows name, level and status of a line on a phone without swiping', async () => {
    const { page, ...visitor } = await visit(server.url);
    const { token: owner } = await registerUser(server);
    const { mac_or_serial } = await registerDevice(server, owner);
    const named = { mac_or_serial, device_name: 'The tank behind the kitchen' };
    await server.request('PUT', '/api/devices.php?action=update-name', {
      token: owner,
      json: named,
    });
    const form = { mac_address: mac_or_serial, water_level_percent: 5 };
    await server.request('POST', '/iot_push.php', { form });
    await signInAs(page, owner);
    await page.goto('/fleet');
    const tag = page.locator('.fleet-line .tag').first();
    await tag.waitFor();
    const frame = await page.locator('.fleet-frame').boundingBox();
    const box = await tag.boundingBox();
    assert.ok(frame && box);
    assert.ok(box.x + box.width <= frame.x + frame.width, 'its status is whole');
    await page.getByRole('link', { name: '‹ More' }).waitFor();
    await visitor.close();
  });

  it('leads from the sums of the home screen to exactly those', async () => {
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop' });
    await signInAs(page, token);
    await page.goto('/');
    await page.getByRole('link', { name: '2 critical' }).click();
    await page.getByText('2 tanks', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Show').inputValue(), 'critical');
    // The menu of a laptop has no such place to go back to.
    assert.equal(await page.getByRole('link', { name: '‹ More' }).count(), 0);
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('begins with a device where there is none, not with a search', async () => {
    const { token: nobody } = await registerUser(server);
    await server.request('PUT', '/api/me', { token: nobody, json: { language: 'sw' } });
    const { page, ...visitor } = await visit(server.url, { language: 'sw' });
    await signInAs(page, nobody);
    await page.goto('/fleet');
    await page.getByRole('heading', { name: 'Hakuna kifaa bado' }).waitFor();
    assert.equal(await page.getByRole('searchbox').count(), 0);
    await visitor.assertAccessible();
    await page.getByRole('link', { name: 'Ongeza kifaa' }).click();
    await page.waitForURL('**/devices/new');
    visitor.assertClean();
    await visitor.close();
  });

  it('names the town of a tank beside its mark, and fits its scale, with text twice as large', async () => {
    const { page, ...visitor } = await visit(server.url);
    const { token: owner } = await registerUser(server);
    const { mac_or_serial: mac_address } = await registerDevice(server, owner, 'SN-NAIROBI');
    const place = { latitude: -1.286, longitude: 36.817 };
    const form = { mac_address, water_level_percent: 60, ...place };
    await server.request('POST', '/iot_push.php', { form });
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    })`);
    await signInAs(page, owner);
    await page.goto('/map');
    const mark = await page.locator('.map-device').boundingBox();
    const town = await page.getByText('Nairobi', { exact: true }).boundingBox();
    assert.ok(mark && town);
    assert.ok(town.y >= mark.y + mark.height * 0.85, `${town.y} is under the mark`);
    const scale = page.locator('.leaflet-control-scale-line');
    const [wanted = 0, has = 0] = await scale.evaluate((line) => [
      line.scrollWidth,
      line.clientWidth,
    ]);
    assert.ok(wanted <= has, `${wanted} px of text on a scale of ${has}`);
    await visitor.assertFits();
    await visitor.close();
  });

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
