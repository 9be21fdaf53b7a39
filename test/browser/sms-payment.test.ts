import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertGood, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const readers = [
  {
    view: { screen: 'phone', theme: 'light', language: 'sw' },
    pay: /^Lipia tahadhari za SMS za /,
    limit: 'SMS zisizozidi kwa saa 24',
    now: 'Lipia',
    paid: 'Kredi zangu zinalipia hadi SMS 3 kwa siku',
    stopped: 'Tahadhari za SMS hazikufikii.',
  },
  {
    view: { screen: 'laptop', theme: 'dark', language: 'en' },
    pay: /^Pay for the SMS alerts of /,
    limit: 'Most SMS within 24 hours',
    now: 'Pay for it',
    paid: 'My credits pay for up to 3 SMS a day',
    stopped: 'SMS alerts do not reach you.',
  },
] as const;

describeByTurns('sqlite', 'SMS alerts that an owner pays for, in a browser', (engine) => {
  const server = useTestServer({ engine, isTimed: true, env: { SMS_TRIAL_SENDS: 'real' } });

  for (const { view, pay, limit, now, paid, stopped } of inTurn(0, readers)) {
    it(`are switched on for a person on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      const { token, userId } = owner;
      await server.request('PUT', '/api/me', { token, json: { language: view.language } });
      const post = async (action: string, json: object) => {
        const path = `/api/devices.php?action=${action}`;
        const { body, status, text } = await server.request('POST', path, { token, json });
        assert.equal(status, 201, text);
        return body as { id: string };
      };
      const { id } = await post('register', { mac_or_serial: `PAY-${view.screen}` });
      await post('share', { device_id: id, to: `asha-${view.screen}@example.com`, role: 'viewer' });
      const visitor = await visitAs(server, owner, view);
      const { page } = visitor;
      await page.goto(`/devices/${id}/people`);
      await page.getByLabel(pay).check();
      await page.getByLabel(limit).fill('3');
      await assertGood(visitor);
      await page.getByRole('button', { name: now, exact: true }).click();
      await page.getByText(paid).waitFor();
      await assertGood(visitor);
      await page.getByLabel(pay).click();
      await page.getByText(paid).waitFor({ state: 'detached' });

      // As a verified number with an account that has since run out.
      const target = { user_id: userId, channel: 'sms', address: '254712345678' };
      await server.db.write
        .insertInto('notification_targets')
        .values({ ...target, created_at: Date.now() })
        .execute();
      await server.db.write
        .updateTable('notification_settings')
        .set({ sms_stopped: 'no_credits' })
        .where('user_id', '=', userId)
        .execute();
      await page.goto('/');
      await page.getByText(stopped).waitFor();
      await assertGood(visitor);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
