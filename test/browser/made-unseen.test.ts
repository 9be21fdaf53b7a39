import { it } from 'node:test';
import { visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';

describeByTurns('postgres', 'what was made though its answer was lost', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [list, path, field, text] of [
    ['webhooks', '/sms/webhooks', 'url', 'https://example.com/events'],
    ['groups', '/sms/groups', 'name', 'Customers'],
  ] as const) {
    it(`is seen among the ${list} at once`, async () => {
      const owner = await newSmsOwner(server);
      const visitor = await visitAs(server, owner, { screen: 'phone', expects: /ERR_FAILED/ });
      const { page } = visitor;
      await page.goto(path);
      await page.route(`**/v1/account/${list}`, async (route) => {
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
