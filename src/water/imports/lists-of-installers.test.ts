import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../../../test/helpers/water/devices.ts';
import { useImportDesk } from '../../../test/helpers/water/import-desk.ts';
import { faultOfNearlyMac } from '../device-rules.ts';
import { columnOf } from './columns.ts';
import { readDeviceFile } from './device-file.ts';
import { readAmount, readLine } from './line-values.ts';

describeOnBothEngines('lists of devices as installers keep them', (engine) => {
  const { server, send, devicesOf, configsOf, run } = useImportDesk(engine);

  it('are text: files of spreadsheets and word processors are refused with what they are', async () => {
    const person = await registerUser(server);
    for (const [file, sentence] of [
      ['{\\rtf1\\ansi KS-0001,Roof\\par KS-0002,Borehole}', /a word processor \(\.rtf\); save it/],
      ['ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"KS-0001"\r\nE\r\n', /a spreadsheet program.*\.slk/],
      ['TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,2\r\n""\r\n', /a spreadsheet program.*\.dif/],
    ] as const) {
      const { status, text } = await send(person, file);
      assert.equal(status, 400, file);
      assert.match(text, sentence);
    }
    const { body } = await server.request('GET', '/api/imports', person);
    assert.deepEqual(body, []);
  });

  it('have each heading say what it is of, decimal commas, and texts that a spreadsheet was kept from', async () => {
    const person = await registerUser(server);
    const macs = [randomMac(), randomMac(), randomMac()];
    const rows = await run(
      person,
      [
        'Device MAC;Device Name;Tank Capacity (L);Latitude;Longitude;Owner Phone',
        `="${macs[0]}";="Roof tank";5000,00;-1,2921;36,8219;712345678`,
        `'${macs[1]};'Kwa Juma';5.000,00 ltrs;-1.2921;36.8219;'0712345678`,
        `${macs[2]};Shamba;5 000 lts.;-1,5;37;`,
      ].join('\n'),
    );
    assert.deepEqual(
      rows.map(({ status, errors }) => [status, errors]),
      macs.map(() => ['registered', []]),
    );
    const devices = await devicesOf(person);
    const names = macs.map(
      (mac) => devices.find((each) => each.mac_or_serial === mac)?.device_name,
    );
    assert.deepEqual(names, ['Roof tank', "'Kwa Juma'", 'Shamba']);
    for (const { device_id } of rows) {
      assert.equal((await configsOf(person, device_id))[0]?.['capacity'], 5000);
    }
  });

  it('have the row named whose MAC lacks a digit, but for a device that has such a serial', async () => {
    const person = await registerUser(server);
    const short = randomMac().replaceAll(':', '').replace(/^../, 'A').slice(0, 11);
    const own = randomMac().replaceAll(':', '').replace(/^../, 'B').slice(0, 11);
    await registerDevice(server, person.token, own);
    const rows = await run(
      person,
      `mac,name\n${randomMac()},Roof\n${short},Shamba\n${own},Shule\n`,
    );
    assert.deepEqual(
      rows.map(({ status, errors }) => [status, errors]),
      [
        ['registered', []],
        [
          'refused',
          [{ field: 'mac_or_serial', message: 'has 11 hexadecimal digits, and a MAC has 12' }],
        ],
        ['known', []],
      ],
    );
  });
});

it('a MAC with a digit too few or too many is named, and a serial is not taken for one', () => {
  const wrong = ['A0B1C2D3E4F', 'a0b1c2d3e4f56', '0E1234567890A', ' 24A16057F83 ', 'A0B1.C2D3.E4F'];
  const right = [
    'A0B1C2D3E4F5',
    '24010012345',
    '2401001234567',
    'FADEDFACADE',
    'TANK-0000001',
    'A0B1C2D3E4',
  ];
  for (const text of wrong) assert.match(faultOfNearlyMac(text) ?? '', /has 1[13] hex/, text);
  for (const text of right) assert.equal(faultOfNearlyMac(text), undefined, text);
});

it('headings are known with what they are of', () => {
  for (const [heading, column] of [
    ['Device MAC', 'mac_or_serial'],
    ['Device MAC Address', 'mac_or_serial'],
    ['Tank Volume (litres)', 'capacity'],
    ['Ujazo wa tangi', 'capacity'],
    ['Tank height cm', 'height_cm'],
    ['Sensor height', 'sensor_height_cm'],
    ['Tank location', 'place'],
    ['Device', 'mac_or_serial'],
    ['Tank', 'name'],
    ['Sensor', 'sensor'],
    ['Tank colour', undefined],
    ['Device of', undefined],
  ] as const)
    assert.equal(columnOf(heading), column, heading);
});

it('an amount is the same with a decimal comma as with a point', () => {
  const amounts = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100);
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 2 }), (amount, digits) => {
      const text = amount.toFixed(digits);
      assert.equal(readAmount(text.replace('.', ',')), Number(text));
      const german = Number(text).toLocaleString('de-DE', { minimumFractionDigits: digits });
      assert.equal(readAmount(german), Number(text));
    }),
  );
  for (const wrong of ['5,0,0', '5.000.00', '5,', ',5', '5 m3', '5000 gal', '1.23E+11'])
    assert.equal(readAmount(wrong), Number.NaN, wrong);
});

it('a place is the same with decimal commas as with points', () => {
  const place = (text: string) => readLine({ mac_or_serial: 'KS-0001', place: text });
  for (const text of ['-1.5, 36.25', '-1.5 36.25', '-1,5; 36,25', '-1,5 36,25', '-1.5;36.25']) {
    const { values, faults } = place(text);
    assert.deepEqual([values.place, faults], [{ latitude: -1.5, longitude: 36.25 }, []], text);
  }
  for (const wrong of ['-1,5,36,25', '91; 36', '-1.5', '-1,5; '])
    assert.equal(place(wrong).faults[0]?.field, 'place', wrong);
});

it('headings are found below up to five lines of titles, and not below a device', () => {
  const titles = ['List of 2026', 'Mombasa;;', 'By: Juma', ';Roofs;', 'Printed on 3 May'];
  for (let count = 0; count <= titles.length; count++) {
    const text = [...titles.slice(0, count), 'Name;MAC', 'Roof;020000000001'].join('\n');
    const [line, ...others] = readDeviceFile(text).lines;
    assert.deepEqual(line?.cells, { mac_or_serial: '020000000001', name: 'Roof' }, text);
    assert.deepEqual(others, []);
  }
  const [first] = readDeviceFile('020000000001;Roof\nName;MAC').lines;
  assert.deepEqual(first?.cells, { mac_or_serial: '020000000001', name: 'Roof' });
});

it('a line of sums is no device, and 0, 0 is no position', () => {
  for (const word of [
    'TOTAL',
    'Total:',
    'Totals',
    'Grand total',
    'Subtotal',
    'Jumla',
    'JUMLA KUU:',
  ])
    assert.equal(
      readLine({ mac_or_serial: word, name: '12' }).faults[0]?.field,
      'mac_or_serial',
      word,
    );
  for (const serial of ['TOTAL1', 'JUMLA-01', 'Totaliser'])
    assert.deepEqual(readLine({ mac_or_serial: serial }).faults, [], serial);
  for (const cells of [{ place: '0, 0' }, { latitude: '0', longitude: '0.0' }]) {
    const { values, faults } = readLine({ mac_or_serial: 'KS-0001', ...cells });
    assert.deepEqual([values.place, faults], [undefined, []]);
  }
});
