import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertGood, confirm, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';

/** Headings as people write them, one person without a balance, and a cell that has braces. */
const csv = [
  'Mteja;Namba ya simu;Salio (KES)',
  'Asha {VIP};0712345678;1,200',
  'Otieno;0733000001;900',
  'Wanjiku;0711000002;',
].join('\r\n');
const file = { name: 'bills.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };

describeByTurns('sqlite', 'texts from the columns of a file', (engine) => {
  const server = useTestServer({ engine, isTimed: true, env: { SMS_TRIAL_CREDITS: '100' } });

  const sentBy = async (owner: {
    call: (method: string, path: string) => Promise<{ body: unknown }>;
  }) => {
    const { body } = await owner.call('GET', '/sms/messages');
    return (body as { to: string; message: string }[])
      .map(({ to, message }) => `${to} ${message}`)
      .sort();
  };

  it('are shown, checked and sent on a laptop', async () => {
    const owner = await newSmsOwner(server);
    const visitor = await visitAs(server, owner, { screen: 'laptop', theme: 'light' });
    const { page } = visitor;
    await page.goto('/sms/compose');
    await page.getByLabel('A file, with a text for each person').check();
    await page.getByText('Choose the file first').waitFor();
    await page.getByLabel('File with a line for each person').setInputFiles(file);
    await page.getByText('3 people in bills.csv').waitFor();
    await page.getByLabel('What it says').fill('Dear ');
    await page.getByRole('button', { name: '{Mteja}' }).click();
    const text = page.getByLabel('What it says');
    await text.fill(`${await text.inputValue()}, pay KES {Salio (KES)} to {tile}`);
    await page.getByText('{tile} stands for nothing: the file has no such column.').waitFor();
    await page.getByText('To send it as it stands, write \\{tile}.').waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    const check = page.getByRole('region', { name: 'What it comes to' });
    await check.getByText('This cannot be sent yet').waitFor();
    await assertGood(visitor);

    await text.fill('Dear {mteja}, pay KES {Salio (KES)} to \\{till}');
    const first = page.getByRole('region', { name: 'What the first people get' });
    await first.getByText('Dear Asha {VIP}, pay KES 1,200 to {till}').waitFor();
    await first.getByText('1 part, usual letters').first().waitFor();
    const missing = page.getByRole('table', { name: 'One person has no value for the text' });
    assert.match(
      (await missing.getByRole('row').nth(1).textContent()) ?? '',
      /^40711\s000\s002Salio \(KES\)$/,
    );
    await page.getByRole('button', { name: 'Check' }).click();
    await check.getByText('This cannot be sent yet').waitFor();
    await page.getByLabel('Leave them out').check();
    await page.getByRole('button', { name: 'Check' }).click();
    await check.getByRole('button', { name: 'Send to 2 phones' }).click();
    await page.getByRole('dialog').getByText('Dear Asha {VIP}, pay KES 1,200 to {till}').waitFor();
    await assertGood(visitor);
    await confirm(page, 'Send to 2 phones');
    await page.getByText('Each phone gets a text of its own.').waitFor();
    assert.deepEqual(await sentBy(owner), [
      '254712345678 Dear Asha {VIP}, pay KES 1,200 to {till}',
      '254733000001 Dear Otieno, pay KES 900 to {till}',
    ]);
    await assertGood(visitor);
    visitor.assertClean();
    await visitor.close();
  });

  it('name the lines whose number is wrong, and the numbers that were put right', async () => {
    const owner = await newSmsOwner(server);
    const visitor = await visitAs(server, owner, { screen: 'phone' });
    const { page } = visitor;
    await page.goto('/sms/compose');
    await page.getByLabel('A file, with a text for each person').check();
    const wrong = Array.from({ length: 11 }, (_, at) => `Wrong ${at},0712 3${at}`);
    const lines = ['Name,Phone', ...wrong, 'Asha,712345678', 'Otieno,0733000001'];
    await page.getByLabel('File with a line for each person').setInputFiles({
      ...file,
      buffer: Buffer.from(lines.join('\n')),
    });
    await page.getByText('2 people in bills.csv').waitFor();
    const rows = page.getByRole('table', { name: '11 lines are left out' }).getByRole('row');
    await page.getByText('The first 10 of them:').waitFor();
    assert.equal(await rows.count(), 11);
    assert.equal(await rows.nth(1).textContent(), '20712 30is not a Kenyan mobile number');
    await page.getByText('One number was put right or left out').click();
    await page.getByText('had lost the zero in front').waitFor();
    await assertGood(visitor);
    visitor.assertClean();
    await visitor.close();
  });

  it('are shown, checked and sent on a phone in Swahili', async () => {
    const owner = await newSmsOwner(server);
    await server.request('PUT', '/api/me', { token: owner.token, json: { language: 'sw' } });
    const visitor = await visitAs(server, owner, {
      screen: 'phone',
      theme: 'dark',
      language: 'sw',
    });
    const { page } = visitor;
    await page.goto('/sms/compose');
    await page.getByLabel('Faili, ujumbe wake kila mtu').check();
    await page.getByLabel('Faili lenye mstari kwa kila mtu').setInputFiles(file);
    await page.getByText('Watu 3 katika bills.csv').waitFor();
    await page.getByLabel('Ujumbe unasema nini').fill('Habari {Mtaja}');
    await page.getByText('Ulimaanisha {Mteja}?').waitFor();
    await assertGood(visitor);
    await page.getByLabel('Ujumbe unasema nini').fill('Habari {Mteja}, maji yamerudi');
    await page.getByText('Habari Wanjiku, maji yamerudi').waitFor();
    await assertGood(visitor);
    // The file is kept with the draft.
    await page.goto('/sms');
    await page.goto('/sms/compose');
    await page.getByText('Watu 3 katika bills.csv').waitFor();
    await page.getByRole('button', { name: 'Kagua' }).click();
    await page.getByRole('button', { name: 'Tuma kwa simu 3' }).click();
    await confirm(page, 'Tuma kwa simu 3');
    await page.getByText('Kila simu inapata ujumbe wake.').waitFor();
    assert.equal((await sentBy(owner)).length, 3);
    await page.goto('/sms/jobs');
    await page.getByText('Kila simu inapata ujumbe wake.').waitFor();
    await assertGood(visitor);
    visitor.assertClean();
    await visitor.close();
  });
});
