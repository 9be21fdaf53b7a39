import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type RegisteredUser, registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { registerDevice } from '../helpers/water/devices.ts';

const hostile = `"><img src=x onerror="document.title='taken'">`;

/** DOM as seen within the page. */
type Dom = {
  document: { body: { innerHTML: string }; querySelectorAll(of: 'input'): { value: string }[] };
};

/** In a text, an attribute or a field; runs in the page. */
const showsName = () => {
  const { document } = globalThis as unknown as Dom;
  const typed = [...document.querySelectorAll('input')].map(({ value }) => value).join();
  return `${typed}${document.body.innerHTML}`.includes('onerror=');
};

describeByTurns('sqlite', 'names that are HTML', (engine) => {
  const server = useTestServer({ engine });
  let owner: RegisteredUser;
  let deviceId: string;
  before(async () => {
    owner = await registerUser(server, { full_name: hostile });
    const { id, mac_or_serial } = await registerDevice(server, owner.token);
    deviceId = id;
    const tell = async (method: 'POST' | 'PUT', path: string, json: object) => {
      const answer = await server.request(method, path, { token: owner.token, json });
      assert.ok(answer.status < 300, answer.text);
    };
    await tell('PUT', '/api/devices.php?action=update-name', {
      mac_or_serial,
      device_name: hostile,
    });
    const sensor = { device_id: id, sensor_name: hostile };
    await tell('POST', '/api/sensor_configs.php?action=save', { ...sensor, capacity: 5000 });
    await tell('POST', '/api/sensors.php?action=reading', { ...sensor, level: 12 });
    const alert = { ...sensor, type: 'maintenance', severity: 'critical', message: hostile };
    await tell('POST', '/api/alerts.php?action=create', alert);
    await tell('POST', '/v1/account/groups', { name: hostile });
    await tell('POST', '/v1/account/keys', { name: hostile });
  });

  it('are shown as they were written, and run nothing', async () => {
    const { page, ...visitor } = await visit(server.url);
    await signInAs(page, owner.token);
    const screens = ['/', '/alerts', '/fleet', '/map', '/account', '/reports', '/sms/groups'];
    const ofDevice = [`/tanks/${deviceId}`, `/devices/${deviceId}`, `/devices/${deviceId}/people`];
    for (const path of [...screens, ...ofDevice, '/sms/keys']) {
      await page.goto(path);
      await until(() => page.evaluate<boolean>(showsName)).catch(() =>
        assert.fail(`${path} shows no name`),
      );
      assert.equal(await page.locator('main img[src="x"], main script').count(), 0, path);
      assert.doesNotMatch(await page.title(), /^taken$/, path);
    }
    visitor.assertClean();
    await visitor.close();
  });

  it('are gone from the browser, with all that it kept, once their owner has signed out', async () => {
    const { page, ...visitor } = await visit(server.url);
    await signInAs(page, owner.token);
    await page.goto('/');
    await until(() => page.evaluate(() => localStorage.getItem('kisima.tanks') !== null));
    await page.goto('/more');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    const kept = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
    assert.doesNotMatch(JSON.stringify(kept), /onerror|token|tanks|profile|@/);
    const { status } = await server.request('GET', '/api/me', { token: owner.token });
    assert.equal(status, 401);
    visitor.assertClean();
    await visitor.close();
  });
});
