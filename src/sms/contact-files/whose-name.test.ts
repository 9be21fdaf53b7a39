import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readContactFile } from './contact-file.ts';

const number = '0712345678';
/** Two rows of a file, whose cells are their headings unless stated. */
function read(header: string, cells: Record<string, string>): { phone: unknown; name: unknown } {
  const titles = header.split(',');
  const row = titles.map((title) => cells[title] ?? title).join();
  const [contact] = readContactFile(`${header}\n${row}\n${row}\n`, 10).written;
  return { phone: contact?.phone, name: contact?.name };
}

const phones = { Phone: number, Simu: number, 'Mobile Phone': number, 'Work Phone': number };

describe('the name of a contact', () => {
  it("is a person's own, not that of somebody or something else", () => {
    const rows = [
      ["First Name,Last Name,Mobile Phone,Manager's Name", 'First Name Last Name'],
      ["First Name,Last Name,Assistant's Name,Mobile Phone", 'First Name Last Name'],
      ['First Name,Last Name,Mobile Phone,E-mail Display Name', 'First Name Last Name'],
      ['First Name,Last Name,Display Name,Screen Name,Work Phone', 'First Name Last Name'],
      ['First Name,Last Name,Registered Name,Phone', 'First Name Last Name'],
      ['Name,Ward Name,Phone', 'Name'],
      ['Name,M-Pesa Name,Phone', 'Name'],
      ['Tenant Name,Property Name,Phone', 'Tenant Name'],
      ['Phone,Property Name,Tenant Name', 'Tenant Name'],
      ['Student Name,Class Name,Phone', 'Student Name'],
      ['Student Full Name,Class Teacher Name,Phone', 'Student Full Name'],
      ['Member Name,Branch Name,Phone', 'Member Name'],
      ['Group Member Name,Group Name,Phone', 'Group Member Name'],
      ['Property Owner Name,Property Name,Phone', 'Property Owner Name'],
      ['Name of student,Name of school,Phone', 'Name of student'],
      ['Contact Person Name,Company Name,Phone', 'Contact Person Name'],
      ['Farmer Name,Zone Name,Phone', 'Farmer Name'],
      ['Customer Full Name,Plan Name,Phone', 'Customer Full Name'],
      ['Patient Name,Next of Kin Name,Phone', 'Patient Name'],
      ['Jina,Jina la kata,Simu', 'Jina'],
      ['Jina la mpangaji,Jina la nyumba,Simu', 'Jina la mpangaji'],
      ['Jina la mkulima,Jina la tawi,Simu', 'Jina la mkulima'],
      ['Jina la mwanafunzi wa darasa,Jina la darasa,Simu', 'Jina la mwanafunzi wa darasa'],
    ];
    for (const [header = '', name] of rows) assert.equal(read(header, phones).name, name, header);
  });

  it('is that of a thing or another person where there is no other', () => {
    for (const name of ['Class Name', 'Property Name', "Manager's Name", 'Jina la kata']) {
      assert.equal(read(`${name},Town,Phone`, phones).name, name);
    }
  });

  it('stands in a column that is called a contact and holds no number', () => {
    for (const title of ['Contact', 'Recipient', 'Receiver', 'Mawasiliano', 'Parent contact']) {
      const cells = { ...phones, [title]: 'Asha Wanjiku' };
      for (const header of [`${title},Phone,Town`, `${title},Phone`, `Phone,Town,${title}`]) {
        assert.deepEqual(read(header, cells), { phone: '254712345678', name: 'Asha Wanjiku' });
      }
      assert.equal(read(`Name,${title},Phone`, cells).name, 'Name');
      assert.equal(read(`Name,${title}`, { [title]: number }).name, 'Name');
    }
    assert.equal(read('Phone,Contact no,Xyz', { ...phones, 'Contact no': 'none' }).name, 'Xyz');
  });

  it('is in no column whose heading says that it holds something else', () => {
    for (const title of ['Email', 'Group', 'Status', 'Barua pepe', 'Amount', 'Ward', 'Darasa']) {
      assert.equal(read(`Phone,${title}`, phones).name, '', title);
      assert.equal(read(`Phone,${title},Mpokeaji`, phones).name, 'Mpokeaji', title);
    }
    assert.equal(read('Phone,Xyz,Abc', { ...phones, Xyz: 'asha@example.com' }).name, 'Abc');
    assert.equal(read('Phone,Owner', { ...phones, Owner: 'Asha' }).name, 'Asha');
    const [contact] = readContactFile(`${number},asha@example.com,Asha\n`, 10).written;
    assert.equal(contact?.name, 'Asha');
  });
});

describe('the number of a contact', () => {
  it("is a person's own before that of somebody who answers for them", () => {
    const others = [
      ...[
        'Next of Kin Mobile',
        'Emergency Contact',
        'Guarantor Mobile',
        'Spouse Cell',
        'WhatsApp ya mume',
      ],
      ...[
        'Referee Mobile',
        'Agent mobile',
        'NextOfKinMobile',
        'Simu ya mdhamini',
        'Simu ya dharura',
      ],
    ];
    for (const other of others) {
      const cells = { ...phones, [other]: '0733000001' };
      for (const header of [`Name,Phone,${other}`, `Name,${other},Phone`]) {
        assert.deepEqual(read(header, cells), { phone: '254712345678', name: 'Name' }, header);
      }
      assert.equal(read(`Name,${other}`, cells).phone, '254733000001', other);
      assert.equal(read(`Name,${other},Phone`, { ...cells, Phone: '' }).phone, '254733000001');
    }
  });
});
