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
