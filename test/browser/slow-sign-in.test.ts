import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';

describeByTurns('sqlite', 'signing in over a slow line', (engine) => {
  const server = useTestServer({ engine });

  it('keeps what is typed while the server says what one signs in with', async () => {
    const { page, ...visitor } = await visit(server.url, { screen: 'phone' });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await page.route(/action=sign-in-ways/, async (route) => {
      await promise;
      await route.fulfill({ json: { phone: true } });
    });
    await page.goto('/sign-in');
    await page.getByLabel('E-mail', { exact: true }).fill('asha@example.com');
    release();
    const field = page.getByLabel('E-mail or phone number');
    await field.waitFor();
    assert.equal(await field.inputValue(), 'asha@example.com');
    visitor.assertClean();
    await visitor.close();
  });

  it('remembers that a code is on its way when the page was put aside meanwhile', async () => {
    const { page, ...visitor } = await visit(server.url, { screen: 'phone' });
    await page.route(/action=reset-request/, (route) => route.fulfill({ json: {} }));
    await page.goto('/reset');
    await page.locator('input[name=email]').fill('asha@example.com');
    await page.locator('form button[type=submit]').click();
    await page.locator('input[name=token]').waitFor();
    await page.reload();
    await page.locator('input[name=token]').waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('takes a code that came by e-mail where nobody asked for one', async () => {
    const { email } = await registerUser(server);
    const json = { email };
    const reset = await server.request('POST', '/api/auth.php?action=reset-request', { json });
    const { reset_token } = reset.body as { reset_token: string };
    const { page, ...visitor } = await visit(server.url, { screen: 'phone' });
    await page.goto('/reset');
    await page
      .getByRole('button', { name: 'I have a code from an e-mail' })
      .click({ timeout: 5000 });
    await visitor.assertAccessible();
    await page.locator('input[name=token]').fill(reset_token);
    await page.locator('input[name=password]').fill('battery staple');
    await page.locator('form button[type=submit]').click();
    await page.waitForURL((url) => url.pathname === '/');
    visitor.assertClean();
    await visitor.close();
  });
});
