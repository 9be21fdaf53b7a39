import assert from 'node:assert/strict';
import { it } from 'node:test';
import { oldBrowserScript } from '../helpers/browser/floor/old-browser.ts';
import { visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';
import { registerDevice } from '../helpers/water/devices.ts';

describeByTurns('sqlite', 'a browser as old as is served', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('filters the lists of devices, alerts and messages, and chooses a report', async () => {
    const owner = await newSmsOwner(server);
    await registerDevice(server, owner.token, undefined, 'Roof');
    await registerDevice(server, owner.token, undefined, 'Kitchen');
    await owner.call('POST', '/sms/send', { json: { to: '0712345678', message: 'Hi' } });
    const { page, ...visitor } = await visitAs(server, owner, { screen: 'laptop' });
    await visitor.context.addInitScript(oldBrowserScript());

    await page.goto('/fleet');
    await page.getByRole('link', { name: 'Kitchen' }).waitFor();
    assert.equal(await page.evaluate('typeof AbortSignal.timeout'), 'undefined');
    await page.getByLabel('Search by name, MAC or group').fill('Roof');
    await page.getByRole('link', { name: 'Kitchen' }).waitFor({ state: 'detached' });
    assert.match(page.url(), /\/fleet\?q=Roof$/);

    await page.goto('/alerts');
    await page.getByLabel('Unread only').check();
    await page.waitForURL('**/alerts?new=1');

    await page.goto('/reports');
    await page.getByLabel('Device', { exact: true }).selectOption('Roof');
    await page.waitForURL(/\/reports\?device=/);

    await page.goto('/sms/messages');
    await page.getByText('Hi', { exact: true }).waitFor();
    await page.getByLabel('Campaign').fill('June');
    await page.getByLabel('Campaign').press('Enter');
    await page.waitForURL('**/sms/messages?campaign=June');
    await page.getByText('Hi', { exact: true }).waitFor({ state: 'detached' });
    visitor.assertClean();
    await visitor.close();
  });
});
