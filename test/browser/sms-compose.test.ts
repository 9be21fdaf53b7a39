import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertGood, confirm, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';
import { newNumbers } from '../helpers/sms/sms-caller.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('postgres', 'writing SMS in a browser', (engine) => {
  const server = useTestServer({
    engine,
    isTimed: true,
    env: { SMS_TRIAL_CREDITS: '1100', SIMULATOR_DELAY_SECONDS: '1.5' },
  });

  it('leaves out repeats, opt-outs and wrong lines, and says so beforehand', async () => {
    const owner = await newSmsOwner(server);
    await owner.call('POST', '/opt-outs', { json: { phones: ['0733000009'] } });
    const visitor = await visitAs(server, owner, { screen: 'phone' });
    const { page } = visitor;
    await page.goto('/sms/compose');
    await page
      .getByLabel('Phone numbers')
      .fill('0712 345 678, Wanjiku\n+254712345678\n\n0800, 0733000009\nnobody\n0711000000');
    await page.getByText('6 recipients').waitFor();
    await page.getByLabel('What it says').fill('“Maji” yamerudi {name}');
    await page.getByText('Because of “ ” a part has room for 70').waitFor();
    await page.getByText('{name} is replaced only for a contact group').waitFor();
    await page.getByLabel('Promotional').check();
    await page.getByRole('button', { name: 'Check' }).click();
    const check = page.getByRole('region', { name: 'What it comes to' });
    await check.getByText('{name} stands for nothing here.').waitFor();
    assert.equal(await check.getByRole('button', { name: /^Send to/ }).count(), 0);
    await assertGood(visitor);
    await page.getByLabel('What it says').fill('“Maji” yamerudi');
    await page.getByRole('button', { name: 'Check' }).click();
    await check.getByRole('button', { name: 'Send to 2 phones' }).waitFor();
    const figures = await check.locator('dt, dd').allTextContents();
    assert.deepEqual(figures, [
      ...['Phones that get it', '2', 'Repeated numbers, left out', '1'],
      ...['Opted out, left out', '1', 'Wrong lines, left out', '2'],
      ...['Size', '1 part, special letters', 'Cost', '2 credits'],
      ...['Credits now', '1,100', 'Credits afterwards', '1,098'],
    ]);
    const rows = check.getByRole('row');
    assert.equal(await rows.nth(1).textContent(), '40800is not a Kenyan mobile number');
    assert.equal(await rows.nth(2).textContent(), '5nobodyis not a Kenyan mobile number');
    await assertGood(visitor);

    await page.getByLabel('What it says').fill('Maji yamerudi');
    await check.waitFor({ state: 'detached' });
    visitor.assertClean();
    await visitor.close();
  });

  it('shows no check of what has been changed since', async () => {
    const visitor = await visitAs(server, await newSmsOwner(server), { screen: 'phone' });
    const { page } = visitor;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/v1/account/sms/bulk', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto('/sms/compose');
    await page.getByLabel('Phone numbers').fill(newNumbers(2).join('\n'));
    await page.getByLabel('What it says').fill('Water is back');
    const checked = page.waitForResponse('**/v1/account/sms/bulk');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByLabel('Phone numbers').fill(newNumbers(3).join('\n'));
    release();
    await checked;
    await page.getByRole('button', { name: 'Check', exact: true, disabled: false }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Send to/ }).count(), 0);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('button', { name: 'Send to 3 phones' }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('keeps what was written when credits are missing, and when its writer leaves', async () => {
    const owner = await newSmsOwner(server);
    const expects = /status of 402/;
    const visitor = await visitAs(server, owner, { screen: 'laptop', expects });
    const { page } = visitor;
    await page.goto('/sms/compose');
    const tooMany = newNumbers(1101);
    await page.getByLabel('Phone numbers').fill(tooMany.join('\n'));
    await page.getByLabel('What it says').fill('Water is back');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('1 credit is missing.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send to 1,101 phones' }).count(), 0);
    await assertGood(visitor);

    const numbers = tooMany.slice(0, 1100).join('\n');
    await page.getByLabel('Phone numbers').fill(numbers);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Send to 1,100 phones' }).click();
    // Another program of the account is quicker.
    await owner.call('POST', '/sms/send', { json: { to: '0712345678', message: 'First' } });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send to 1,100 phones' }).click();
    await dialog
      .getByRole('alert')
      .getByText('Insufficient credits: this needs 1100, the balance is 1099.', { exact: true })
      .waitFor();
    await assertGood(visitor);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.getByLabel('Phone numbers').inputValue(), numbers);

    await page.getByLabel('Campaign').fill('June');
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor();
    await page.reload();
    await page.goto('/sms/compose');
    assert.equal(await page.getByLabel('Phone numbers').inputValue(), numbers);
    assert.equal(await page.getByLabel('Campaign').inputValue(), 'June');
    await page.getByRole('button', { name: 'Start over' }).click();
    await confirm(page, 'Start over');
    assert.equal(await page.getByLabel('Phone numbers').inputValue(), '');
    visitor.assertClean();
    await visitor.close();
  });

  it('sends once, though the first answer was lost and the page was closed', async () => {
    const owner = await newSmsOwner(server);
    const expects = /ERR_FAILED/;
    const visitor = await visitAs(server, owner, { screen: 'phone', expects });
    const { page } = visitor;
    await page.goto('/sms/compose?to=0712345678');
    await page.getByText('1 recipient').waitFor();
    await page.getByLabel('What it says').fill('Tank 3 is nearly empty');
    assert.equal(await page.getByLabel('Campaign').isDisabled(), true);
    const loses = '**/v1/account/sms/send';
    await page.route(loses, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await checkAndSend(page);
    await page.getByRole('dialog').getByRole('alert').getByText('cannot be reached').waitFor();
    await page.unroute(loses);

    await page.goto('/sms');
    await page.goto('/sms/compose');
    await page.getByText('it goes out only once').waitFor();
    await assertGood(visitor);
    await checkAndSend(page);
    await page.getByRole('heading', { name: '0712 345 678' }).waitFor();
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    await page.getByText('The simulator says so: no phone has it.').waitFor();
    await assertGood(visitor);
    const { body } = await owner.call('GET', '');
    assert.equal((body as { used: number }).used, 1);

    await page.goto('/sms/compose');
    assert.equal(await page.getByLabel('What it says').inputValue(), '');
    visitor.assertClean();
    await visitor.close();
  });

  it('begins with the class of the account, and keeps one that was chosen', async () => {
    const owner = await newSmsOwner(server);
    await owner.call('PUT', '/settings', { json: { default_class: 'promotional' } });
    const visitor = await visitAs(server, owner, { screen: 'phone' });
    const { page } = visitor;
    const sendTo = async (choose?: 'Transactional') => {
      await page.goto('/sms/compose?to=0712345678');
      await page.getByLabel('What it says').fill('Water is back');
      await page.locator('label', { hasText: 'Promotional' }).locator(':checked').waitFor();
      if (choose) await page.getByLabel(choose).check();
      await checkAndSend(page);
      await page.getByRole('heading', { name: '0712 345 678' }).waitFor();
    };
    await sendTo();
    await sendTo('Transactional');
    const { body } = await owner.call('GET', '/sms/messages');
    const classes = (body as { class: string }[]).map((each) => each.class);
    assert.deepEqual(classes, ['transactional', 'promotional']);
    visitor.assertClean();
    await visitor.close();
  });

  for (const { screen, language, only, also } of inTurn(1, [
    {
      screen: 'phone',
      language: 'sw',
      only: 'Kwa 0733 000 001 tu',
      also: 'Pia kwa 0733 000 001',
    },
    {
      screen: 'laptop',
      language: 'en',
      only: 'Only to 0733 000 001',
      also: 'Also to 0733 000 001',
    },
  ] as const)) {
    it(`asks what becomes of typed recipients at a reply (${language}, ${screen})`, async () => {
      const owner = await newSmsOwner(server);
      await server.request('PUT', '/api/me', { token: owner.token, json: { language } });
      const visitor = await visitAs(server, owner, { screen, language });
      const { page } = visitor;
      const written = page.locator('textarea[name="to"]');
      const typed = '0712345678, Wanjiku\n0711000000';
      await page.goto('/sms/compose');
      await written.fill(typed);
      await page.goto('/sms/compose?to=254733000001');
      await page.getByRole('button', { name: only }).waitFor();
      assert.equal(await written.inputValue(), typed);
      await assertGood(visitor);
      await page.getByRole('button', { name: also }).click();
      assert.equal(await written.inputValue(), `${typed}\n254733000001`);
      await page.goto('/sms/compose?to=254733000001');
      await page.getByRole('button', { name: only }).click();
      assert.equal(await written.inputValue(), '254733000001');
      await page.goto('/sms/compose?to=0733000001');
      await page.waitForURL('**/sms/compose');
      assert.equal(await page.getByRole('button', { name: only }).count(), 0);
      assert.equal(await written.inputValue(), '254733000001');
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('warns who changes a message whose fate is unknown', async () => {
    const owner = await newSmsOwner(server);
    const visitor = await visitAs(server, owner, { screen: 'laptop', expects: /ERR_FAILED/ });
    const { page } = visitor;
    await page.goto('/sms/compose?to=0712345678');
    await page.getByLabel('What it says').fill('Tank 3 is nearly empty');
    await page.route('**/v1/account/sms/send', (route) => route.abort());
    await checkAndSend(page);
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('it goes out only once').waitFor();
    await page.getByLabel('What it says').fill('Tank 3 is empty');
    await page.getByText('may have been sent. Look at your messages').waitFor();
    await assertGood(visitor);
    await page.getByRole('link', { name: 'To your messages' }).click();
    await page.getByText('Nothing was sent yet.').waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  async function checkAndSend(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Send to 1 phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 phone' }).click();
  }
});
