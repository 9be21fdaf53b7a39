import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Route } from 'playwright-core';
import {
  callAuth,
  type RegisteredUser,
  readSignedIn,
  registerUser,
} from '../helpers/accounts/accounts.ts';
import { type Visitor, visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { registerDevice } from '../helpers/water/devices.ts';

describeByTurns('postgres', 'a dashboard that is open', (engine) => {
  const server = useTestServer({ engine, isTimed: true });
  let owner: RegisteredUser;
  let mac_address: string;
  before(async () => {
    owner = await registerUser(server);
    ({ mac_or_serial: mac_address } = await registerDevice(server, owner.token));
    await push(40);
  });

  const push = async (water_level_percent: number): Promise<void> => {
    const form = { mac_address, water_level_percent };
    const { status } = await server.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201);
  };
  const open = async (visitor: Visitor): Promise<void> => {
    await signInAs(visitor.page, owner.token);
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

  it('counts an alert once, however often it changes, and not once it was read', async () => {
    const { token } = await registerUser(server);
    const { mac_or_serial: mac_address } = await registerDevice(server, token);
    const visitor = await visit(server.url);
    const { page } = visitor;
    const stream = page.waitForResponse(/\/api\/stream\?/);
    await signInAs(page, token);
    await page.goto('/');
    await stream;
    for (const water_level_percent of [40, 15, 14.5]) {
      const form = { mac_address, water_level_percent };
      await server.request('POST', '/iot_push.php', { form });
    }
    await page.getByText('1 new alert').waitFor();
    const path = '/api/alerts.php?action=';
    const answer = await server.request('GET', '/api/alerts', { token });
    const [{ id }] = answer.body as [{ id: number }];
    const change = async (action: string, rest = '') => {
      const counted = page.waitForResponse(/action=unread-count/);
      const query = `${path}${action}&id=${id}${rest}`;
      const { status, text } = await server.request('PUT', query, { token });
      assert.equal(status, 200, text);
      await counted;
    };
    await change('acknowledge');
    assert.equal(await page.getByText('1 new alert').count(), 1);
    await server.request('PUT', `${path}mark-read&id=${id}`, { token });
    await page.getByText('1 new alert').waitFor({ state: 'detached' });
    await page.goto('/alerts');
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await change('snooze', `&until=${until}`);
    await page.getByText('Quiet until').first().waitFor();
    assert.equal(await page.getByText('New', { exact: true }).count(), 0);
    visitor.assertClean();
    await visitor.close();
  });

  it('shows a change that overtook the answer to an older question', async () => {
    const { token } = await registerUser(server);
    const { mac_or_serial: mac_address } = await registerDevice(server, token);
    const form = { mac_address, water_level_percent: 12 };
    await server.request('POST', '/iot_push.php', { form });
    const visitor = await visit(server.url);
    const { page } = visitor;
    await signInAs(page, token);
    const stream = page.waitForResponse(/\/api\/stream\?/);
    await page.goto('/');
    await stream;
    // The list is asked for, and its answer is on its way while the alert changes.
    const onItsWay = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    await page.route(/\/api\/alerts(\?|$)/, async (route) => {
      const response = await route.fetch();
      onItsWay.resolve();
      await changed.promise;
      await route.fulfill({ response });
    });
    await page.locator('nav a[href="/alerts"]:visible').first().click();
    await onItsWay.promise;
    const [{ id }] = (await server.request('GET', '/api/alerts', { token })).body as [
      { id: number },
    ];
    const counted = page.waitForResponse(/action=unread-count/);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await server.request('PUT', `/api/alerts.php?action=snooze&id=${id}&until=${until}`, { token });
    await counted;
    changed.resolve();
    await page.getByText('Quiet until').first().waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('asks for what it shows where no stream can be had once it is seen again', async () => {
    const visitor = await visit(server.url);
    const { page } = visitor;
    await page.clock.install();
    const stream = page.waitForResponse(/\/api\/stream\?/);
    await open(visitor);
    await stream;
    await shows(visitor, 12);
    const show = (isHidden: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
        document.dispatchEvent(new Event('visibilitychange'));
      `);
    await show(true);
    await page.clock.fastForward(61_000);
    // A line that swallows what would open a stream.
    const asked = Promise.withResolvers<void>();
    await page.route(/\/api\/stream\/tickets/, () => asked.resolve());
    await show(false);
    await asked.promise;
    await page.clock.fastForward(11_000);
    await page.getByText('Levels come up to half a minute late.').waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('never puts the bearer token into an address', async () => {
    const visitor = await visit(server.url);
    const addresses: string[] = [];
    visitor.page.on('request', (request) => addresses.push(request.url()));
    const stream = visitor.page.waitForResponse(/\/api\/stream\?/);
    await open(visitor);
    await stream;
    assert.ok(addresses.some((address) => address.includes('/api/stream?ticket=')));
    assert.ok(addresses.every((address) => !address.includes(owner.token)));
    await visitor.close();
  });

  it('starts without a network and says how old its levels are', async () => {
    const visitor = await visit(server.url, {
      expects: /ERR_INTERNET_DISCONNECTED/,
      hasWorker: true,
    });
    const { page, context } = visitor;
    await open(visitor);
    await shows(visitor, 12);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    // The list is stored at most once a second.
    await until(() => page.evaluate(() => localStorage.getItem('kisima.tanks') !== null));
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

  it('has no connection also where a stream was just opening when the network went', async () => {
    const visitor = await visit(server.url, {
      expects: /ERR_INTERNET_DISCONNECTED/,
      hasWorker: true,
    });
    const { page, context } = visitor;
    const held = Promise.withResolvers<Route>();
    await page.route(/\/api\/stream\?/, (route) => held.resolve(route));
    await open(visitor);
    const opening = await held.promise;
    await shows(visitor, 77);
    await context.setOffline(true);
    const banner = page.getByText('No connection.');
    await banner.waitFor();
    await page.evaluate(`new MutationObserver(() => document.body.classList.add('banner-changed'))
      .observe(document.querySelector('.foot'), { childList: true, subtree: true })`);
    // The answer to what was given up: a page that took it would think itself live.
    const answer = { contentType: 'text/event-stream', body: 'retry: 60000\n\n' };
    await opening.fulfill(answer).catch(() => undefined);
    await page.evaluate('new Promise(requestAnimationFrame)');
    assert.equal(await page.locator('.banner-changed').count(), 0);
    assert.ok(await banner.isVisible());
    visitor.assertClean();
    await visitor.close();
  });

  it('leads back to where an ended session was', async () => {
    const visitor = await visit(server.url, { expects: /status of 401/ });
    const { page } = visitor;
    await open(visitor);
    await page.goto('/fleet?sort=level');
    await page.getByText('1 tank', { exact: true }).waitFor();
    const { email, password } = owner;
    const { token } = readSignedIn(await callAuth(server, 'login', { json: { email, password } }));
    await server.request('DELETE', '/api/me/sessions', { token });
    await page.reload();
    await page.getByText('Your session has ended.').waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('1 tank', { exact: true }).waitFor();
    assert.match(page.url(), /\/fleet\?sort=level$/);
    visitor.assertClean();
    await visitor.close();
  });
});
