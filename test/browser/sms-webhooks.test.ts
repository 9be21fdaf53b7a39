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
import { inTurn } from '../helpers/whole-suite.ts';

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

  for (const view of inTurn(1, views)) {
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
      await page.getByText('A test that you asked for').waitFor();
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

  const told = {
    en: {
      show: 'Last deliveries',
      sent: (id: string) => `Message ${id} to 0712 345 678: Sent (simulator)`,
      delivered: (id: string) => `Message ${id} to 0712 345 678: Delivered (simulator)`,
      low: 'Credits run low: 24 left, the limit is 24',
    },
    sw: {
      show: 'Taarifa za mwisho',
      sent: (id: string) => `Ujumbe ${id} kwa 0712 345 678: Umetumwa (jaribio tu)`,
      delivered: (id: string) => `Ujumbe ${id} kwa 0712 345 678: Umefika (jaribio tu)`,
      low: 'Kredi zinakaribia kuisha: zimebaki 24, kikomo ni 24',
    },
  };

  for (const [language, screen] of inTurn(1, [
    ['en', 'laptop'],
    ['sw', 'phone'],
  ] as const)) {
    it(`tells one delivery from another on a ${screen} (${language})`, async () => {
      const say = told[language];
      const owner = await newSmsOwner(server);
      await server.request('PUT', '/api/me', { token: owner.token, json: { language } });
      receiver.answerWith((response) => response.writeHead(204).end());
      const url = `${receiver.url}/sms-events`;
      assert.equal((await owner.call('POST', '/webhooks', { json: { url } })).status, 201);
      await owner.call('PUT', '/settings', { json: { low_balance: 24 } });
      const key = (await owner.call('POST', '/keys', { json: { name: 'shop' } })).body;
      const answer = await server.request('POST', '/v1/sms/send', {
        headers: { 'x-api-key': (key as { api_key: string }).api_key },
        json: { to: '0712345678', message: 'Maji yamerudi' },
      });
      const { message_id: id } = answer.body as { message_id: string };
      for (let count = 0; count < 3; count += 1) await receiver.next();
      const visitor = await visitAs(server, owner, { screen, language });
      const { page } = visitor;
      await page.goto('/sms/webhooks');
      await page.getByRole('button', { name: say.show }).click();
      await page.getByText(say.sent(id)).waitFor();
      await page.getByText(say.low).waitFor();
      await page.locator('summary', { hasText: 'account.low_balance evt_' }).click();
      await page.getByText('"low_balance": 24').waitFor();
      await assertGood(visitor);
      await page.getByRole('link', { name: say.delivered(id) }).click();
      await page.waitForURL(`**/sms/messages/${id}`);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
