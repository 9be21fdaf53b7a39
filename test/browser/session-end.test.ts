import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';

describeByTurns('postgres', 'a session that ends amid a form', (engine) => {
  const server = useTestServer({ engine });

  for (const isSame of [true, false]) {
    const who = isSame ? 'gives what was typed back to the same person' : 'shows it to nobody else';
    it(who, async () => {
      const [owner, other] = [await registerUser(server), await registerUser(server)];
      const { page, ...visitor } = await openAs(server, owner.token, '/account', {
        expects: /401/,
      });
      const name = page.getByLabel('Full name');
      await name.fill('Asha Mwangi');
      await server.request('POST', '/api/auth.php?action=logout', { token: owner.token });
      await saveOrBeSentAway(page);

      const { email, password } = isSame ? owner : other;
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
      await page.getByLabel('E-mail').waitFor();
      if (isSame) await until(() => page.evaluate<boolean>(`${valueOfName} === 'Asha Mwangi'`));
      else assert.notEqual(await name.inputValue(), 'Asha Mwangi');
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('gives it back where another tab has noticed the end first', async () => {
    const owner = await registerUser(server);
    const { page, context, ...visitor } = await openAs(server, owner.token, '/account', {
      expects: /401/,
    });
    await page.getByLabel('Full name').fill('Asha Mwangi');
    const other = await context.newPage();
    await other.goto('/account');
    await other.getByLabel('Full name').waitFor();
    await server.request('POST', '/api/auth.php?action=logout', { token: owner.token });
    await saveOrBeSentAway(other);

    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await until(() => page.evaluate<boolean>(`${valueOfName} === 'Asha Mwangi'`));
    visitor.assertClean();
    await visitor.close();
  });

  it('keeps no password, shown or not', async () => {
    const owner = await registerUser(server);
    const { page, ...visitor } = await openAs(server, owner.token, '/account', { expects: /401/ });
    await page.getByLabel('Full name').fill('Asha Mwangi');
    const passwords = page.locator('input[type="password"]');
    for (const field of await passwords.all()) await field.fill('maji ya kisima');
    for (const box of await page.getByLabel('Show what I type').all()) await box.check();
    await server.request('POST', '/api/auth.php?action=logout', { token: owner.token });
    await saveOrBeSentAway(page);

    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await until(() => page.evaluate<boolean>(`${valueOfName} === 'Asha Mwangi'`));
    for (const box of await page.getByLabel('Show what I type').all()) await box.check();
    // Typed text is restored when something of the page changes.
    await page.evaluate(`new Promise((resolve) => {
      document.body.append(document.createElement('i'));
      setTimeout(resolve);
    })`);
    const values = await page.locator('input[name*="password"]').evaluateAll(valuesOf);
    assert.ok(values.length > 0);
    assert.deepEqual(new Set(values), new Set(['']));
    visitor.assertClean();
    await visitor.close();
  });
});

/** Saves, unless the page has noticed the session's end by a question of its own before. */
async function saveOrBeSentAway(page: Page): Promise<void> {
  const isAway = page.getByRole('heading', { name: 'Sign in' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await Promise.race([save.click().catch(() => undefined), isAway.waitFor()]);
  await isAway.waitFor();
}

const valuesOf = (fields: { value: string }[]) => fields.map(({ value }) => value);
const valueOfName = `document.querySelector('input[name="full_name"]')?.value`;
