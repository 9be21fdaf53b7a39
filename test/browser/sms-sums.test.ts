import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertGood, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';
import { newNumbers } from '../helpers/sms/sms-caller.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const views = [
  {
    screen: 'laptop',
    language: 'en',
    words: {
      file: 'As a file (CSV)',
      from: 'From',
      to: 'To',
      show: 'Show',
      months: 'By month',
      sums: 'What it was sent for',
      by: 'By',
      hand: 'By hand',
      none: 'No messages in this time.',
    },
  },
  {
    screen: 'phone',
    language: 'sw',
    words: {
      file: 'Pakua CSV',
      from: 'Kuanzia',
      to: 'Hadi',
      show: 'Onyesha',
      months: 'Kwa mwezi',
      sums: 'Zilitumika kwa nini',
      by: 'Kwa',
      hand: 'Kwa mkono',
      none: 'Hakuna ujumbe wakati huu.',
    },
  },
] as const;

describeByTurns('sqlite', 'sums and files of SMS in a browser', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const linesOf = async (page: Page, press: () => Promise<void>) => {
    const saving = page.waitForEvent('download');
    await press();
    return (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\r\n');
  };

  for (const { screen, language, words } of inTurn(0, views)) {
    it(`tells what credits were spent for on a ${screen} in ${language}`, async () => {
      const owner = await newSmsOwner(server);
      await server.request('PUT', '/api/me', { token: owner.token, json: { language } });
      const json = { to: newNumbers(3), message: 'Hi', campaign: 'Mei' };
      await owner.call('POST', '/sms/bulk', { json });
      const visitor = await visitAs(server, owner, { screen, language });
      const { page } = visitor;
      await page.goto('/sms/ledger');
      const sums = page.locator('section.card', {
        has: page.getByRole('heading', { name: words.sums }),
      });
      await sums.getByRole('row', { name: 'Mei 3' }).waitFor();
      const months = page.locator('section.card', {
        has: page.getByRole('heading', { name: words.months }),
      });
      await months.getByRole('row', { name: '2026-11 25 3' }).waitFor();
      await assertGood(visitor);
      await sums.getByLabel(words.by, { exact: true }).selectOption('key');
      await sums.getByRole('row', { name: `${words.hand} 3` }).waitFor();
      const file = await linesOf(page, () =>
        sums.getByRole('button', { name: words.file }).click(),
      );
      assert.equal(file[1]?.split(',')[2], '3');

      const ledger = page.locator('form');
      const whole = await linesOf(page, () =>
        ledger.getByRole('button', { name: words.file }).click(),
      );
      assert.equal(whole.length, 3);
      await ledger.getByLabel(words.from).fill('2026-01-01');
      await ledger.getByLabel(words.to).fill('2026-01-31');
      await ledger.getByRole('button', { name: words.show }).click();
      await page.getByText(words.none).waitFor();
      const dated = await linesOf(page, () =>
        ledger.getByRole('button', { name: words.file }).click(),
      );
      assert.equal(dated.length, 1);
      await assertGood(visitor);

      await page.goto('/sms/messages');
      const messages = await linesOf(page, () =>
        page.getByRole('button', { name: words.file }).click(),
      );
      assert.equal(messages.length, 4);
      await assertGood(visitor);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
