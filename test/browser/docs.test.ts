import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { type Screen, visit } from '../helpers/browser/browser.ts';
import { openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('sqlite', 'the page that shows the APIs', (engine) => {
  const server = useTestServer({ engine });

  for (const [path, screen] of inTurn(1, [
    ['/sms/keys', 'phone'],
    ['/sms/webhooks', 'laptop'],
  ] as const)) {
    it(`is linked from ${path}, and knows who is signed in on a ${screen}`, async () => {
      const { token } = await registerUser(server);
      const { page, ...visitor } = await openAs(server, token, path, { screen });
      const opening = page.waitForEvent('popup');
      await page.getByRole('link', { name: 'All of the API, with examples' }).click();
      const docs = await opening;
      await docs.getByText('This page has your token').waitFor();
      await docs.getByRole('link', { name: 'See all your tanks' }).click();
      assert.equal(await execute(docs, 'Tanks-getTanks'), '200');
      visitor.assertClean();
      await visitor.close();
    });
  }

  for (const screen of inTurn(0, ['phone', 'laptop'] satisfies Screen[])) {
    it(`leads from a new account to its tanks and a sent SMS on a ${screen}`, async () => {
      const { page, ...visitor } = await visit(server.url, { screen });
      await page.goto('/docs');
      await page.getByRole('heading', { name: 'The APIs of Kisima' }).waitFor();
      await page.locator('#operations-tag-Auth').waitFor();
      const mac = screen === 'phone' ? 'AA:BB:CC:DD:EE:01' : 'AA:BB:CC:DD:EE:02';
      const account = { email: `juma-${screen}@example.com`, password: 'three-blue-jerrycans' };

      await page.getByRole('link', { name: 'Make an account' }).first().click();
      assert.equal(await execute(page, 'Auth-authRegister', account), '201');
      await page.getByText('This page has your token').waitFor();
      await visitor.assertFits();

      await page.getByRole('link', { name: 'Register a device' }).click();
      assert.equal(await execute(page, 'Devices-devicesRegister', { mac_or_serial: mac }), '201');

      await page.getByRole('link', { name: 'See all your tanks' }).click();
      assert.equal(await execute(page, 'Tanks-getTanks'), '200');

      await page.getByRole('link', { name: 'Create an API key' }).click();
      assert.equal(await execute(page, 'SMS_account-postAccountKeys'), '201');
      await page.getByText('This page has your token and your API key').waitFor();

      // The example unchanged, with the new key.
      await page.getByRole('link', { name: 'Send one SMS' }).click();
      assert.equal(await execute(page, 'SMS-postSmsSend'), '200');
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }
});

/** Sends an operation's example, or another body; returns the status of the answer. */
async function execute(page: Page, id: string, body?: object): Promise<string> {
  const operation = page.locator(`#operations-${id}`);
  if (body) await operation.locator('textarea').first().fill(JSON.stringify(body));
  await operation.getByRole('button', { name: 'Execute' }).click();
  const status = operation.locator('.live-responses-table .response-col_status').nth(1);
  return (await status.textContent())?.trim() ?? '';
}
