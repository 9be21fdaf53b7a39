import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readContactFile } from './contact-file.ts';
import { readContacts } from './contact-list.ts';

async function read(text: string) {
  const file = readContactFile(text, 10_000);
  const { contacts, rejections, mended } = await readContacts(file.written);
  return {
    contacts: contacts.map(({ phone, name }) => `${phone} ${name ?? ''}`.trim()),
    rejected: rejections.map(({ at, to, error }) => `${at} ${to}: ${error}`),
    mended: mended.map(({ at, note }) => `${at} ${note}`),
  };
}

const google =
  'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,' +
  'Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,' +
  'Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,' +
  'Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,' +
  'Address 1 - Formatted';
const oldGoogle =
  'Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Name Prefix,Initials,' +
  'Nickname,Short Name,Birthday,Gender,Notes,Group Membership,Phone 1 - Type,Phone 1 - Value,' +
  'Phone 2 - Type,Phone 2 - Value,Organization 1 - Type,Organization 1 - Name';
const outlook =
  'First Name,Middle Name,Last Name,Title,Suffix,Nickname,Given Yomi,Surname Yomi,E-mail Address,' +
  'Home Phone,Home Phone 2,Business Phone,Business Phone 2,Mobile Phone,Car Phone,Other Phone,' +
  "Primary Phone,Pager,Business Fax,Home Fax,Assistant's Phone,Company,Job Title,Home Address,Notes";

describe('contacts as other programs export them', () => {
  it('are read of Google, with all numbers of a cell and notes of several lines', async () => {
    const rows = [
      'Asha,,Wanjiku,,,,,,,,,,,,"Plot 7\nNgong Road, ""upstairs""\n\nNairobi",,* myContacts,,,Mobile,' +
        '+254 712 345 678 ::: 0733 000 001,Work,020 2345678,Home,"Plot 7\nNairobi"',
      ',,,,,,,,,,Duka la Otieno,,,,,,* myContacts,,,Work,020 2345678,Mobile,0112 345 678,,',
      'Nobody,,,,,,,,,,,,,,,,* myContacts,* ,n@example.com,,,,,,',
      'Two,Middle,Names,,,,,,,,,,,,,,* myContacts,,,Mobile,0722000001,Mobile,0722000002,,',
    ];
    assert.deepEqual(await read([google, ...rows].join('\r\n')), {
      contacts: [
        '254712345678 Asha Wanjiku',
        '254733000001 Asha Wanjiku',
        '254112345678 Duka la Otieno',
        '254722000001 Two Middle Names',
      ],
      rejected: ['8 : has no phone number'],
      mended: [
        '2 was several numbers, each of which was taken',
        '9 is a further number of the line, which was left out',
      ],
    });
    const old = `${oldGoogle}\nAsha W,Asha,,Wanjiku,,,,,,,,,,* My Contacts,Mobile,0712 345 678,,,,`;
    assert.deepEqual((await read(old)).contacts, ['254712345678 Asha W']);
  });

  it('are read of Outlook, the mobile first, no fax and nobody else', async () => {
    const rows = [
      'Asha,,Wanjiku,Dr,,,,,a@example.com,0202345678,,0733000001,,0712345678,,,,,020555,,0799999999,Acme,,"Box 1\nKisumu",',
      'Otieno,,Ouma,,,,,,,,,0733000002,,,,,,,0744000000,,0799999999,,,,',
    ];
    assert.deepEqual(await read(`\uFEFF${outlook}\r\n${rows.join('\r\n')}\r\n`), {
      contacts: ['254712345678 Asha Wanjiku', '254733000002 Otieno Ouma'],
      rejected: [],
      mended: ['2 is a further number of the line, which was left out'],
    });
  });

  it('are read by any usual heading of the number and the name, in both languages', async () => {
    const phones = [
      ...[
        'Phone',
        'PHONE NUMBER',
        'phone_number',
        'PhoneNumber',
        'Phone No.',
        'Phone #',
        'Tel',
        'Tel. No',
      ],
      ...[
        'Telephone',
        'Mobile',
        'Mobile No',
        'mobileNumber',
        'Cell',
        'Cell Phone',
        'Cellphone number',
      ],
      ...[
        'MSISDN',
        'Contact',
        'Contact Number',
        'Contacts',
        'WhatsApp',
        'M-Pesa Number',
        'Number',
        'Recipient',
      ],
      ...[
        'Simu',
        'Namba ya simu',
        'Nambari ya Simu',
        'Namba',
        'Nambari',
        'SIMU YA MKONONI',
        'Rununu',
      ],
      ...[
        'Mawasiliano',
        "Parent's phone",
        'Simu ya mzazi',
        'Customer Mobile *',
        '\u200bphone',
        'To',
      ],
    ];
    const names = [
      ...[
        'Name',
        'FULL NAME',
        'full_name',
        'CustomerName',
        'Client',
        'Contact name',
        'Member Name',
      ],
      ...[
        "Parent's name",
        'Jina',
        'JINA KAMILI',
        'Majina',
        'Jina la mteja',
        'Mteja',
        'Name of pupil',
      ],
    ];
    for (const [index, phone] of phones.entries()) {
      const name = names[index % names.length];
      for (const mark of [',', ';', '\t', '|']) {
        const file = `Id${mark}${name}${mark}Town${mark}${phone}\n1${mark}Asha${mark}Voi${mark}0712345678\n`;
        const { contacts, rejected } = await read(file);
        assert.deepEqual([contacts, rejected], [['254712345678 Asha'], []], `${phone}, ${name}`);
      }
    }
  });

  it('are found by what stands in their columns, where no heading says it', async () => {
    const files = [
      'Kontakte;Wer\n0712345678;Asha\n',
      'Nr,Wer,Wo,Kontakte\n1,Asha,Voi,0712345678\n2,Otieno,Voi,0733000001\n',
      'Namba,Jina,Mawasiliano\n1,Asha,0712345678\n2,Otieno,0733000001\n',
      'Members of Umoja\n\nName,Phone\nAsha,0712345678\n',
      'Asha,Voi,0712345678\nOtieno,Voi,0733000001\n',
      '0712345678,0733000001\n',
    ];
    for (const file of files) {
      const { contacts, rejected } = await read(file);
      assert.deepEqual([contacts[0]?.slice(0, 12), rejected], ['254712345678', []], file);
    }
    assert.deepEqual((await read(files[4] ?? '')).contacts[1], '254733000001 Voi');
    assert.equal((await read(files[5] ?? '')).contacts.length, 2);
  });

  it('say their separator in a first line, as Excel reads it', async () => {
    for (const [said, mark] of [
      ['sep=;', ';'],
      ['SEP=,', ','],
      ['"sep=|"', '|'],
      ['sep=\t', '\t'],
      ['sep=^', '^'],
    ]) {
      const { contacts, rejected } = await read(
        `\uFEFF${said}\r\nname${mark}phone\r\nA B${mark}0712345678\r\nX${mark}1`,
      );
      assert.deepEqual(contacts, ['254712345678 A B'], said);
      assert.deepEqual(rejected, ['4 1: is not a Kenyan mobile number']);
    }
  });

  it('may hold names in cells of several lines, and headings too', async () => {
    const file =
      '"Full\nname","Phone\nnumber"\r\n"Asha\nWanjiku","0712 345 678"\r\n"\u202aOtieno\u202c",0733000001';
    assert.deepEqual((await read(file)).contacts, [
      '254712345678 Asha Wanjiku',
      '254733000001 Otieno',
    ]);
  });

  it('lose no contact to a quote that is never closed', async () => {
    const file =
      'name,phone,note\nA,0712345671,"open\nB,0712345672,\nC,0712345673,5" pipe\nD,0712345674,6"\n';
    const { contacts, rejected } = await read(file);
    assert.deepEqual(
      contacts.map((each) => each.slice(-1)),
      ['B', 'C', 'D'],
    );
    assert.match(rejected[0] ?? '', /^2 .*quotes/);
  });

  it('are read by the headings of phones and programs in other languages', async () => {
    for (const [header, row] of [
      ['Vorname;Nachname;Telefon 1 – Label;Telefon 1 – Wert', 'Asha;Wanjiku;Mobil;0712345678'],
      ['Anrede;Vorname;Nachname;Mobiltelefon', 'Frau;Asha;Wanjiku;+254712345678'],
      [
        'Prénom;Nom de famille;Téléphone 1 - Libellé;Téléphone 1 - Valeur',
        'Asha;Wanjiku;M;0712345678',
      ],
      ['Nom;Prénom;Tél. mobile;Tél. bureau', 'Wanjiku;Asha;0712345678;020 2345678'],
      ['Nombre;Apellidos;Teléfono móvil', 'Asha;Wanjiku;0712345678'],
      ['Nome;Cognome;Cellulare', 'Asha;Wanjiku;0712345678'],
      ['Nome;Sobrenome;Celular', 'Asha;Wanjiku;0712345678'],
      ['Voornaam;Achternaam;Mobiele telefoon', 'Asha;Wanjiku;0712345678'],
      ['الاسم;رقم الهاتف;المدينة', 'Asha Wanjiku;٠٧١٢٣٤٥٦٧٨;Voi'],
      ['Magaca;Magaalada;Taleefan', 'Asha Wanjiku;Voi;0712345678'],
    ]) {
      const { contacts } = await read(`${header}\r\n${row}\r\n`);
      assert.deepEqual(contacts, ['254712345678 Asha Wanjiku'], header);
    }
  });

  it('are found in the column of whole numbers rather than in one that may be of accounts', async () => {
    for (const heading of ['M-Pesa', 'Wasiliana', 'SIM', 'Guardian contact']) {
      const file = `Name,Ref,${heading}\nAsha,712000000,0712345678\nOtieno,733000000,0733000001\n`;
      assert.deepEqual((await read(file)).contacts, ['254712345678 Asha', '254733000001 Otieno']);
    }
  });

  it('may have several numbers in a cell of several lines, and the end of a file of DOS', async () => {
    for (const mark of [',', ';', '\t']) {
      const file = `Name${mark}Phone\r\nAsha${mark}"0712345678\n0733000001"\r\n\x1a`;
      const { contacts, rejected } = await read(file);
      assert.deepEqual(contacts, ['254712345678 Asha', '254733000001 Asha']);
      assert.deepEqual(rejected, []);
    }
  });
});
