import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { updateRole } from '../../src/accounts/queries.ts';
import { callAuth, isSignedIn, readSignedIn, registerUser } from '../helpers/accounts/accounts.ts';
import { codeAt, stepMs } from '../helpers/accounts/second-factor.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, startTestServer, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const screens = [
  { screen: 'phone', theme: 'light', language: 'en' },
  { screen: 'laptop', theme: 'dark', language: 'en' },
] as const;

describeByTurns('sqlite', 'two-step sign-in in a browser', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const card = (page: Page, name: string) => page.getByRole('region', { name });
  /** The code of now and, since one is good once, of the step after it. */
  const codesOf = (secret: string) => {
    const now = Date.now();
    return [codeAt(secret, now), codeAt(secret, now + stepMs)] as const;
  };

  for (const view of inTurn(1, screens)) {
    it(`is turned on, asked for and turned off on a ${view.screen}`, async () => {
      const { token, email, password } = await registerUser(server);
      const { page, ...visitor } = await visit(server.url, {
        ...view,
        expects: /status of 40[01]/,
      });
      const headers = { 'user-agent': 'curl/8.5.0' };
      await callAuth(server, 'login', { json: { email, password }, headers });
      await signInAs(page, token);
      await page.goto('/account');
      const sessions = card(page, 'Where you are signed in');
      await sessions.getByText('curl', { exact: true }).waitFor();
      const twoSteps = card(page, 'Two-step sign-in');
      await twoSteps.getByRole('button', { name: 'Turn on' }).click();
      await twoSteps.getByLabel('Your current password').fill('wrong horse');
      await twoSteps.getByRole('button', { name: 'Continue' }).click();
      await twoSteps.getByRole('alert').waitFor();
      await twoSteps.getByLabel('Your current password').fill(password);
      await twoSteps.getByRole('button', { name: 'Continue' }).click();
      await twoSteps.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      const secret = (await twoSteps.locator('code').textContent()) ?? '';
      await visitor.assertAccessible();
      await visitor.assertFits();
      const [first, second] = codesOf(secret);
      await twoSteps.getByLabel('Code from the app').fill(first);
      await twoSteps.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
      await twoSteps.getByRole('heading', { name: 'Recovery codes' }).waitFor();
      const codes = ((await twoSteps.locator('pre').textContent()) ?? '').split('\n');
      assert.equal(codes.length, 10);
      await sessions.getByText('curl', { exact: true }).waitFor({ state: 'detached' });
      await visitor.assertAccessible();
      await visitor.assertFits();
      const coming = page.waitForEvent('download');
      await twoSteps.getByRole('button', { name: 'Download' }).click();
      const file = await (await coming).path();
      assert.equal(await readFile(file, 'utf8'), `${codes.join('\n')}\n`);
      await twoSteps.getByRole('button', { name: 'I have kept them' }).click();
      await twoSteps.getByText('10 recovery codes are left.').waitFor();
      await visitor.assertAccessible();

      await sessions.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      const code = page.getByLabel('Code from your app');
      await code.waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
      await visitor.assertAccessible();
      await code.fill('000000');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      await code.fill(second);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'No device yet' }).waitFor();

      await page.goto('/account');
      await twoSteps.getByRole('button', { name: 'New recovery codes' }).click();
      await twoSteps.getByLabel('Your current password').fill(password);
      await twoSteps.getByLabel('or a recovery code').fill(codes[0] ?? '');
      await twoSteps.getByRole('button', { name: 'New recovery codes' }).click();
      const renewed = ((await twoSteps.locator('pre').textContent()) ?? '').split('\n');
      await twoSteps.getByRole('button', { name: 'I have kept them' }).click();
      await twoSteps.getByRole('button', { name: 'Turn off' }).click();
      await twoSteps.getByLabel('Your current password').fill(password);
      await twoSteps.getByLabel('or a recovery code').fill(renewed[0] ?? '');
      await twoSteps.getByRole('button', { name: 'Turn off' }).click();
      await twoSteps.getByRole('button', { name: 'Turn on' }).waitFor();
      const plain = await callAuth(server, 'login', { json: { email, password } });
      assert.equal(plain.status, 200);
      visitor.assertClean();
      await visitor.close();
    });

    it(`shows where one is signed in on a ${view.screen}, and ends that one by one`, async () => {
      const { token, email, password } = await registerUser(server);
      const login = async (userAgent: string) => {
        const headers = { 'user-agent': userAgent };
        const answer = await callAuth(server, 'login', { json: { email, password }, headers });
        return readSignedIn(answer).token;
      };
      const [lost, borrowed] = [await login('curl/8.5.0'), await login('okhttp/4.12')];
      const { page, ...visitor } = await visit(server.url, view);
      await signInAs(page, token);
      await page.goto('/account');
      const sessions = card(page, 'Where you are signed in');
      await sessions.getByText('curl', { exact: true }).waitFor();
      assert.equal(await sessions.getByRole('listitem').count(), 3);
      await visitor.assertAccessible();
      await visitor.assertFits();
      await sessions.getByRole('button', { name: /^Sign out curl of / }).click();
      await sessions.getByText('curl', { exact: true }).waitFor({ state: 'detached' });
      assert.deepEqual(
        [await isSignedIn(server, lost), await isSignedIn(server, borrowed)],
        [false, true],
      );
      await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await sessions.getByText('Signed out on 1 other device.').waitFor();
      await sessions.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
      assert.equal(await sessions.getByRole('listitem').count(), 1);
      assert.equal(await isSignedIn(server, borrowed), false);
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('guards a password reset, and speaks Swahili', async () => {
    const { token, email, password } = await registerUser(server);
    const { page, ...visitor } = await visit(server.url, {
      language: 'sw',
      expects: /status of 401/,
    });
    await server.request('PUT', '/api/me', { token, json: { language: 'sw' } });
    await signInAs(page, token);
    await page.goto('/account');
    const twoSteps = card(page, 'Kuingia kwa hatua mbili');
    await twoSteps.getByRole('button', { name: 'Washa' }).click();
    await twoSteps.getByLabel('Nenosiri lako la sasa').fill(password);
    await twoSteps.getByRole('button', { name: 'Endelea' }).click();
    const secret = (await twoSteps.locator('code').textContent()) ?? '';
    const [first, second] = codesOf(secret);
    await twoSteps.getByLabel('Msimbo kutoka kwa programu').fill(first);
    await twoSteps.getByRole('button', { name: 'Washa hatua mbili' }).click();
    await twoSteps.getByRole('button', { name: 'Nimeitunza' }).click();
    await visitor.assertAccessible();
    await visitor.assertFits();
    const sessions = card(page, 'Vifaa ulivyoingia navyo');
    await sessions.getByRole('button', { name: 'Ondoka', exact: true }).click();
    await page.getByRole('heading', { name: 'Ingia', exact: true }).waitFor();
    await page.goto('/reset');
    await page.getByLabel('Barua pepe').fill(email);
    await page.getByRole('button', { name: 'Nitumie msimbo' }).click();
    await page.getByLabel('Nenosiri jipya').fill('battery staple');
    await page.getByRole('button', { name: 'Hifadhi nenosiri jipya' }).click();
    await page.getByLabel('Msimbo wa programu yako').fill(second);
    await visitor.assertAccessible();
    await page.getByRole('button', { name: 'Hifadhi nenosiri jipya' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    assert.equal(await isSignedIn(server, token), false);
    visitor.assertClean();
    await visitor.close();
  });

  it('is said to be needed where administrators lack it', async () => {
    const own = await startTestServer({
      engine,
      isTimed: true,
      env: { ADMIN_SECOND_FACTOR: 'required' },
    });
    const { token, email } = await registerUser(own);
    await updateRole(own.db.write, email, 'admin');
    const { page, ...visitor } = await visit(own.url, { expects: /status of 403/ });
    await signInAs(page, token);
    await page.goto('/sms/admin');
    await page.getByText('turn it on in the dashboard under Account').first().waitFor();
    await page.goto('/account');
    await page.getByText('Administrators of this server need it.').waitFor();
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
    await own.stop();
  });
});
