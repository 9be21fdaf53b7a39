import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { assertGood, confirm, views, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newGroup, newSmsOwner } from '../helpers/sms/sms-account.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const file = 'Jina;Simu\nWanjiku;0712 345 678\nOtieno;12345\nZoë;0733 000 001\n"Ali;0711\n';

const school =
  'Mwanafunzi,Simu ya mzazi,Mzazi,Ya pili\n' +
  'Juma Otieno,712345678,Otieno Ouma,733000001\n' +
  'Wanja,0712345679,Akinyi,"0733000002 ::: 12"\n' +
  'Amina,2.54712E+11,Baraka,0733000003\n';

describeByTurns('sqlite', 'contacts in a browser', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const view of inTurn(0, views)) {
    it(`makes a group and fills it from a file on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      const visitor = await visitAs(server, owner, view);
      const { page } = visitor;
      await page.goto('/sms/groups');
      await page.getByText('You have no group yet.').waitFor();
      await assertGood(visitor);
      await page.getByLabel('Name of the new group').fill('Customers');
      await page.getByRole('button', { name: 'Make a group' }).click();
      await page.getByRole('heading', { name: 'Customers' }).waitFor();

      // As Excel for Windows saves it.
      const buffer = Buffer.from(file, 'latin1');
      const list = { name: 'customers.csv', mimeType: 'text/csv', buffer };
      await page.getByText('No file yet').waitFor();
      await page.getByLabel('File: CSV').setInputFiles(list);
      await page.getByText('customers.csv').waitFor();
      // A browser tells nothing of a file that the field holds already, though it was put right meanwhile.
      assert.equal(await page.getByLabel('File: CSV').inputValue(), '');
      await page.getByText('2 numbers will be taken. 2 lines have none.').waitFor();
      await page.getByText('old form of letters (windows-1252)').waitFor();
      await page.getByRole('button', { name: 'Take in' }).click();
      await page.getByText('2 contacts added.').waitFor();
      await page.getByText('No file yet').waitFor();
      await page.getByRole('heading', { name: '2 lines were left out' }).waitFor();
      const wrong = page.getByRole('row');
      assert.equal(await wrong.nth(1).textContent(), '312345is not a Kenyan mobile number');
      assert.match((await wrong.nth(2).textContent()) ?? '', /^5"Ali;0711has quotes/);
      await page.getByText('Zoë').waitFor();
      await assertGood(visitor);

      await page.getByLabel('Or paste the lines').fill('0712345678,Wanjiku Kamau');
      await page.getByRole('button', { name: 'Take in' }).click();
      await page.getByText('0 contacts added. One was there already.').waitFor();
      await page.getByText('Wanjiku Kamau').waitFor();
      assert.equal(await page.getByLabel('Or paste the lines').inputValue(), '');
      const wrongOnes = Array.from({ length: 120 }, (_, at) => `${10_000 + at},Otieno`);
      await page.getByLabel('Or paste the lines').fill(['0733000001,Zoë', ...wrongOnes].join('\n'));
      await page.getByRole('button', { name: 'Take in' }).click();
      await page.getByRole('heading', { name: '120 lines were left out' }).waitFor();
      const left = await page.getByLabel('Or paste the lines').inputValue();
      assert.deepEqual(left.split('\n'), wrongOnes);

      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as a CSV file' }).click();
      const download = await downloading;
      assert.equal(download.suggestedFilename(), 'Customers.csv');
      const saved = await readFile(await download.path(), 'utf8');
      assert.equal(saved, '\uFEFFphone,name\r\n0712 345 678,Wanjiku Kamau\r\n0733 000 001,Zoë\r\n');
      visitor.assertClean();
      await visitor.close();
    });

    it(`lets the columns of a file be chosen on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      const id = await newGroup(owner, 'Parents');
      const visitor = await visitAs(server, owner, view);
      const { page } = visitor;
      await page.goto(`/sms/groups/${id}`);
      await page.getByLabel('File: CSV').setInputFiles({
        name: 'school.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(school),
      });
      const table = page.getByRole('table', { name: 'The first contacts' });
      // The heading of the number names the parent.
      await table.getByText('Otieno Ouma').waitFor();
      await page.getByText('2 numbers will be taken. One line has none.').waitFor();
      await page.getByText('One number was put right or left out').click();
      const named = { name: 'One number was put right or left out' };
      await page.getByRole('table', named).getByText('had lost the zero in front').waitFor();
      await assertGood(visitor);
      await page.getByLabel('Column of the numbers').selectOption({ index: 4 });
      await page.getByLabel('Column of the names').selectOption({ index: 1 });
      await table.getByText('Juma Otieno').waitFor();
      await page.getByText('2 numbers were put right or left out').waitFor();
      await page.getByRole('button', { name: 'Take in' }).click();
      await page.getByText('3 contacts added.').waitFor();
      await page.getByText('2 numbers were put right or left out').waitFor();
      await assertGood(visitor);
      const { body } = await owner.call('GET', `/groups/${id}/contacts`);
      assert.deepEqual(
        (body as { phone: string; name: string }[]).map(({ phone, name }) => `${phone} ${name}`),
        ['254733000001 Juma Otieno', '254733000002 Wanja', '254733000003 Amina'],
      );

      await page.getByLabel('File: CSV').setInputFiles({
        name: 'school.xlsx',
        mimeType: 'text/csv',
        buffer: Buffer.from('PK\u0003\u0004 and more'),
      });
      await page.getByText('This is a file of a spreadsheet program').waitFor();
      visitor.assertClean();
      await visitor.close();
    });

    it(`says in Swahili what a file holds on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      const id = await newGroup(owner, 'Wazazi');
      await server.request('PUT', '/api/me', { token: owner.token, json: { language: 'sw' } });
      const visitor = await visitAs(server, owner, { ...view, language: 'sw' });
      const { page } = visitor;
      await page.goto(`/sms/groups/${id}`);
      await page.getByLabel('Au bandika mistari').fill(school);
      await page.getByText('Namba 2 zitachukuliwa. Mstari mmoja hauna namba.').waitFor();
      await page.getByLabel('Safu ya namba za simu').selectOption({ index: 4 });
      await page.getByText('Namba 2 zimerekebishwa au zimeachwa').click();
      await page.getByText('ilikuwa imepoteza sifuri ya mwanzo').waitFor();
      await assertGood(visitor);
      visitor.assertClean();
      await visitor.close();
    });

    it(`adds, removes, renames and deletes on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      const id = await newGroup(owner, 'Committee');
      const contacts = Array.from({ length: 60 }, (_, at) => ({ phone: `07330000${at + 10}` }));
      await owner.call('POST', `/groups/${id}/contacts`, { json: { contacts } });
      const visitor = await visitAs(server, owner, view);
      const { page } = visitor;
      await page.goto('/sms/groups');
      await page.getByRole('link', { name: 'Committee' }).click();
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText('0733 000 069').waitFor();
      assert.equal(
        await page.getByRole('link', { name: 'Send to this group' }).getAttribute('href'),
        `/sms/compose?group=${id}`,
      );

      await page.getByLabel('Phone', { exact: true }).fill('12345');
      await page.getByLabel('Name').fill('Wanjiku');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('alert').getByText('12345 is not a Kenyan mobile number.').waitFor();
      await assertGood(visitor);
      await page.getByLabel('Phone', { exact: true }).fill('0712 345 678');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('0712 345 678 was added.').waitFor();
      await page.getByText('61 contacts').waitFor();
      await page.getByRole('button', { name: 'Remove Wanjiku' }).click();
      await confirm(page, 'Remove');
      await page.getByText('60 contacts').waitFor();

      await page.getByRole('button', { name: 'Rename' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Water committee');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Water committee' }).waitFor();
      await page.getByRole('button', { name: 'Delete the group' }).click();
      await page.getByText('Its 60 contacts go with it.').waitFor();
      await assertGood(visitor);
      await confirm(page, 'Delete the group');
      await page.getByText('You have no group yet.').waitFor();
      visitor.assertClean();
      await visitor.close();
    });
  }
});
