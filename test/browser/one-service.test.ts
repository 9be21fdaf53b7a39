import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { openAs } from '../helpers/browser/device-screens.ts';
import { assertGood } from '../helpers/browser/sms-screens.ts';
import { useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';

describe('the dashboard of messages alone', () => {
  const server = useTestServer({ engine: 'sqlite', only: 'sms', isTimed: true });

  it('opens with messages, and asks for no tanks and no stream', async () => {
    const { token } = await newSmsOwner(server);
    const visitor = await visit(server.url, { screen: 'phone' });
    const { page } = visitor;
    // Once somebody has signed in here, the browser knows what the server does, also of the next one.
    const first = await page.context().newPage();
    await signInAs(first, token);
    await first.goto('/');
    await first.waitForURL('**/sms');
    await first.close();
    await signInAs(page, (await newSmsOwner(server)).token);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const path of ['/', '/sms/compose', '/account']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.getByRole('link', { name: 'Programs' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'LoRaWAN' }).count(), 0);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.getByRole('link', { name: 'Kisima', exact: true }).click();
    await page.waitForURL('**/sms');
    await page.getByRole('heading', { level: 1, name: 'SMS' }).waitFor();
    await assertGood(visitor);
    assert.deepEqual(
      asked.filter((path) => /tanks|stream|alerts/.test(path)),
      [],
    );
    visitor.assertClean();
    await visitor.close();
  });
});

describe('the dashboard of tanks alone', () => {
  const server = useTestServer({ engine: 'sqlite', only: 'water', isTimed: true });

  it('leads to no messages', async () => {
    const { token } = await newSmsOwner(server);
    const visitor = await openAs(server, token, '/account/notifications', { screen: 'phone' });
    const { page } = visitor;
    await page.locator('input[name=sms_key]').waitFor({ state: 'attached' });
    assert.deepEqual(await page.locator('a[href^="/sms"]').count(), 0);
    await assertGood(visitor);
    visitor.assertClean();
    await visitor.close();
  });
});
