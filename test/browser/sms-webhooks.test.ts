import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertGood, confirm, views, visitAs } from '../helpers/browser/sms-screens.ts';
import {
  describeByTurns,
  startTestServer,
  type TestServer,
} from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/sms/webhook-receiver.ts';

describeByTurns('postgres', 'webhooks in a browser', (engine) => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  before(async () => {
    const env = { WEBHOOKS_ALLOW_PRIVATE: 'true' };
    server = await startTestServer({ engine, isTimed: true, env });
    receiver = await startWebhookReceiver();
  });
  after(async () => {
    await receiver.close();
    await server.stop();
  });

  for (const view of views) {
    it(`adds one, tries it out and deletes it on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      const visitor = await visitAs(server, owner, { ...view, expects: /status of 400/ });
      const { page } = visitor;
      await page.goto('/sms/webhooks');
      await page.getByText('You have no webhook yet.').waitFor();
      await page.getByLabel('Address (URL)').fill('example');
      await page.getByRole('button', { name: 'Add a webhook' }).click();
      await page.getByRole('alert').waitFor();
      assert.equal(await page.getByLabel('Address (URL)').inputValue(), 'example');
      await assertGood(visitor);

      const url = `${receiver.url}/sms-events`;
      await page.getByLabel('Address (URL)').fill(url);
      await page.getByRole('button', { name: 'Add a webhook' }).click();
      await page.getByRole('heading', { name: `The secret of ${url}` }).waitFor();
      const secret = (await page.locator('pre').textContent()) ?? '';
      assert.match(secret, /^whsec_/);
      await assertGood(visitor);
      await page.getByRole('button', { name: 'I have kept it' }).click();
      assert.ok(!(await page.content()).includes(secret));

      receiver.answerWith((response) => response.writeHead(204).end());
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('It works: your server answered with status 204.').waitFor();
      assert.match((await receiver.next()).body, /webhook\.test/);
      receiver.answerWith((response) => response.writeHead(500).end());
      await page.getByRole('button', { name: 'Last deliveries' }).click();
      await page.getByText('Delivered', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('The endpoint answered with status 500.').waitFor();
      await receiver.next();
      await page.getByText('Given up').waitFor();
      await assertGood(visitor);

      await page.getByRole('button', { name: 'Delete' }).click();
      await confirm(page, 'Delete');
      await page.getByText('You have no webhook yet.').waitFor();
      visitor.assertClean();
      await visitor.close();
    });
  }
});
