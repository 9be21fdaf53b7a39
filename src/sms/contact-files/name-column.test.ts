import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readContactFile } from './contact-file.ts';

/** The name that the only contact of a file gets; each cell of a name holds its heading. */
function nameOf(header: string, chosen = {}): unknown {
  const titles = header.split(',');
  const isPhone = (title: string) => /phone|simu|mobile|number|contact$/i.test(title);
  const row = titles.map((title) => (isPhone(title) ? '0712345678' : title));
  const [contact, ...more] = readContactFile(`${header}\n${row.join()}\n`, 10, chosen).written;
  assert.deepEqual(more, []);
  return contact?.name;
}

describe('the name of a contact', () => {
  it('is of whom the heading of the number names, where there are several names', () => {
    const rows = [
      ['Student,Guardian Name,Parent Phone', 'Guardian Name'],
      ['Guardian Name,Student,Parent Phone', 'Guardian Name'],
      ['Parent Phone,Student Name,Class,Guardian', 'Guardian'],
      ['Student Name,Parent Name,Student Phone', 'Student Name'],
      ['ParentName,StudentName,parentPhone', 'ParentName'],
      ['parentname,studentname,parentphone', 'parentname'],
      ['Mlezi,Jina la mwanafunzi,Simu ya mzazi', 'Mlezi'],
      ['Next of kin name,Customer,Next of kin phone', 'Next of kin name'],
      ["Contact Name,Customer,Contact's number", 'Contact Name'],
      ['M-Pesa Name,Member,M-Pesa number', 'M-Pesa Name'],
      [
        'Guardian First Name,Guardian Last Name,Student Name,Guardian Phone',
        'Guardian First Name Guardian Last Name',
      ],
      [
        'Student First Name,Student Last Name,Parent First Name,Parent Last Name,Parent Phone',
        'Parent First Name Parent Last Name',
      ],
    ] as const;
    for (const [header, name] of rows) assert.equal(nameOf(header), name, header);
  });

  it('is the nearest to the number, where no heading says more', () => {
    const rows = [
      ['Student,Guardian Name,Phone', 'Guardian Name'],
      ['Guardian Name,Student,Phone', 'Student'],
      ['Phone,Guardian Name,Town,Student', 'Guardian Name'],
      ['Customer,Town,Phone,Member', 'Member'],
      ['Customer,Phone,Member', 'Customer'],
      ['Name,Town,Plot,Phone', 'Name'],
      ['Name,Surname,Town,Phone', 'Name Surname'],
      ['First Name,Last Name,First Phone', 'First Name Last Name'],
    ] as const;
    for (const [header, name] of rows) assert.equal(nameOf(header), name, header);
  });

  it('goes with the number that a person chose', () => {
    const header = 'Student Name,Student Phone,Parent Name,Parent Phone';
    assert.equal(nameOf(header, { phone: 1 }), 'Student Name');
    assert.equal(nameOf(header, { phone: 3 }), 'Parent Name');
    assert.equal(nameOf(header, { phone: 3, name: 0 }), 'Student Name');
    assert.equal(nameOf(header, { phone: 3, name: null }), '');
  });

  it('is nobody rather than somebody else, where the cell is blank', () => {
    const file =
      'Student,Guardian Name,Parent Phone,Company\nJuma,,0712345678,\nJuma,,0733000001,Acme\n';
    const names = [...readContactFile(file, 10).written].map(({ name }) => name);
    assert.deepEqual(names, ['', 'Acme']);
  });
});
