import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  type Answer,
  describeOnBothEngines,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { newGroup, newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';

type Contact = { id: number; phone: string; name: string | null; created_at: string };

/** As many different numbers as are asked for. */
function phones(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `2547${String(n).padStart(8, '0')}`);
}

describeOnBothEngines('files of contacts', (engine) => {
  const server = useTestServer({ engine });
  let owner: SmsOwner;
  before(async () => {
    owner = await newSmsOwner(server);
  });

  const add = (group: number, contacts: unknown): Promise<Answer> =>
    owner.call('POST', `/groups/${group}/contacts`, { json: { contacts } });
  const importFile = (group: number, body: string, type = 'text/csv'): Promise<Answer> =>
    owner.call('POST', `/groups/${group}/contacts`, { body, headers: { 'content-type': type } });
  const listOf = async (group: number): Promise<[string, string | null][]> => {
    const { body } = await owner.call('GET', `/groups/${group}/contacts?limit=500`);
    return (body as Contact[]).map(({ phone, name }) => [phone, name]);
  };

  it('hold a whole group, which comes back as it was', async () => {
    const group = await newGroup(owner);
    const all = phones(10_000).map((phone) => ({ phone, name: 'Mteja wa 😀' }));
    await add(group, all);
    const { text } = await owner.call('GET', `/groups/${group}/contacts?format=csv`);
    const lines = text.split('\r\n');
    assert.deepEqual([lines.length, lines[1]], [10_002, '0700 000 000,Mteja wa 😀']);
    const copy = await newGroup(owner);
    const copied = await importFile(copy, text);
    assert.equal((copied.body as { added: number }).added, 10_000);
    assert.equal((await owner.call('GET', `/groups/${copy}/contacts?format=csv`)).text, text);
  });

  it('are read line by line: bad lines are named and good ones kept', async () => {
    const group = await newGroup(owner);
    const file = [
      '\uFEFFJina;Simu;City',
      'Wanjiku; 0712 345 678;Nairobi',
      '',
      '"Otieno; Jr";0112345678;Kisumu',
      'Bad;12345;',
      'Stray " quote;0712345679;',
      '"Open;0712345670;',
      'Same;254712345678;',
    ];
    const { status, body } = await importFile(group, file.join('\r\n'), 'text/csv; charset=utf-8');
    assert.equal(status, 201);
    assert.deepEqual(body, {
      added: 3,
      updated: 0,
      rejected: [
        { line: 5, to: '12345', error: 'is not a Kenyan mobile number' },
        { line: 7, to: '"Open;0712345670;', error: 'has quotes that do not match' },
      ],
      rejected_count: 2,
    });
    assert.deepEqual(await listOf(group), [
      ['254112345678', 'Otieno; Jr'],
      ['254712345678', 'Same'],
      ['254712345679', 'Stray " quote'],
    ]);
  });

  it('must be text and hold some', async () => {
    const group = await newGroup(owner);
    const header = 'phone,name\r\n';
    for (const body of [header, '\n\n', ',,\n', header + '0712345678\n'.repeat(10_001)]) {
      assert.deepEqual(wrongFields(await importFile(group, body)), ['body']);
    }
    const repeated = await importFile(group, header + '0712345678\n'.repeat(10_000));
    assert.deepEqual([repeated.status, (repeated.body as { added: number }).added], [201, 1]);
    const rich = await importFile(group, '{\\rtf1\\ansi 0712345678}');
    assert.deepEqual([rich.status, /word processor/.test(rich.text)], [400, true]);
    const sylk = await importFile(
      group,
      'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"0712345678"\r\nE\r\n',
    );
    assert.match(sylk.text, /spreadsheet program/);
    const sheet = await importFile(group, 'PK\u0003\u0004 and much more');
    assert.deepEqual([sheet.status, /spreadsheet/.test(sheet.text)], [400, true]);
    const big = await importFile(group, 'x'.repeat(4_194_305));
    assert.deepEqual(failureOf(big), [413, 'too_large']);
    const tabs = 'Jina\tSimu\nAsha\t0712345678\n';
    for (const type of [
      'text/tab-separated-values',
      'application/vnd.ms-excel',
      'text/plain; charset=utf-8',
      'text/comma-separated-values',
    ]) {
      assert.equal((await importFile(group, tabs, type)).status, 200);
    }
    const xml = await importFile(group, '<a/>', 'application/xml');
    assert.deepEqual(failureOf(xml), [415, 'unsupported_media_type']);
    const elsewhere = await owner.call('POST', '/groups', {
      body: 'x',
      headers: { 'content-type': 'text/csv' },
    });
    assert.deepEqual(failureOf(elsewhere), [415, 'unsupported_media_type']);
  });

  it('are taken in any usual encoding, which is told where the file does not say it', async () => {
    const list = 'Jina;Simu\r\nZoë Müller;0712345678\r\n';
    const files: [Buffer, string | undefined][] = [
      [Buffer.from(list), undefined],
      [Buffer.from(list, 'latin1'), 'windows-1252'],
      [Buffer.from(list, 'utf16le'), 'utf-16le'],
      [Buffer.from(`\uFEFF${list}`, 'utf16le').swap16(), 'utf-16be'],
    ];
    for (const [bytes, encoding] of files) {
      const group = await newGroup(owner);
      const response = await fetch(`${server.url}/v1/account/groups/${group}/contacts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'text/csv' },
        body: new Uint8Array(bytes),
      });
      const body = (await response.json()) as { added: number; read_as?: object };
      const read_as = encoding && {
        encoding,
        delimiter: ';',
        phone_columns: [2],
        name_columns: [1],
      };
      assert.deepEqual([response.status, body.added, body.read_as], [201, 1, read_as]);
      assert.deepEqual(await listOf(group), [['254712345678', 'Zoë Müller']]);
    }
  });

  it('are read by the columns that are chosen, and what was mended is told', async () => {
    const group = await newGroup(owner);
    const file =
      'Parent,Spare,Child\nAsha,0733000001,\u200b="0712345678"\nOtieno,,712345679\nX,,2.54712E+11\n';
    const chosen = await owner.call(
      'POST',
      `/groups/${group}/contacts?phone_column=3&name_column=1`,
      {
        body: file,
        headers: { 'content-type': 'text/csv' },
      },
    );
    assert.equal(chosen.status, 201);
    assert.deepEqual(chosen.body, {
      added: 2,
      updated: 0,
      rejected: [
        {
          line: 4,
          to: '2.54712E+11',
          error:
            'lost digits in a spreadsheet and cannot be known; format its column as text and export it again',
        },
      ],
      rejected_count: 1,
      mended: [
        {
          line: 2,
          written: '\u200b="0712345678"',
          phones: ['254712345678'],
          note: 'had signs of a spreadsheet around it',
        },
        {
          line: 3,
          written: '712345679',
          phones: ['254712345679'],
          note: 'had lost the zero in front',
        },
      ],
      mended_count: 2,
    });
    const nameless = await owner.call(
      'POST',
      `/groups/${group}/contacts?phone_column=2&name_column=0`,
      {
        body: file,
        headers: { 'content-type': 'text/csv' },
      },
    );
    assert.equal((nameless.body as { added: number }).added, 1);
    assert.deepEqual(await listOf(group), [
      ['254712345678', 'Asha'],
      ['254712345679', 'Otieno'],
      ['254733000001', null],
    ]);
  });

  it('are safe in a spreadsheet', async () => {
    const group = await newGroup(owner);
    await add(group, [
      { phone: '0712345671', name: '=HYPERLINK("http://x","y")' },
      { phone: '0712345672', name: "'-1" },
      { phone: '0712345673', name: 'Kamau, P. "PK"' },
      { phone: '0712345674' },
      { phone: '0712345675', name: '＠SUM(A1); Wanjiru' },
    ]);
    const byQuery = await owner.call('GET', `/groups/${group}/contacts?format=csv`);
    assert.equal(byQuery.status, 200);
    assert.equal(byQuery.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(
      byQuery.headers.get('content-disposition'),
      `attachment; filename="contacts-${group}.csv"`,
    );
    assert.equal(
      byQuery.text,
      'phone,name\r\n' +
        `0712 345 671,"'=HYPERLINK(""http://x"",""y"")"\r\n` +
        "0712 345 672,''-1\r\n" +
        '0712 345 673,"Kamau, P. ""PK"""\r\n' +
        '0712 345 674,\r\n' +
        `0712 345 675,"'＠SUM(A1); Wanjiru"\r\n`,
    );
    const accept = { headers: { accept: 'text/csv' } };
    const byHeader = await owner.call('GET', `/groups/${group}/contacts`, accept);
    assert.equal(byHeader.text, byQuery.text);
    const asJson = await owner.call('GET', `/groups/${group}/contacts?format=json`, accept);
    assert.equal((asJson.body as Contact[]).length, 5);
    const empty = await owner.call('GET', `/groups/${await newGroup(owner)}/contacts?format=csv`);
    assert.equal(empty.text, 'phone,name\r\n');
  });
});
