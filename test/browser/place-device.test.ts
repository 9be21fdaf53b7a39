import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import type { Page } from 'playwright-core';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { shareDevice } from '../helpers/accounts/sharing.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../helpers/water/devices.ts';

describeByTurns('sqlite', 'a device is placed on the map', (engine) => {
  const server = useTestServer({ engine, isTimed: true });
  let owner: { token: string };
  let device: DeviceAnswer;
  beforeEach(async () => {
    owner = await registerUser(server);
    device = await registerDevice(server, owner.token);
  });

  const enter = async (page: Page, address: string, { token } = owner) => {
    await signInAs(page, token);
    await page.goto(address);
  };
  const locationNow = async () => {
    const path = `/api/devices.php?action=location&id=${device.id}`;
    const { body } = await server.request('GET', path, { token: owner.token });
    return (body as DeviceAnswer).location;
  };

  it('by a tap on a phone, from its set-up', async () => {
    const { page, ...visitor } = await visit(server.url);
    await enter(page, `/devices/${device.id}`);
    await page.getByText('Nobody has said yet where it stands').waitFor();
    await page.getByRole('link', { name: 'Place on the map' }).click();
    await page.getByRole('heading', { name: 'Where does Your tank stand?' }).waitFor();
    const save = page.getByRole('button', { name: 'Save the place' });
    assert.equal(await save.isDisabled(), true);
    await page.locator('.map-country').waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();

    const map = page.getByRole('region', { name: 'Map of your devices' });
    await map.tap({ position: { x: 160, y: 120 } });
    const said = await page.getByText(/^At -?\d+\.\d{5}, \d+\.\d{5}\./).textContent();
    await visitor.assertAccessible();
    await save.click();
    await page.getByRole('button', { name: 'Your tank: No reading' }).waitFor();
    const { latitude = 0, longitude = 0, source } = (await locationNow()) ?? {};
    assert.equal(source, 'person');
    assert.ok(said?.includes(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`), `${said}`);
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('by keys alone, from the list of those without a place, and taken away again', async () => {
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop', theme: 'dark' });
    await enter(page, '/map');
    await page.getByRole('heading', { name: 'Devices without a place' }).waitFor();
    await page.getByRole('button', { name: 'Your tank' }).press('Enter');
    await page.locator('.map-country').waitFor();
    await page.getByRole('button', { name: 'Take the middle of the map' }).press('Enter');
    await page.getByRole('button', { name: 'Save the place' }).press('Enter');
    await page.getByRole('button', { name: 'Place on the map' }).waitFor();
    assert.equal((await locationNow())?.source, 'person');

    await page.getByRole('button', { name: 'Place on the map' }).press('Enter');
    await page.getByRole('button', { name: 'Take the place away' }).press('Enter');
    await page.getByRole('heading', { name: 'Devices without a place' }).waitFor();
    assert.equal(await locationNow(), null);
    visitor.assertClean();
    await visitor.close();
  });

  it('by nobody who only looks at it', async () => {
    const viewer = await registerUser(server);
    const { token } = owner;
    await shareDevice(server, { token, device_id: device.id, with: viewer, role: 'viewer' });
    const { page, ...visitor } = await visit(server.url);
    await enter(page, `/map?place=${device.id}`, viewer);
    await page.getByText('No device has a place yet.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Your tank' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Save the place' }).count(), 0);
    visitor.assertClean();
    await visitor.close();
  });

  it('and stays where it was said to stand while the server is away', async () => {
    const { page, context, ...visitor } = await visit(server.url, {
      expects: /Failed to|ERR_/,
      hasWorker: true,
    });
    await enter(page, `/map?place=${device.id}`);
    await page.locator('.map-country').waitFor();
    await page.getByRole('button', { name: 'Take the middle of the map' }).click();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save the place' }).click();
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
    await page.getByText(/^At /).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Save the place' }).click();
    await page.getByRole('button', { name: 'Your tank: No reading' }).waitFor();
    await visitor.close();
  });
});
