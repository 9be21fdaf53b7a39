import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { registerUser } from '../helpers/accounts.ts';
import { visit } from '../helpers/browser.ts';
import { signInAs } from '../helpers/dashboard-owner.ts';
import { registerDevice } from '../helpers/devices.ts';
import { describeByTurns, startTestServer, type TestServer } from '../helpers/test-server.ts';

describeByTurns('sqlite', 'the first use of the dashboard', (engine) => {
  let server: TestServer;
  let token: string;
  before(async () => {
    server = await startTestServer({ engine, isTimed: true });
    ({ token } = await registerUser(server));
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const mac_or_serial = `SN-FIRST-${number}`;
      await registerDevice(server, token, { mac_or_serial, device_name: `Tank ${number}` });
      if (number === 1) continue;
      const water_level_percent = number === 5 ? 4 : 50;
      const form = { mac_address: mac_or_serial, water_level_percent };
      assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
    }
  });
  after(() => server.stop());

  it('says what is wrong where a screen does not come, and brings it when the network is back', async () => {
    const { page, context, ...visitor } = await visit(server.url, { expects: /Failed to|ERR_/ });
    await signInAs(page, token);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Tank 5' }).waitFor();
    await context.setOffline(true);
    await page.evaluate(() => {
      history.pushState(null, '', '/alerts');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.getByText('The server cannot be reached').first().waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
    await visitor.close();
  });

  it('keeps every screen for when there is no network', async () => {
    const { page, context, ...visitor } = await visit(server.url, { expects: /Failed to|ERR_/ });
    await signInAs(page, token);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Tank 5' }).waitFor();
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage('keep-all');
    });
    await page.waitForFunction(async () => {
      const kept = (await (await caches.open('kisima')).keys()).map(({ url }) => url);
      return ['/account-', '/alerts-', '/reports-'].every((part) =>
        kept.some((url) => url.includes(part) && url.endsWith('.js')),
      );
    });
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
    assert.equal(await cards.first().textContent(), 'Tank 5');
    assert.equal(await cards.last().textContent(), 'Tank 1');
    await visitor.assertAccessible();
    await page.getByLabel('Search by name or MAC').fill('tank 7');
    await page.waitForFunction(() => document.querySelectorAll('.tank-card').length === 1);
    await page.getByLabel('Search by name or MAC').fill('no such');
    await page.getByText('No tank is called “no such”.').waitFor();
    await visitor.assertAccessible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await cards.nth(8).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  for (const language of ['en', 'sw'] as const) {
    for (const screen of ['phone', 'laptop'] as const) {
      it(`fits a ${screen} with text twice as large, in ${language}`, async () => {
        const { page, ...visitor } = await visit(server.url, { screen, language });
        await signInAs(page, token);
        const places = ['/', '/alerts', '/fleet', '/reports', '/account', '/more', '/devices/new'];
        for (const path of [...places, '/sms', '/sms/compose', '/tanks/2', '/tanks/2/water']) {
          await page.goto(path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.evaluate(() => {
            document.documentElement.style.fontSize = '200%';
          });
          await page.waitForTimeout(300);
          const shot = process.env['SCREENSHOTS'];
          if (shot) {
            const name = `${screen}-${language}${path.replaceAll('/', '-')}.png`;
            await page.screenshot({ path: `${shot}/${name}` });
          }
          await visitor.assertFits().catch((error: unknown) => {
            throw new Error(`${path}: ${String(error)}`);
          });
        }
        await visitor.close();
      });
    }
  }

  it('says what it is at the door, and shows a password to who types it', async () => {
    const { page, ...visitor } = await visit(server.url, { language: 'sw' });
    await page.goto('/sign-in');
    await page.getByText('Kisima huangalia maji ya matangi yako').waitFor();
    const password = page.getByLabel('Nenosiri', { exact: true });
    await password.fill('correct horse');
    assert.equal(await password.getAttribute('type'), 'password');
    await page.getByLabel('Onyesha ninachoandika').check();
    assert.equal(await password.getAttribute('type'), 'text');
    assert.equal(await password.inputValue(), 'correct horse');
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('names who is signed in beside the menu of a laptop, which hides nothing', async () => {
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
