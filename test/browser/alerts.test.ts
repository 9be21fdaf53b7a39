import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { shareDevice } from '../helpers/accounts/sharing.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac, registerDevice } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('postgres', 'the alerts', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  /** An owner of two devices, the second with an alert of low water. */
  const newOwner = async () => {
    const { token } = await registerUser(server);
    const named = async () => {
      const mac = randomMac();
      return await registerDevice(server, token, mac, mac);
    };
    const { id: roofId, mac_or_serial: roof } = await named();
    const { mac_or_serial: kitchen } = await named();
    await push(kitchen, 15);
    return { token, roofId, roof, kitchen };
  };
  const push = async (mac_address: string, water_level_percent: number) => {
    await server.request('POST', '/iot_push.php', { form: { mac_address, water_level_percent } });
  };

  const isOwnerToBeTold = async (token: string, deviceId: string): Promise<boolean> => {
    const listed = `/api/alerts.php?action=list&device_id=${deviceId}`;
    const { body: alerts } = await server.request('GET', listed, { token });
    const [alert] = alerts as { id: number }[];
    if (!alert) return false;
    const asked = `/api/alerts.php?action=told&id=${alert.id}`;
    const { body } = await server.request('GET', asked, { token });
    const { people } = body as { people: { waits_until: string | null }[] };
    return people.some(({ waits_until }) => waits_until !== null);
  };

  for (const [screen, theme] of inTurn(1, [
    ['phone', 'dark'],
    ['laptop', 'light'],
  ] as const)) {
    it(`appear by themselves, are read and deleted on a ${screen}`, async () => {
      const { token, roof, kitchen } = await newOwner();
      const { page, ...visitor } = await visit(server.url, { screen, theme });
      await signInAs(page, token);
      const stream = page.waitForResponse(/\/api\/stream\?/);
      await page.goto('/alerts');
      const lines = page.getByRole('main').getByRole('listitem');
      await page.getByText(`the water is low at 15 %`).waitFor();
      await stream;
      const badge = page.getByRole('link', { name: /^Alerts/ });
      await badge.getByText('1').waitFor();
      await visitor.assertAccessible();

      await push(roof, 3);
      await badge.getByText('2').waitFor();
      assert.equal(await lines.count(), 2);
      await lines.first().getByText('Critical').waitFor();
      await lines.first().getByRole('button', { name: 'Mark as read' }).click();
      await badge.getByText('1').waitFor();

      if (screen === 'phone') await page.getByText('Which alerts').click();
      await page.getByLabel('Device').selectOption(kitchen);
      await lines.first().getByText('15 %').waitFor();
      assert.equal(await lines.count(), 1);
      await page.getByLabel('Device').selectOption('All devices');
      await page.getByLabel('Unread only').check();
      await page.getByRole('link', { name: roof, exact: true }).waitFor({ state: 'hidden' });
      await page.getByLabel('Unread only').uncheck();

      await page.getByRole('button', { name: 'Mark all as read' }).click();
      await badge.getByText('1').waitFor({ state: 'hidden' });
      await lines.first().getByRole('button', { name: 'Delete' }).click();
      await visitor.assertAccessible();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('link', { name: roof, exact: true }).waitFor({ state: 'hidden' });
      assert.equal(await lines.count(), 1);
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('say why there are no more of them, and mark none that are not shown', async () => {
    const { token, roofId: device_id, roof, kitchen } = await newOwner();
    for (let count = 0; count < 50; count++) {
      const about = { type: 'maintenance', severity: 'info', message: `Filter ${count}` };
      const json = { device_id, ...about };
      const path = '/api/alerts.php?action=create';
      const { status, text } = await server.request('POST', path, { token, json });
      assert.equal(status, 201, text);
    }
    const { page, ...visitor } = await visit(server.url, { expects: /ERR_FAILED/ });
    await signInAs(page, token);
    await page.goto('/alerts');
    const more = page.getByRole('button', { name: 'Show more' });
    await more.waitFor();
    await page.route('**/api/alerts?*', (route) => route.abort());
    await more.click();
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    await page.unroute('**/api/alerts?*');
    await more.click();
    await page.getByText('the water is low at 15 %').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);

    const markAll = page.getByRole('button', { name: 'Mark all as read' });
    await page.getByText('Which alerts').click();
    await page.getByLabel('How severe').selectOption('Critical');
    await page.getByText('No alerts here.').waitFor();
    assert.equal(await markAll.count(), 0);
    await page.getByLabel('How severe').selectOption('All');
    await page.getByLabel('Device').selectOption(kitchen);
    await page
      .getByRole('link', { name: roof, exact: true })
      .first()
      .waitFor({ state: 'detached' });
    await markAll.click();
    await markAll.waitFor({ state: 'detached' });
    await page
      .getByRole('link', { name: /^Alerts/ })
      .getByText('50')
      .waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('are no longer new once they were read on another phone', async () => {
    const { token } = await newOwner();
    const { page, ...visitor } = await visit(server.url);
    await signInAs(page, token);
    const stream = page.waitForResponse(/\/api\/stream\?/);
    await page.goto('/alerts');
    await page.getByText('New', { exact: true }).waitFor();
    await stream;
    const { body } = await server.request('GET', '/api/alerts', { token });
    const [{ id } = { id: 0 }] = body as { id: number }[];
    await server.request('PUT', `/api/alerts.php?action=mark-read&id=${id}`, { token });
    await page.getByText('New', { exact: true }).waitFor({ state: 'hidden' });
    visitor.assertClean();
    await visitor.close();
  });

  it('are each followed from their beginning to their end, by who may', async () => {
    const { token, roofId, roof } = await newOwner();
    const viewer = await registerUser(server);
    await shareDevice(server, { token, device_id: roofId, with: viewer, role: 'viewer' });
    await push(roof, 3);
    await until(() => isOwnerToBeTold(token, roofId));
    const { page, ...visitor } = await visit(server.url, { theme: 'dark' });
    await signInAs(page, token);
    await page.goto('/alerts');
    await page.getByRole('link', { name: 'the water is low at 3 %' }).click();
    await page.getByRole('heading', { name: 'Low water' }).waitFor();
    await page.getByRole('img', { name: 'Chart of the level of main' }).locator('canvas').waitFor();
    const told = page.getByRole('region', { name: 'Who was told' });
    await told.getByText('You', { exact: true }).waitFor();
    await told
      .getByText(/You are told at /)
      .first()
      .waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();
    await page.getByRole('button', { name: 'I am taking care of it' }).click();
    await page.getByText('Acknowledged', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Until tomorrow morning' }).click();
    await page.getByText(/Quiet until .*07:00/).waitFor();
    await page.getByRole('button', { name: 'Mute this kind of alert' }).click();
    await visitor.assertAccessible();
    const question = page.getByRole('dialog', { name: 'Mute it for good?' });
    await question.getByRole('button', { name: 'Mute this kind of alert' }).click();
    await page.getByText('Muted.').waitFor();
    const { body } = await server.request(
      'GET',
      `/api/sensor_configs.php?action=list&device_id=${roofId}`,
      { token },
    );
    assert.deepEqual((body as { muted: string[] }[])[0]?.muted, ['low']);

    await push(roof, 4);
    await page.getByText('Over', { exact: true }).first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Until tomorrow morning' }).count(), 0);
    visitor.assertClean();
    // In a browser of their own: the owner's keeps what the owner may do until a session ends.
    const other = await visit(server.url);
    await signInAs(other.page, viewer.token);
    await other.page.goto(page.url());
    await other.page.getByText('You may see this tank.').waitFor();
    await other.page.getByText('You were sent no message of it.').waitFor();
    assert.equal(await other.page.getByRole('button', { name: 'Mute this kind' }).count(), 0);
    other.assertClean();
    await other.close();
    await visitor.close();
  });

  it('are written by people too, once, and in Swahili', async () => {
    const { token, roof, kitchen } = await newOwner();
    const { page, ...visitor } = await visit(server.url);
    await server.request('PUT', '/api/me', { token, json: { language: 'sw' } });
    await signInAs(page, token);
    const stream = page.waitForResponse(/\/api\/stream\?/);
    await page.goto('/alerts');
    await stream;
    await page.getByText(`${kitchen}: maji yamepungua hadi asilimia 15 (kikomo 20).`).waitFor();
    await page.getByRole('button', { name: 'Ongeza tahadhari yako' }).click();
    await page.getByRole('dialog').getByLabel('Kifaa').selectOption(roof);
    await page.getByLabel('Ujumbe').fill('Safisha kichujio.');
    await page.getByRole('button', { name: 'Hifadhi tahadhari' }).click();
    await page.getByText('Safisha kichujio.').waitFor();
    await page.getByRole('link', { name: 'Tahadhari' }).getByText('2').waitFor();
    assert.equal(await page.getByText('Safisha kichujio.').count(), 1);
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });
});
