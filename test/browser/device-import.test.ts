import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { encode } from 'uqr';
import { qrPath } from '../../web/src/device-setup/qr-path.ts';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { newOwnDevice, openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { type DeviceAnswer, randomMac, registerDevice } from '../helpers/water/devices.ts';

describeByTurns('sqlite', 'many devices at once', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const csvFile = (name: string, text: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });

  it('imports a list on a laptop, and gives back what was refused and the keys', async () => {
    const taken = await registerDevice(server, (await registerUser(server)).token);
    const { device: mine, token } = await newOwnDevice(server);
    const good = randomMac();
    const csv = [
      'Serial number;Name;Capacity;High;Low;Owner;Colour',
      `${good};Roof tank;5000;95;15;0712 345 678;blue`,
      `${mine.mac_or_serial};My own;;;;;`,
      `${taken.mac_or_serial};Theirs;;;;;`,
      `${'x'.repeat(65)};Too long;;;;;`,
      `KS-${good.replaceAll(':', '')};Half a litre;0.5;;;;`,
      `${good.toLowerCase()};Again;;;;;`,
      'KS-9000;Lots;many;;;nobody;',
    ].join('\r\n');
    const { page, ...visitor } = await openAs(server, token, '/devices/import', {
      screen: 'laptop',
    });
    await visitor.assertAccessible();
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'tanks.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(3_000_000)]),
    });
    await page.getByText('choose “Save as” and “CSV UTF-8”').waitFor();
    for (const [name, text, sentence] of [
      ['tanks.rtf', '{\\rtf1\\ansi KS-0001,Roof}', 'tanks.rtf: This is a file of a word processor'],
      ['tanks.slk', 'ID;PWXL;N;E\r\nP;PGeneral\r\n', 'tanks.slk: This is a file of a spreadsheet'],
    ] as const) {
      await page.getByLabel('Choose another file').setInputFiles(csvFile(name, text));
      await page.getByText(sentence).waitFor();
    }
    await page.getByLabel('Choose another file').setInputFiles(csvFile('tanks.csv', csv));
    await page.getByRole('heading', { name: '7 devices in tanks.csv' }).waitFor();
    await page.getByText('4 devices will be left out').waitFor();
    await page.getByText('are left out: Colour').waitFor();
    const results = await page.locator('.import-lines .tag').allTextContents();
    assert.deepEqual(results, [...Array(4).fill('Refused'), ...Array(3).fill('Ready')]);
    await visitor.assertAccessible();
    await visitor.assertFits();
    await page.getByRole('button', { name: 'Register 3 devices' }).click();
    await page.getByText('The import is finished.').waitFor();
    await page.getByText('7 of 7 done').waitFor();
    await page.getByText(/^Finished .*\d\d:\d\d.* The same list sent again/).waitFor();
    await page.getByText('Registered: 1').waitFor();
    await page.getByText('Already yours: 1').waitFor();
    for (const [name, result] of [
      ['Theirs', 'is registered to another account'],
      ['Too long', 'must have at most 64 characters'],
      ['Half a litre', 'must be an integer'],
      ['Again', 'is the same device as in line 2'],
      ['Lots', 'Kenyan mobile number. Litres: must be a number.'],
    ] as const) {
      const row = page.getByRole('row').filter({ hasText: name });
      assert.match(
        ((await row.textContent()) ?? '').toLowerCase(),
        new RegExp(result.toLowerCase().replaceAll('.', '\\.')),
      );
    }
    await visitor.assertAccessible();
    await visitor.assertFits();

    const save = async (name: string) => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      const saved = await readFile(await (await downloading).path(), 'utf8');
      return saved.trimEnd().split('\r\n');
    };
    const [header, ...refused] = await save('Download the refused lines (CSV)');
    assert.match(header ?? '', /^\uFEFFmac_or_serial,name,capacity,high,low,owner,.*,problem$/);
    assert.deepEqual(
      refused.map((line) => line.split(',')[1]),
      ['Theirs', 'Too long', 'Half a litre', 'Again', 'Lots'],
    );
    const keys = await save('Download keys and links (CSV)');
    assert.match(keys[1] ?? '', /kd_[\w-]+/);
    assert.ok(keys.some((line) => /,254712345678,http:.*\/invitations\/[\w-]+$/.test(line)));
    const devices = await listDevices(token);
    const registered = devices.find(({ mac_or_serial }) => mac_or_serial === good);
    assert.equal(registered?.device_name, 'Roof tank');
    assert.equal(devices.find(({ id }) => id === mine.id)?.device_name, 'My own');
    visitor.assertClean();
    await visitor.close();
  });

  it('goes on while its sender is elsewhere, with its progress on every screen of a phone', async () => {
    const { token } = await registerUser(server);
    const { page, ...visitor } = await openAs(server, token, '/devices/import', {
      language: 'sw',
    });
    // Held at its first look, as a long one is: the server itself is done in a moment.
    let isHeld = true;
    await page.route(/\/api\/imports\/\d+$/, async (route) => {
      const answer = await route.fetch();
      const job = await answer.json();
      const held = { ...job, status: 'running', registered: 4, open: 5, finished_at: null };
      await route.fulfill({ response: answer, json: isHeld ? held : job });
    });
    const csv = `kifaa,jina\n${Array.from({ length: 9 }, () => `${randomMac()},Tangi`).join('\n')}`;
    await page.locator('input[type=file]').setInputFiles(csvFile('orodha.csv', csv));
    await page.getByRole('button', { name: 'Sajili vifaa 9' }).click();
    await page.getByText('Unaweza kuondoka kwenye ukurasa huu').first().waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();
    await page.goto('/alerts');
    await page.getByText('Vifaa vinaletwa: 4 kati ya 9').waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();
    isHeld = false;
    await page.getByText('Kuleta kumekamilika: 9 vimesajiliwa').click();
    await page.getByText('Kuleta orodha kumekamilika.').waitFor();
    await page.getByText('9 kati ya 9 tayari').waitFor();
    assert.equal((await listDevices(token)).length, 9);
    await page.goto('/devices/import');
    await page.getByRole('link', { name: 'orodha.csv' }).waitFor();
    assert.equal(await page.locator('.import-banner').count(), 0);
    await visitor.assertFits();
    visitor.assertClean();
    await visitor.close();
  });

  it('lays out labels for a sheet of 24, and prints nothing but them', async () => {
    const { token } = await registerUser(server);
    const devices: DeviceAnswer[] = [];
    for (let count = 0; count < 25; count++) devices.push(await registerDevice(server, token));
    for (const theme of ['light', 'dark'] as const) {
      const { page, ...visitor } = await openAs(server, token, '/devices/labels', { theme });
      await page.getByText('25 labels on 2 sheets').waitFor();
      await page.locator('.label .qr-code path[d]').nth(24).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    }
    const [first, second] = devices;
    assert.ok(first && second);
    const { page, ...visitor } = await openAs(
      server,
      token,
      `/devices/labels?ids=${first.id},${second.id}`,
      {
        screen: 'laptop',
      },
    );
    await page.getByText('2 labels on 1 sheet').waitFor();
    await page.getByLabel('Labels of the first sheet that are used up').fill('23');
    await page.getByText('2 labels on 2 sheets').waitFor();
    const code = page.getByRole('img', { name: `QR code of ${second.mac_or_serial}` });
    const form = `${server.url}/devices/new?mac=${encodeURIComponent(second.mac_or_serial)}`;
    const { data } = encode(form, { ecc: 'M', border: 4 });
    assert.equal(await code.locator('path[d]').getAttribute('d'), qrPath(data));
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, 2);
    assert.match(pdf, /\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/);
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.getByRole('button', { name: 'Print' }).isHidden());
    visitor.assertClean();
    await visitor.close();
  });

  async function listDevices(token: string): Promise<DeviceAnswer[]> {
    const { body } = await server.request('GET', '/api/devices.php?action=list', { token });
    return body as DeviceAnswer[];
  }
});
