import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertGood, confirm, views, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newGroup, newSmsOwner } from '../helpers/sms/sms-account.ts';
import { newNumbers } from '../helpers/sms/sms-caller.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('postgres', 'sending SMS in a browser', (engine) => {
  const server = useTestServer({
    engine,
    isTimed: true,
    env: { SMS_TRIAL_CREDITS: '1100', SIMULATOR_DELAY_SECONDS: '1.5' },
  });

  for (const { screen, language, file, text } of inTurn(1, [
    {
      screen: 'laptop',
      language: 'en',
      file: 'All of them as a file (CSV)',
      text: /^150 entries were no numbers/,
    },
    {
      screen: 'phone',
      language: 'sw',
      file: 'Yote kama faili (CSV)',
      text: /^Maingizo 150 hayakuwa namba/,
    },
  ] as const)) {
    it(`gives all that a job left out as a file on a ${screen} in ${language}`, async () => {
      const owner = await newSmsOwner(server);
      await server.request('PUT', '/api/me', { token: owner.token, json: { language } });
      const bad = Array.from({ length: 150 }, (_, at) => `=bad ${at}`);
      const json = { to: [...newNumbers(1), ...bad], message: 'Hi' };
      const { body } = await owner.call('POST', '/sms/bulk', { json });
      const visitor = await visitAs(server, owner, { screen, language });
      const { page } = visitor;
      await page.goto(`/sms/jobs/${(body as { job_id: number }).job_id}`);
      await page.getByText(text).waitFor();
      await assertGood(visitor);
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: file }).click();
      const saved = await readFile(await (await saving).path(), 'utf8');
      const lines = saved.trimEnd().split('\r\n');
      assert.equal(lines.length, 151);
      assert.equal(lines.at(-1), `150,"'=bad 149",is not a Kenyan mobile number`);
      visitor.assertClean();
      await visitor.close();
    });
  }

  for (const view of inTurn(1, views)) {
    it(`sends 1,000 messages from a file, to the last receipt, on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      const visitor = await visitAs(server, owner, view);
      const { page } = visitor;
      await page.goto('/sms/compose');
      const rows = newNumbers(1000).map((number, index) => `Customer ${index};${number}`);
      const buffer = Buffer.from(`Jina;Simu\r\n${rows.join('\r\n')}\r\n`);
      const file = { name: 'customers.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('Add from a file').setInputFiles(file);
      await page.getByText('1,000 recipients added from customers.csv.').waitFor();
      await page.getByLabel('What it says').fill('Water is back');
      await page.getByText('13 characters · usual letters').waitFor();
      await page.getByText('1,000 credits in all').waitFor();
      await page.getByLabel('Campaign').fill('May');
      await page.getByRole('button', { name: 'Check' }).click();
      const check = page.getByRole('region', { name: 'What it comes to' });
      await check.getByText('1,000 credits').waitFor();
      await check.getByText('1,100').waitFor();
      await assertGood(visitor);
      await check.getByRole('button', { name: 'Send to 1,000 phones' }).click();
      await page.getByText('This costs 1,000 credits. 100 credits remain.').waitFor();
      await assertGood(visitor);
      await confirm(page, 'Send to 1,000 phones');

      await page.getByRole('heading', { name: 'May', exact: true }).waitFor();
      const bar = page.getByRole('progressbar');
      const seen = new Set<number>();
      for (let at = -1; at < 1000; ) {
        at = await progressBeyond(page, at);
        seen.add(at);
      }
      assert.ok(seen.size > 1, 'the bar moved');
      assert.equal(await bar.getAttribute('aria-valuenow'), '1000');
      await page.getByText('1,000 of 1,000 finished').waitFor();
      await page.getByText('All finished').waitFor();
      const counts = page.getByRole('list', { name: 'States' }).getByRole('listitem');
      assert.equal(await counts.count(), 1);
      assert.match(
        (await counts.textContent()) ?? '',
        /^1,000Delivered · simulatorThe simulator says so/,
      );
      await assertGood(visitor);

      await page.getByRole('link', { name: '1,000 Delivered' }).click();
      await page.getByRole('heading', { name: 'Messages', exact: true }).waitFor();
      const list = page.getByRole('list', { name: 'Messages found' });
      await list.getByRole('link').first().waitFor();
      await assertGood(visitor);
      await page.goto('/sms/jobs');
      await page.getByRole('heading', { name: 'May', exact: true }).waitFor();
      await assertGood(visitor);
      visitor.assertClean();
      await visitor.close();
    });
  }

  /** Returns the number of ended messages once it has changed. */
  async function progressBeyond(page: Page, before: number): Promise<number> {
    const moved = page.locator(`[role=progressbar]:not([aria-valuenow="${before}"])`);
    return Number(await moved.getAttribute('aria-valuenow'));
  }

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

  it('plans for a group by name, and cancels, in Swahili', async () => {
    const owner = await newSmsOwner(server);
    const id = await newGroup(owner, 'Wateja');
    const contacts = [{ phone: '0712345678', name: 'Wanjiku' }, { phone: '0733000001' }];
    await owner.call('POST', `/groups/${id}/contacts`, { json: { contacts } });
    await server.request('PUT', '/api/me', { token: owner.token, json: { language: 'sw' } });
    const visitor = await visitAs(server, owner, {
      screen: 'phone',
      theme: 'dark',
      language: 'sw',
    });
    const { page } = visitor;
    await page.goto(`/sms/compose?group=${id}`);
    await page.getByRole('heading', { name: 'Tuma SMS' }).waitFor();
    assert.equal(await page.getByLabel('Kundi', { exact: true }).inputValue(), String(id));
    await page.getByLabel('Ujumbe unasema nini').fill('Habari ');
    await page.getByRole('button', { name: 'Weka {name}' }).click();
    await page.getByLabel('Baadaye').check();
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Siku').fill(day);
    await page.getByLabel('Saa', { exact: true }).fill('08:00');
    await page.getByText('Saa za eneo lako ni Africa/Nairobi.').waitFor();
    await page.getByRole('button', { name: 'Kagua' }).click();
    await page.getByRole('button', { name: 'Panga kwa simu 2' }).click();
    await page.getByText('Zitabaki kredi 1,098.').waitFor();
    await assertGood(visitor);
    await confirm(page, 'Panga kwa simu 2');
    await page.getByRole('heading', { name: /^Utumaji kwa wengi \d+$/ }).waitFor();
    const { body } = await owner.call('GET', '/sms/messages?status=scheduled');
    const planned = body as { message: string; scheduled_at: string }[];
    assert.deepEqual(planned.map(({ message }) => message).sort(), ['Habari', 'Habari Wanjiku']);
    assert.equal(planned[0]?.scheduled_at, `${day}T05:00:00.000Z`);

    await page.getByRole('link', { name: /0712 345 678/ }).click();
    await page.getByRole('button', { name: 'Sitisha ujumbe huu' }).click();
    await confirm(page, 'Sitisha ujumbe huu');
    await page.getByText('Umesitishwa, na kredi yake imerudi.').waitFor();
    await assertGood(visitor);
    await page.getByRole('link', { name: /^Utumaji kwa wengi \d/ }).click();
    await page.getByRole('button', { name: 'Sitisha ambao haujaondoka' }).click();
    await confirm(page, 'Sitisha ambao haujaondoka');
    await page.getByText('Ujumbe 1 umesitishwa; kredi 1 imerudi.').waitFor();
    await page.getByText('Ujumbe 2 kati ya 2 umekamilika').waitFor();
    await assertGood(visitor);

    await page.goto('/sms/messages');
    await page.getByText('Chuja ujumbe').click();
    await page.getByLabel('Namba ya simu').fill('12');
    await page.getByRole('button', { name: 'Tafuta' }).click();
    await page.getByText(/^lazima iwe namba ya simu ya Kenya/).waitFor();
    await page.getByLabel('Namba ya simu').fill('0733 000 001');
    await page.getByRole('button', { name: 'Tafuta' }).click();
    await page.getByRole('link', { name: /0733 000 001.*Umesitishwa/ }).waitFor();
    await page.getByRole('link', { name: /0712 345 678/ }).waitFor({ state: 'detached' });
    await assertGood(visitor);
    await visitor.close();
  });

  it('asks under which name, where there are several', async () => {
    const owner = await newSmsOwner(server);
    const visitor = await visitAs(server, owner, {});
    const { page } = visitor;
    const give = (sender: string) =>
      server.db.write
        .insertInto('sms_senders')
        .values({
          sender: sender.toUpperCase(),
          name: sender,
          user_id: owner.userId,
          created_at: 1,
        })
        .execute();
    await give('Maji');
    await page.goto('/sms/compose');
    const choice = page.getByLabel('Under which name');
    await page.getByLabel('Phone numbers').fill('0712345678, 0733000001');
    await page.getByLabel('What it says').fill('Water is back');
    assert.equal(await choice.count(), 0);
    await give('Kisima');
    await page.reload();
    await choice.selectOption('Kisima');
    await assertGood(visitor);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Send to 2 phones' }).click();
    await confirm(page, 'Send to 2 phones');
    await page.getByText('of 2 finished').waitFor();
    const rows = await server.db.read
      .selectFrom('sms_messages')
      .select('sender')
      .where('user_id', '=', owner.userId)
      .execute();
    assert.deepEqual(rows, [{ sender: 'KISIMA' }, { sender: 'KISIMA' }]);
    visitor.assertClean();
    await visitor.close();
  });
});
