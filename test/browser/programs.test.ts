import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('sqlite', 'tokens of programs in a browser', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [screen, language] of inTurn(1, [
    ['phone', 'sw'],
    ['laptop', 'en'],
  ] as const)) {
    const say = (en: string, sw: string) => (language === 'en' ? en : sw);

    it(`are made for a tank, tried and revoked on a ${screen}`, async () => {
      const { token } = await registerUser(server);
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { id } = await registerDevice(server, token, `SERIAL-${screen}`);
      await registerDevice(server, token);
      const { page, ...visitor } = await visit(server.url, { screen });
      await signInAs(page, token);
      await page.goto('/account');
      await page.getByRole('link', { name: say('Programs', 'Programu') }).click();
      await page.getByText(say('No program has a token yet.', 'Hakuna programu yenye')).waitFor();
      await page.getByLabel(say('Name of the program', 'Jina la programu')).fill('Node-RED');
      const scope = page.getByLabel(say('It may', 'Inaruhusiwa'), { exact: true });
      await scope.selectOption('operate');
      await page.getByLabel(say('Of which tank', 'Kwa tangi lipi')).selectOption(id);
      await visitor.assertAccessible();
      await page.getByRole('button', { name: say('Make a token', 'Tengeneza tokeni') }).click();
      const text = (await page.locator('pre.secret').first().textContent()) ?? '';
      const tanks = await server.request('GET', '/api/tanks', { token: text });
      assert.deepEqual(
        (tanks.body as { device_id: string }[]).map(({ device_id }) => device_id),
        [id],
      );
      await visitor.assertAccessible();
      await page.getByRole('button', { name: say('I have kept it', 'Nimeitunza') }).click();
      const revoke = page.getByRole('button', {
        name: say('Revoke the token Node-RED', 'Futa tokeni Node-RED'),
      });
      await page.getByText(say('of one tank only', 'ya tangi moja tu')).waitFor();
      await revoke.click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('Revoke', 'Futa'), exact: true })
        .click();
      await revoke.waitFor({ state: 'detached' });
      const after = await server.request('GET', '/api/tanks', { token: text });
      assert.equal(after.status, 401);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
