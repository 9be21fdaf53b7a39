import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertGood, confirm, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../helpers/sms/sms-account.ts';
import { newNumbers } from '../helpers/sms/sms-caller.ts';

describeByTurns('sqlite', 'a draft that may have been sent', (engine) => {
  const server = useTestServer({ engine, isTimed: true, env: { SMS_TRIAL_CREDITS: '25' } });

  const write = async (page: Page, numbers: string[]) => {
    await page.goto('/sms/compose');
    await page.getByLabel('Phone numbers').fill(numbers.join('\n'));
    await page.getByLabel('What it says').fill('Water is back');
  };
  const used = async (owner: SmsOwner) => {
    const { body } = await owner.call('GET', '');
    return (body as { used: number }).used;
  };

  it('is sent again with its key, also where its first try took the credits', async () => {
    const owner = await newSmsOwner(server);
    const visitor = await visitAs(server, owner, { screen: 'phone', expects: /ERR_FAILED/ });
    const { page } = visitor;
    await write(page, newNumbers(15));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('button', { name: 'Send to 15 phones' }).click();
    await page.route('**/v1/account/sms/bulk', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send to 15 phones' }).click();
    await dialog.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.unroute('**/v1/account/sms/bulk');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('perhaps because the first try was sent').waitFor();
    assert.equal(await page.getByText('Shorten the list').count(), 0);
    await assertGood(visitor);
    await page.getByRole('button', { name: 'Send to 15 phones' }).click();
    await confirm(page, 'Send to 15 phones');
    await page.waitForURL('**/sms/jobs/*');
    assert.equal(await used(owner), 15);
    visitor.assertClean();
    await visitor.close();
  });

  it('is not sent from a window that has not heard what another made of it', async () => {
    const owner = await newSmsOwner(server);
    const visitor = await visitAs(server, owner, { screen: 'phone' });
    const { page } = visitor;
    // As a phone that puts a window aside holds back what it is to hear.
    await page.addInitScript(
      `addEventListener('storage', (told) => told.stopImmediatePropagation())`,
    );
    await write(page, newNumbers(2));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('button', { name: 'Send to 2 phones' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send to 2 phones' }).waitFor();
    const other = await visitor.context.newPage();
    await other.goto('/sms/compose');
    await other.getByRole('button', { name: 'Check', exact: true }).click();
    await other.getByRole('button', { name: 'Send to 2 phones' }).click();
    await confirm(other, 'Send to 2 phones');
    await other.waitForURL('**/sms/jobs/*');

    await dialog.getByRole('button', { name: 'Send to 2 phones' }).click();
    await page.getByText('was changed or sent in another window').waitFor();
    assert.equal(await page.getByLabel('What it says').inputValue(), '');
    await assertGood(visitor);
    assert.equal(await used(owner), 2);
    visitor.assertClean();
    await visitor.close();
  });

  it('is the same in two windows as it is written', async () => {
    const owner = await newSmsOwner(server);
    const visitor = await visitAs(server, owner, { screen: 'phone' });
    const { page } = visitor;
    await write(page, newNumbers(1));
    await page.waitForFunction(() => localStorage.getItem('kisima.sms-draft')?.includes('is back'));
    const other = await visitor.context.newPage();
    await other.goto('/sms/compose');
    await other.getByLabel('What it says').fill('Water is back at noon');
    await page.getByText('was changed or sent in another window').waitFor();
    assert.equal(await page.getByLabel('What it says').inputValue(), 'Water is back at noon');
    await page.getByLabel('What it says').fill('Water is back');
    await page.getByText('was changed or sent in another window').waitFor({ state: 'detached' });
    visitor.assertClean();
    await visitor.close();
  });
});
