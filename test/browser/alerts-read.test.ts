import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { registerDevice } from '../helpers/water/devices.ts';

const fleetSize = 30;

describeByTurns('sqlite', 'alerts that are read elsewhere', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('are counted for their device, and for all together where they are of many', async () => {
    const { token } = await registerUser(server);
    const deviceIds: string[] = [];
    for (let at = 0; at < fleetSize; at += 1) {
      const { id, mac_or_serial: mac_address } = await registerDevice(server, token);
      deviceIds.push(id);
      const form = { mac_address, water_level_percent: 5 };
      await server.request('POST', '/iot_push.php', { form });
    }
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop' });
    const asked = { counts: 0, lists: 0 };
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (searchParams.get('action') === 'unread-count') asked.counts += 1;
      if (pathname === '/api/tanks' && !searchParams.has('device_id')) asked.lists += 1;
    });
    await signInAs(page, token);
    const stream = page.waitForResponse(/\/api\/stream\?/);
    await page.goto('/');
    await stream;
    const badge = page.locator('nav a[href="/alerts"]:visible .badge');
    await badge.getByText(String(fleetSize), { exact: true }).waitFor();

    const [alert] = (await server.request('GET', '/api/alerts?limit=1', { token })).body as {
      id: number;
    }[];
    const before = { ...asked };
    const path = '/api/alerts.php?action=';
    await server.request('PUT', `${path}mark-read&id=${alert?.id}`, { token });
    await badge.getByText(String(fleetSize - 1), { exact: true }).waitFor();
    assert.deepEqual(asked, { ...before, counts: before.counts + 1 });

    await Promise.all(
      deviceIds.map((id) =>
        server.request('PUT', `${path}mark-all-read&device_id=${id}`, { token }),
      ),
    );
    await badge.waitFor({ state: 'detached' });
    visitor.assertClean();
    await visitor.close();
  });
});
