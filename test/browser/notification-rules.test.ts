import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { newTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { registerDevice } from '../helpers/water/devices.ts';

describeByTurns('postgres', 'rules of what a person is told', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('saves the rules of the tank that is shown, also while those of all are on their way', async () => {
    const { token } = await registerUser(server);
    const devices = [await registerDevice(server, token), await registerDevice(server, token)];
    const device_id = devices[1]?.id ?? '';
    const path = '/api/notifications.php?action=settings';
    const savePath = '/api/notifications.php?action=save';
    const change = (json: object) => server.request('POST', savePath, { token, json });
    const rules = { sms: ['critical', 'warning', 'info'], email: [] };
    const own = { ...rules, webhook: ['info'], 'web-push': ['warning'] };
    assert.equal((await change({ device_id, channels: own })).status, 200);
    const { page, ...visitor } = await visit(server.url);
    await signInAs(page, token);
    await page.goto('/account/notifications');
    const held = Promise.withResolvers<void>();
    await page.route(/action=save/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByLabel('SMS: Note').check();
    await page.getByLabel('Of which tank').selectOption(device_id);
    assert.ok(await page.getByLabel('SMS: Warning').isChecked());
    assert.ok(!(await page.getByLabel('E-mail: Critical').isChecked()));
    await page.getByLabel('SMS: Note').uncheck();
    held.resolve();
    await until(async () => {
      const { body } = await server.request('GET', path, { token });
      const { devices: kept } = body as { devices: { channels: Record<string, string[]> }[] };
      const channels = kept[0]?.channels ?? {};
      return channels['sms']?.length === 2 && channels['email']?.length === 0;
    });
    visitor.assertClean();
    await visitor.close();
  });

  it('keeps the secret of a webhook on the screen while other things are changed', async () => {
    const { token } = await registerUser(server);
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop' });
    await signInAs(page, token);
    await page.goto('/account/notifications');
    const saved = () => page.waitForResponse(/action=save/);
    const webhook = page.locator('section', {
      has: page.getByRole('heading', { name: 'Webhook', exact: true }),
    });
    const save = async (url: string) => {
      await webhook.getByRole('textbox').fill(url);
      const answered = saved();
      await webhook.getByRole('button', { name: 'Save' }).click();
      const { webhook: known } = (await (await answered).json()) as {
        webhook: { secret?: string } | null;
      };
      return known?.secret;
    };
    const secret = (await save('https://hook.example.com/tanks')) ?? '';
    assert.match(secret, /^whsec_/);
    await webhook.getByText(secret).waitFor();
    const ticked = saved();
    await page.getByLabel('SMS: Note').check();
    await ticked;
    // The box is free again once the answer was taken.
    await page.getByLabel('SMS: Note').uncheck();
    await page.getByRole('button', { name: 'Send a test: Webhook' }).waitFor();
    assert.equal(await webhook.getByText(secret).count(), 1);
    await save('');
    await webhook.getByText(secret).waitFor({ state: 'detached' });
    visitor.assertClean();
    await visitor.close();
  });

  it('says that SMS are on once they are, and tries again where that failed', async () => {
    const { token } = await newTank(server);
    const path = '/api/notifications.php?action=save';
    await server.request('POST', path, { token, json: { channels: { sms: [] } } });
    const { page, ...visitor } = await visit(server.url, { expects: /status of 503/ });
    await signInAs(page, token);
    await page.goto('/account/notifications/sms');
    await page.getByLabel('Phone number').fill('0712 345 678');
    await page.getByRole('button', { name: 'Send a code' }).click();
    const code = page.locator('input[name=code]');
    await code.waitFor();
    const { body } = await server.db.read
      .selectFrom('sms_messages')
      .select('body')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const failure = { success: false, error: 'Away.', code: 'unavailable' };
    await page.route(/action=save/, (route) => route.fulfill({ status: 503, json: failure }));
    await code.fill(/\d{6}/.exec(body ?? '')?.[0] ?? 'none');
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByText('SMS go to 0712 345 678.').count(), 0);
    await visitor.assertAccessible();
    await visitor.assertFits();
    await page.unroute(/action=save/);
    await page.getByRole('alert').getByRole('button').click();
    await page.getByText('SMS go to 0712 345 678.').waitFor();
    const settings = '/api/notifications.php?action=settings';
    const { body: kept } = await server.request('GET', settings, { token });
    assert.deepEqual((kept as { channels: { sms: string[] } }).channels.sms, ['critical']);
    visitor.assertClean();
    await visitor.close();
  });
});
