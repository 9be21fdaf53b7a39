import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { updateRole } from '../../src/accounts/queries.ts';
import { assertGood, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../helpers/sms/sms-account.ts';
import { until } from '../helpers/until.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const views = [
  {
    screen: 'laptop',
    language: 'en',
    words: {
      title: 'By day',
      ofAll: 'Messages of all accounts by day',
      chart: /Messages a day: 3 in all, 3 delivered/,
      network: 'Network',
      class: 'Kind',
      span: 'Days',
      none: 'No messages in this time.',
      file: 'As a file (CSV)',
    },
  },
  {
    screen: 'phone',
    language: 'sw',
    words: {
      title: 'Kwa siku',
      ofAll: 'Ujumbe wa akaunti zote kwa siku',
      chart: /Ujumbe kwa siku: jumla 3, uliofika 3/,
      network: 'Mtandao',
      class: 'Aina',
      span: 'Siku',
      none: 'Hakuna ujumbe wakati huu.',
      file: 'Pakua CSV',
    },
  },
] as const;

describeByTurns('postgres', 'messages by day in a browser', (engine) => {
  const env = { SIMULATOR_DELAY_SECONDS: '0' };
  const server = useTestServer({ engine, isTimed: true, env });
  let admin: SmsOwner;
  before(async () => {
    admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
  });

  const sendThree = async ({ call }: SmsOwner) => {
    for (const to of ['0712000001', '0712000002', '0733000001']) {
      const sent = await call('POST', '/sms/send', { json: { to, message: 'Habari' } });
      assert.equal(sent.status, 200, sent.text);
    }
    await until(async () => {
      const { body } = await call('GET', '/sms/messages?status=delivered');
      return (body as object[]).length === 3;
    });
  };
  const linesOf = async (page: Page, press: () => Promise<void>) => {
    const saving = page.waitForEvent('download');
    await press();
    return (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\r\n');
  };

  for (const { screen, language, words } of inTurn(1, views)) {
    it(`are drawn, listed and saved on a ${screen} in ${language}`, async () => {
      const owner = await newSmsOwner(server);
      await server.request('PUT', '/api/me', { token: owner.token, json: { language } });
      await sendThree(owner);
      const visitor = await visitAs(server, owner, { screen, language });
      const { page } = visitor;
      await page.goto('/sms/days');
      await page.getByRole('heading', { name: words.title }).waitFor();
      await page.getByRole('img', { name: words.chart }).waitFor();
      const counts = page.locator('tbody tr').first().locator('td');
      assert.deepEqual((await counts.allTextContents()).slice(0, 5), ['3', '3', '0', '0', '0']);
      await assertGood(visitor);
      await page.getByLabel(words.network).selectOption('airtel');
      await until(async () => (await counts.first().textContent()) === '1');
      await page.getByLabel(words.class).selectOption('promotional');
      await page.getByText(words.none).waitFor();
      await page.getByLabel(words.span, { exact: true }).selectOption('92');
      const file = await linesOf(page, () =>
        page.getByRole('button', { name: words.file }).click(),
      );
      assert.equal(file.length, 3);
      assert.match(file[1] ?? '', /^\d{4}-\d\d-\d\d,airtel,transactional,1,/);
      await assertGood(visitor);
      visitor.assertClean();
      await visitor.close();
    });

    it(`are those of all at the desk of the administrator on a ${screen} in ${language}`, async () => {
      await server.request('PUT', '/api/me', { token: admin.token, json: { language } });
      const visitor = await visitAs(server, admin, { screen, language });
      const { page } = visitor;
      await page.goto('/sms/admin');
      const section = page.locator('section.card', {
        has: page.getByRole('heading', { name: words.ofAll }),
      });
      await section.locator('svg[role=img]').waitFor();
      await section.getByLabel(words.network).selectOption('safaricom');
      await section.locator('tbody tr').first().waitFor();
      await assertGood(visitor);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
