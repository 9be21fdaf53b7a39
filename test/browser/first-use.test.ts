import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { registerDevice } from '../helpers/water/devices.ts';

describeByTurns('sqlite', 'the first use of the dashboard', (engine) => {
  const server = useTestServer({ engine, isTimed: true });
  let token: string;
  before(async () => {
    ({ token } = await registerUser(server));
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const mac_or_serial = `SN-FIRST-${number}`;
      await registerDevice(server, token, mac_or_serial, mac_or_serial);
      if (number === 1) continue;
      const water_level_percent = number === 5 ? 4 : 50;
      const form = { mac_address: mac_or_serial, water_level_percent };
      assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
    }
  });

  it('says what is wrong where a screen does not come, and brings it when the network is back', async () => {
    const { page, context, ...visitor } = await visit(server.url, {
      expects: /Failed to|ERR_/,
      hasWorker: true,
    });
    await signInAs(page, token);
    await page.goto('/');
    await page.getByRole('heading', { name: 'SN-FIRST-5' }).waitFor();
    await context.setOffline(true);
    await page.getByText('No connection').waitFor();
    await page.getByRole('link', { name: /^Alerts/ }).click();
    // One banner for the whole screen, and what is not there in its place.
    await page.getByText('Not kept on this phone.').first().waitFor();
    assert.equal(await page.getByText('The server cannot be reached').count(), 0);
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
    await visitor.close();
  });

  it('brings a screen, and how it looks, where the browser finds a network before anything comes through it', async () => {
    const { page, context, ...visitor } = await visit(server.url, { expects: /Failed to|ERR_/ });
    // Before the service worker has kept anything, as on the first day.
    await context.route('**/service-worker.js', (route) => route.abort());
    await signInAs(page, token);
    await page.goto('/');
    await page.getByRole('heading', { name: 'SN-FIRST-5' }).waitFor();
    let isAway = true;
    await page.route(/\/(assets|dashboard\.json)/, (route) =>
      isAway ? route.abort() : route.continue(),
    );
    const fails = () =>
      page.waitForEvent('requestfailed', (request) => request.url().endsWith('/dashboard.json'));
    await page.getByRole('link', { name: /^Alerts/ }).click();
    await page.getByText('The server cannot be reached').first().waitFor();
    const failing = fails();
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await failing;
    isAway = false;
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
    const look = `getComputedStyle(document.querySelector('.alerts-filters')).display`;
    assert.equal(await page.evaluate<string>(look), 'grid');
    await visitor.close();
  });

  it('keeps every screen for when there is no network', async () => {
    const expects = /Failed to|ERR_/;
    const { page, context, ...visitor } = await visit(server.url, { expects, keepsAll: true });
    await signInAs(page, token);
    await page.goto('/');
    await page.getByRole('heading', { name: 'SN-FIRST-5' }).waitFor();
    await page.evaluate(
      `navigator.serviceWorker.ready.then(({ active }) => active.postMessage('keep-all'))`,
    );
    // The last of them is kept when nothing more is added.
    const countKept = async () =>
      await page.evaluate<number>(
        `caches.open('kisima').then(async (cache) => (await cache.keys()).length)`,
      );
    let kept = 0;
    for (let more = await countKept(); more > kept || kept < 60; more = await countKept()) {
      kept = more;
      await page.waitForTimeout(500);
    }
    // A file of ours that is no screen must not take the place of the page that is kept.
    await page.goto('/licences.txt');
    await page.goto('/');
    await page.goto('/licences.txt');
    await context.setOffline(true);
    await page.goto('/account');
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    await visitor.close();
  });

  it('shows many tanks worst first, with their sums and a search', async () => {
    const { page, ...visitor } = await visit(server.url);
    await signInAs(page, token);
    await page.goto('/');
    await page.getByText('9 tanks').waitFor();
    await page.getByText('1 critical').waitFor();
    const cards = page.locator('.tank-card h2');
    assert.equal(await cards.first().textContent(), 'SN-FIRST-5');
    assert.equal(await cards.last().textContent(), 'SN-FIRST-1');
    await visitor.assertAccessible();
    await page.getByLabel('Search by name or MAC').fill('first-7');
    await until(() =>
      page.evaluate<boolean>(`document.querySelectorAll('.tank-card').length === 1`),
    );
    await page.getByLabel('Search by name or MAC').fill('no such');
    await page.getByText('No tank is called “no such”.').waitFor();
    await visitor.assertAccessible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await cards.nth(8).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('says what it is at the door, and shows a password to who types it', async () => {
    const { page, ...visitor } = await visit(server.url, { language: 'sw' });
    await page.goto('/sign-in');
    await page.getByText('Kisima huangalia maji ya matangi yako').waitFor();
    const password = page.getByLabel('Nenosiri', { exact: true });
    await password.fill('correct horse');
    assert.equal(await password.getAttribute('type'), 'password');
    await page.getByLabel('Onyesha nenosiri').check();
    assert.equal(await password.getAttribute('type'), 'text');
    assert.equal(await password.inputValue(), 'correct horse');
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('names who is signed in beside the menu of a laptop, which hides nothing', async () => {
    const json = { language: 'en' };
    await server.request('PUT', '/api/me', { token, json });
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop' });
    await signInAs(page, token);
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Kisima' });
    await menu.getByRole('link', { name: 'Account' }).waitFor();
    await menu.getByText('@').waitFor();
    assert.equal(await menu.getByRole('link', { name: 'More' }).count(), 0);
    await menu.getByRole('button', { name: 'Sign out' }).waitFor();
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });
});
