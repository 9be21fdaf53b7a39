import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readContactFile } from './contact-file.ts';
import { readContacts } from './contact-list.ts';

async function read(text: string) {
  const { contacts, rejections } = await readContacts(readContactFile(text, 10_000).written);
  return {
    contacts: contacts.map(({ at, phone, name }) => `${at} ${phone} ${name ?? ''}`.trim()),
    rejected: rejections.map(({ at, error }) => `${at} ${error}`),
  };
}

const card = (version: string, ...lines: string[]) =>
  ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD', ''].join('\r\n');

describe('the cards of phones', () => {
  it('are read of iPhones, Android phones and WhatsApp, by their first line', async () => {
    const file =
      card(
        '3.0',
        'PRODID:-//Apple Inc.//iPhone OS 17.0//EN',
        'N:Wanjiku;Asha;;;',
        'FN:Asha Wanjiku',
        'TEL;type=WORK;type=VOICE:0733 000 001',
        'TEL;type=CELL;type=VOICE;type=pref:\u202a+254 712 345 678\u202c',
      ) +
      card(
        '2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4F=75=6D=61;=41=\r\n=6E=64=72=C3=A9;;;',
        'TEL;CELL:0712345679',
      ) +
      card(
        '3.0',
        'N:;Duka;;;',
        'FN:Duka\\, Voi',
        'item1.TEL;waid=254712345670:+254 712 345670',
        'item1.X-ABLabel:Mobile',
      ) +
      card(
        '4.0',
        'FN:Very long',
        ' er name',
        'TEL;VALUE=uri;TYPE="voice,cell":tel:+254-712-345-671;ext=5',
        'PHOTO:data:image/png;base64,AAAA',
        ' TEL:0799999999',
      ) +
      card('3.0', 'FN:Nobody', 'TEL;TYPE=FAX:0712345672');
    assert.deepEqual(await read(`\uFEFF\r\n${file}`), {
      contacts: [
        '2 254712345678 Asha Wanjiku',
        '10 254712345679 André Ouma',
        '16 254712345670 Duka, Voi',
        '23 254712345671 Very longer name',
      ],
      rejected: ['31 has no phone number'],
    });
  });

  it('have names of old phones in other encodings', async () => {
    const base64 = Buffer.from('Ngũgĩ').toString('base64');
    for (const [line, name] of [
      ['FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Ren=E9e', 'Renée'],
      ['FN;ENCODING=QUOTED-PRINTABLE:Ren=E9e', 'Renée'],
      ['FN;CHARSET=X-OURS;ENCODING=QUOTED-PRINTABLE:Rene', 'Rene'],
      ['FN;QUOTED-PRINTABLE;CHARSET=UTF-8:=4E=67=C5=A9', 'Ngũ'],
      [`FN;ENCODING=BASE64;CHARSET=UTF-8:${base64}`, 'Ngũgĩ'],
      [`N;ENCODING=B:${base64}`, 'Ngũgĩ'],
    ] as const) {
      const { contacts } = await read(card('2.1', line, 'TEL:0712345678'));
      assert.deepEqual(contacts, [`1 254712345678 ${name}`], line);
    }
  });

  it('are not lost where another begins before their end', async () => {
    const inner = card('2.1', 'FN:Juma', 'TEL:0733000001').trim();
    for (const end of ['END:VCARD', '']) {
      const { contacts } = await read(
        ['BEGIN:VCARD', 'FN:Asha', 'TEL:0712345678', inner, end].join('\r\n'),
      );
      assert.deepEqual(contacts, ['4 254733000001 Juma', '1 254712345678 Asha'], end);
    }
  });

  it('are no other table, whatever is in them', async () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '\r\n',
            '\n ',
            'TEL:',
            'FN',
            ';',
            '"',
            ':',
            '=',
            'END:VCARD',
            '0712345678',
            '\\',
          ),
        ),
        (parts) => {
          const file = readContactFile(`BEGIN:VCARD\n${parts.join('')}`, 10_000);
          for (const { phone } of file.written) assert.equal(typeof phone, 'string');
        },
      ),
    );
    assert.deepEqual((await read('Name,Phone\nBEGIN:VCARD,0712345678\n')).contacts, [
      '2 254712345678 BEGIN:VCARD',
    ]);
  });

  it('are soon read where a line never ends', async () => {
    const photo = `${' A'.repeat(40)}\r\n`.repeat(20_000);
    const file = card('3.0', 'FN:Asha', `PHOTO;ENCODING=b:AAAA\r\n${photo}TEL:0712345678`);
    assert.deepEqual((await read(file)).contacts, ['1 254712345678 Asha']);
    assert.equal((await read(`BEGIN:VCARD\n${';'.repeat(1_000_000)}`)).contacts.length, 0);
  });
});
