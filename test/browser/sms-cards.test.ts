import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertGood, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newGroup, newSmsOwner } from '../helpers/sms/sms-account.ts';

const card = (name: string, phone: string) =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nTEL;TYPE=CELL:${phone}\r\nEND:VCARD\r\n`;
const cards = {
  name: 'contacts.vcf',
  mimeType: 'text/vcard',
  buffer: Buffer.from(card('Wanjiku', '0712345678') + card('Otieno', '0733000001')),
};

describeByTurns('postgres', 'contacts of a phone in a browser', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('are offered among the files, and read into a group and a message', async () => {
    const owner = await newSmsOwner(server);
    const visitor = await visitAs(server, owner, { screen: 'phone' });
    const { page } = visitor;
    await page.goto(`/sms/groups/${await newGroup(owner)}`);
    const file = page.getByLabel('contacts of a phone (.vcf)');
    assert.match((await file.getAttribute('accept')) ?? '', /\.vcf/);
    await file.setInputFiles(cards);
    await page.getByText('Otieno').waitFor();
    await assertGood(visitor);

    await page.goto('/sms/compose');
    const added = page.getByLabel('Add from a file');
    assert.match((await added.getAttribute('accept')) ?? '', /\.vcf/);
    await added.setInputFiles(cards);
    await page.getByText('2 recipients', { exact: true }).waitFor();
    await assertGood(visitor);
    visitor.assertClean();
    await visitor.close();
  });

  it('that are there keep their name where none is typed, and the screen says no more', async () => {
    const owner = await newSmsOwner(server);
    const id = await newGroup(owner);
    const json = { contacts: [{ phone: '0712345678', name: 'Wanjiku' }] };
    await owner.call('POST', `/groups/${id}/contacts`, { json });
    const visitor = await visitAs(server, owner, { screen: 'phone' });
    const { page } = visitor;
    await page.goto(`/sms/groups/${id}`);
    await page.getByLabel('Phone', { exact: true }).fill('0712345678');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('0712345678 was there already.', { exact: true }).waitFor();
    await page.getByText('Wanjiku', { exact: true }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});
