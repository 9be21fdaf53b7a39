import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Visitor, visit } from '../helpers/browser.ts';
import { signInAs } from '../helpers/dashboard-owner.ts';
import { describeOnBothEngines, startTestServer, type TestServer } from '../helpers/test-server.ts';

describeOnBothEngines('a dashboard that is open', (engine) => {
  let server: TestServer;
  let token: string;
  before(async () => {
    server = await startTestServer({ engine, isTimed: true });
    const json = { email: 'amina@example.com', password: 'correct horse' };
    const { body } = await server.request('POST', '/api/auth.php?action=register', { json });
    token = (body as { token: string }).token;
    const device = { mac_or_serial: 'AA:BB:CC:DD:EE:01' };
    await server.request('POST', '/api/devices.php?action=register', { token, json: device });
    await push(40);
  });
  after(() => server.stop());

  const push = async (water_level_percent: number): Promise<void> => {
    const form = { mac_address: 'AA:BB:CC:DD:EE:01', water_level_percent };
    const { status } = await server.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201);
  };
  const open = async (visitor: Visitor): Promise<void> => {
    await signInAs(visitor.page, token);
    await visitor.page.goto('/');
  };
  const shows = (visitor: Visitor, level: number) =>
    visitor.page.getByRole('img', { name: `: ${level} %` }).waitFor();

  it('shows a reading in two browsers at once, without a reload', async () => {
    const phone = await visit(server.url);
    const laptop = await visit(server.url, { screen: 'laptop' });
    const streams = [phone, laptop].map(({ page }) => page.waitForResponse(/\/api\/stream\?/));
    await Promise.all([open(phone), open(laptop)]);
    await Promise.all([shows(phone, 40), shows(laptop, 40), ...streams]);
    await push(61);
    await Promise.all([shows(phone, 61), shows(laptop, 61)]);
    await push(12);
    await Promise.all([shows(phone, 12), shows(laptop, 12)]);
    await laptop.page.getByText('Low', { exact: true }).waitFor();
    for (const visitor of [phone, laptop]) {
      visitor.assertClean();
      await visitor.close();
    }
  });

  it('never puts the bearer token into an address', async () => {
    const visitor = await visit(server.url);
    const addresses: string[] = [];
    visitor.page.on('request', (request) => addresses.push(request.url()));
    const stream = visitor.page.waitForResponse(/\/api\/stream\?/);
    await open(visitor);
    await stream;
    assert.ok(addresses.some((address) => address.includes('/api/stream?ticket=')));
    assert.ok(addresses.every((address) => !address.includes(token)));
    await visitor.close();
  });

  it('starts without a network and says how old its levels are', async () => {
    const visitor = await visit(server.url, { expects: /ERR_INTERNET_DISCONNECTED/ });
    const { page, context } = visitor;
    await open(visitor);
    await shows(visitor, 12);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    // What is known is written down at most once a second.
    await page.waitForFunction(() => localStorage.getItem('kisima.tanks') !== null);
    // The second load goes through the service worker, which keeps what comes.
    await page.reload();
    await shows(visitor, 12);

    await context.setOffline(true);
    await page.reload();
    await shows(visitor, 12);
    await page.getByText('No connection.').waitFor();
    await page.getByText(/^As of /).waitFor();
    await visitor.assertAccessible();

    await context.setOffline(false);
    await page.getByText('No connection.').waitFor({ state: 'hidden' });
    await push(77);
    await shows(visitor, 77);
    visitor.assertClean();
    await visitor.close();
  });

  it('leads back to where an ended session was', async () => {
    const visitor = await visit(server.url, { expects: /status of 401/ });
    const { page } = visitor;
    await open(visitor);
    await page.goto('/fleet?sort=level');
    await page.getByText('1 line').waitFor();
    const others = await server.request('POST', '/api/auth.php?action=login', {
      json: { email: 'amina@example.com', password: 'correct horse' },
    });
    await server.request('DELETE', '/api/me/sessions', {
      token: (others.body as { token: string }).token,
    });
    await page.reload();
    await page.getByText('Your session has ended.').waitFor();
    await page.getByLabel('E-mail').fill('amina@example.com');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('1 line').waitFor();
    assert.match(page.url(), /\/fleet\?sort=level$/);
    visitor.assertClean();
    await visitor.close();
  });
});
