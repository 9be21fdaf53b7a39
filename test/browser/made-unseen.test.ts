import { it } from 'node:test';
import { visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';

describeByTurns('postgres', 'what was made though its answer was lost', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [what, calls, path, field, text] of [
    ['webhooks', '/v1/account/webhooks', '/sms/webhooks', 'url', 'https://example.com/events'],
    ['groups', '/v1/account/groups', '/sms/groups', 'name', 'Customers'],
    ['API keys', '/v1/account/keys', '/sms/keys', 'name', 'Billing'],
    ['tokens of programs', '/api/me/tokens', '/account/programs', 'name', 'Home Assistant'],
    ['secrets of network servers', '/api/lorawan/secrets', '/account/lorawan', 'name', 'Server'],
  ] as const) {
    it(`is seen among the ${what} at once`, async () => {
      const owner = await newSmsOwner(server);
      const visitor = await visitAs(server, owner, { screen: 'phone', expects: /ERR_FAILED/ });
      const { page } = visitor;
      await page.goto(path);
      await page.route(`**${calls}`, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        await route.abort();
      });
      await page.locator(`input[name=${field}]`).fill(text);
      await page.locator(`input[name=${field}]`).press('Enter');
      await page.getByRole('alert').getByText('cannot be reached').waitFor();
      await page.getByRole('listitem').filter({ hasText: text }).waitFor();
      visitor.assertClean();
      await visitor.close();
    });
  }
});
