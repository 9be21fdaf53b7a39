import assert from 'node:assert/strict';
import { it } from 'node:test';
import { callAuth, isSignedIn, readSignedIn, registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('postgres', 'the account', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [screen, theme] of inTurn(0, [
    ['phone', 'light'],
    ['laptop', 'dark'],
  ] as const)) {
    it(`keeps name and time zone on a ${screen}, and says what is wrong`, async () => {
      const { token } = await registerUser(server);
      const { page, ...visitor } = await visit(server.url, { screen, theme, expects: /400/ });
      await signInAs(page, token);
      await page.goto('/account');
      await page.getByLabel('Full name').fill('Amina Wanjiru');
      await page.getByLabel('Time zone').fill('Africa/Nowhere');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').waitFor();
      assert.equal(await page.getByLabel('Full name').inputValue(), 'Amina Wanjiru');
      await page.getByLabel('Time zone').fill('Africa/Kampala');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.', { exact: true }).waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
      await visitor.assertAccessible();
      const { body } = await server.request('GET', '/api/auth.php?action=session', { token });
      const { user } = body as { user: { full_name: string; timezone: string } };
      assert.deepEqual([user.full_name, user.timezone], ['Amina Wanjiru', 'Africa/Kampala']);
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('turns to Swahili and to the dark at once, and stays there on the next phone', async () => {
    const { token } = await registerUser(server);
    const { page, ...visitor } = await visit(server.url);
    await signInAs(page, token);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Dark' }).click();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Kiswahili' }).click();
    await page.getByRole('heading', { name: 'Akaunti' }).waitFor();
    await saved;
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();

    const another = await visit(server.url);
    await signInAs(another.page, token);
    await another.page.goto('/account');
    await another.page.getByRole('heading', { name: 'Akaunti' }).waitFor();
    await another.close();
  });

  it('changes the password, which has to be typed twice, and signs out elsewhere', async () => {
    const { token, email, password } = await registerUser(server);
    const elsewhere = readSignedIn(await callAuth(server, 'login', { json: { email, password } }));
    const { page, ...visitor } = await visit(server.url, { expects: /status of 400/ });
    await signInAs(page, token);
    await page.goto('/account');
    const present = page.getByLabel('Current password');
    await present.fill('wrong horse');
    await page.getByLabel('New password', { exact: true }).fill('battery staple');
    await page.getByLabel('The new password again').fill('battery stable');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('The new password again').fill('battery staple');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('is not the present one').first().waitFor();
    await present.fill(password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    assert.ok(!(await isSignedIn(server, elsewhere.token)));

    await callAuth(server, 'login', { json: { email, password: 'battery staple' } });
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('Signed out on 1 other device.').waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});
