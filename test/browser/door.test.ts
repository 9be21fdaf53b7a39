import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { type Screen, visit } from '../helpers/browser/browser.ts';
import { describeByTurns, startTestServer, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('sqlite', 'the door of the dashboard', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const screen of inTurn(1, ['phone', 'laptop'] satisfies Screen[])) {
    it(`makes an account and lets its owner in again on a ${screen}`, async () => {
      const { page, ...visitor } = await visit(server.url, { screen });
      const email = `amina-${screen}@example.com`;
      await page.goto('/');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await visitor.assertAccessible();
      await page.getByRole('link', { name: 'No account yet? Make one' }).click();
      await page.getByRole('heading', { name: 'Make an account' }).waitFor();
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill('correct horse');
      await visitor.assertAccessible();
      await page.getByRole('button', { name: 'Make an account' }).click();
      await page.getByRole('heading', { name: 'No device yet' }).waitFor();

      // A laptop has the way out in its menu.
      if (screen === 'phone') await page.getByRole('link', { name: 'More' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill('correct horse');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'No device yet' }).waitFor();
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('shows the sentence of the API and keeps what was typed', async () => {
    const { page, ...visitor } = await visit(server.url, { expects: /status of 401/ });
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByLabel('Password').fill('wrong horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('E-mail').inputValue(), 'nobody@example.com');
    visitor.assertClean();
    await visitor.close();
  });

  it('says of a password that is guessed at once what is wrong with it, in both languages', async () => {
    for (const [language, label, said] of [
      ['en', 'Password', 'Password is one of those that are tried first; choose another.'],
      ['sw', 'Nenosiri', 'nenosiri hili hukisiwa upesi; chagua lingine'],
    ] as const) {
      const { page, ...visitor } = await visit(server.url, { language, expects: /status of 400/ });
      await page.goto('/register');
      await page.locator('input[type=email]').fill('wambui@example.com');
      await page.getByLabel(label, { exact: true }).fill('password');
      await page.locator('button[type=submit]').click();
      await page.getByRole('alert').getByText(said).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    }
  });

  it('says until when a sign-in is throttled, in both languages', async () => {
    const own = await startTestServer({
      engine,
      isTimed: true,
      env: { LOGIN_FAILURES_PER_ACCOUNT: '1' },
    });
    for (const [language, email, password, press, said] of [
      ['en', 'E-mail', 'Password', 'Sign in', /^That was too often\. Try again at \d\d:\d\d\.$/],
      ['sw', 'Barua pepe', 'Nenosiri', 'Ingia', /Jaribu tena saa \d\d:\d\d\.$/],
    ] as const) {
      const expects = /status of 4(01|29)/;
      const { page, ...visitor } = await visit(own.url, { language, expects });
      await page.goto('/sign-in');
      await page.getByLabel(email).fill(`${language}@example.com`);
      await page.getByLabel(password, { exact: true }).fill('wrong horse');
      await page.getByRole('button', { name: press }).click();
      await page.getByRole('alert').waitFor();
      await page.getByRole('button', { name: press }).click();
      await page.getByRole('alert').getByText(said).waitFor();
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    }
    await own.stop();
  });

  it('speaks Swahili to a browser that does', async () => {
    const { page, ...visitor } = await visit(server.url, { language: 'sw', theme: 'dark' });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Ingia' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'sw');
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  for (const screen of inTurn(1, ['phone', 'laptop'] satisfies Screen[])) {
    for (const [why, browser, account, isChosen, expected] of [
      ['a choice at the door', 'en', 'en', true, 'sw'],
      ['a choice at the door', 'sw', 'sw', true, 'en'],
      ['a Swahili browser where nobody chose', 'sw', undefined, false, 'sw'],
      ['an English browser where nobody chose', 'en', undefined, false, 'en'],
      ['the choice of the account', 'en', 'sw', false, 'sw'],
      ['the choice of the account', 'sw', 'en', false, 'en'],
    ] as const) {
      it(`speaks ${expected} after signing in by ${why} (${screen})`, async () => {
        const { token, email, password } = await registerUser(server);
        const me = async () => (await server.request('GET', '/api/me', { token })).body;
        if (account) {
          await server.request('PUT', '/api/me', { token, json: { language: account } });
        }
        const { page, ...visitor } = await visit(server.url, { screen, language: browser });
        await page.goto('/sign-in');
        if (isChosen) await page.locator(`button[lang=${expected}]`).click();
        await page.locator('input[type=email]').fill(email);
        await page.locator('input[name=password]').fill(password);
        const loaded = page.waitForResponse(/\/api\/me$/);
        await page.locator('button[type=submit]').click();
        await loaded;
        const heading = expected === 'sw' ? 'Hakuna kifaa bado' : 'No device yet';
        await page.getByRole('heading', { name: heading }).waitFor();
        await until(async () => {
          const { language } = (await me()) as { language: string };
          return language === expected;
        });
        assert.equal(await page.locator('html').getAttribute('lang'), expected);
        await visitor.assertAccessible();
        await visitor.assertFits();
        visitor.assertClean();
        await visitor.close();
      });
    }
  }
});
