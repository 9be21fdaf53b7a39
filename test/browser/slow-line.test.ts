import assert from 'node:assert/strict';
import { it } from 'node:test';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { chart, newTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('postgres', 'a tapped card on a slow line', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('has something to be seen before its code has come', async () => {
    const { page, context, ...visitor } = await visit(server.url, {
      expects: /fetching the script/,
    });
    await context.route('**/service-worker.js', (route) => route.abort());
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/sign-in', { waitUntil: 'commit' });
    await page.getByText('Loading… / Inapakia…').waitFor();
    await page.getByRole('banner').getByText('Kisima').waitFor();
    await visitor.assertFits();
    release();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await page.getByText('Loading… / Inapakia…').count(), 0);
    assert.equal(await page.getByRole('banner').count(), 1);
    visitor.assertClean();
    await visitor.close();
  });

  it('says in Swahili why a sign-in failed, though the words for it come only then', async () => {
    const expects = /401|fetching the script/;
    const { page, context, ...visitor } = await visit(server.url, { language: 'sw', expects });
    await context.route('**/service-worker.js', (route) => route.abort());
    await page.goto('/sign-in');
    await page.getByLabel('Barua pepe').fill('nobody@example.com');
    await page.getByLabel('Nenosiri', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Ingia' }).click();
    await page
      .getByRole('alert')
      .getByText('Nenosiri si sahihi, au hakuna akaunti kama hiyo.')
      .waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  for (const language of inTurn(0, ['en', 'sw'] as const)) {
    it(`shows at once what it knew, then the rest, in ${language}`, async () => {
      const tank = await newTank(server);
      await tank.push(37);
      const json = { language };
      assert.equal(
        (await server.request('PUT', '/api/me', { token: tank.token, json })).status,
        200,
      );
      const { page, context, ...visitor } = await visit(server.url, { language });
      // Before the service worker has kept anything, as on the first day.
      await context.route('**/sw.js', (route) => route.abort());
      await context.route('**/service-worker.js', (route) => route.abort());
      await signInAs(page, tank.token);
      await page.goto('/');
      const card = page.locator('.tank-card');
      const name = (await card.locator('h2').textContent()) ?? '';
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const hold = async (route: { continue: () => Promise<void> }) => {
        await held;
        await route.continue();
      };
      await page.route(/\/assets\/tank-.*\.js$/, hold);
      await page.route(/\/api\/(tanks|sensors|pump_commands)/, hold);
      await card.click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByRole('img', { name: /37 %/ }).waitFor();
      await page.getByText(/^(Loading…|Inapakia…)$/).waitFor();
      assert.equal(await chart(page).count(), 0);
      await visitor.assertAccessible();
      await visitor.assertFits();
      release();
      await chart(page).waitFor();
      await page.getByRole('img', { name: /37 %/ }).waitFor();
      await visitor.close();
    });
  }
});
