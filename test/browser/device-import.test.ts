import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { newOwnDevice, openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { type DeviceAnswer, randomMac, registerDevice } from '../helpers/water/devices.ts';

describeByTurns('sqlite', 'many devices at once', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('imports a list, and gives back what failed', async () => {
    const taken = await registerDevice(server, (await registerUser(server)).token);
    const { device: mine, token } = await newOwnDevice(server);
    const good = randomMac();
    const csv = [
      'Serial number;Name;Capacity;High;Low',
      `${good};Roof tank;5000;95;15`,
      `${mine.mac_or_serial};My own;;;`,
      `${taken.mac_or_serial};Theirs;;;`,
      `${'x'.repeat(65)};Too long;;;`,
      `KS-${good.replaceAll(':', '')};Half a litre;0.5;;`,
      `${good.toLowerCase()};Again;;;`,
      'KS-9;Lots;many;;',
    ].join('\r\n');
    const { page, ...visitor } = await openAs(server, token, '/devices/import', {
      expects: /status of 409/,
    });
    await visitor.assertAccessible();
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'tanks.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(3_000_000)]),
    });
    await page.getByText('choose “Save as” and “CSV UTF-8”').waitFor();
    await page.getByLabel('Choose another file').setInputFiles({
      name: 'tanks.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await page.getByRole('heading', { name: '7 devices in tanks.csv' }).waitFor();
    await page.getByText('4 devices will be left out').waitFor();
    const results = await page.locator('.import-lines .tag').allTextContents();
    assert.deepEqual(results, [...Array(4).fill('Left out'), ...Array(3).fill('Ready')]);
    await visitor.assertAccessible();
    await visitor.assertFits();
    await page.getByRole('button', { name: 'Register 3 devices' }).click();
    await page.getByText('The import is finished.').waitFor();
    await page.getByText('3 of 3 done').waitFor();
    for (const [name, result] of [
      ['Roof tank', 'Registered'],
      ['My own', 'Already yours'],
      ['Theirs', 'This device is registered to another user.'],
      ['Too long', 'must have at most 64 characters'],
      ['Half a litre', 'must be an integer'],
      ['Again', 'The same device as in line 2.'],
      ['Lots', '“many” is not a number.'],
    ] as const) {
      await page.getByRole('row').filter({ hasText: name }).getByText(result).first().waitFor();
    }
    await visitor.assertAccessible();

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the failed devices (CSV)' }).click();
    const saved = await readFile(await (await downloading).path(), 'utf8');
    const lines = saved.trimEnd().split('\r\n');
    assert.equal(lines[0], '\uFEFFmac_or_serial,name,capacity,high,low,problem');
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(',')[1]),
      ['Theirs', 'Too long', 'Half a litre', 'Lots'],
    );
    const devices = await listDevices(token);
    const registered = devices.find(({ mac_or_serial }) => mac_or_serial === good);
    assert.equal(registered?.device_name, 'Roof tank');
    assert.equal(devices.find(({ id }) => id === mine.id)?.device_name, 'My own');
    visitor.assertClean();
    await visitor.close();
  });

  it('waits in an import when the server asks for patience, and can be stopped and gone on with', async () => {
    const { token } = await registerUser(server);
    const { page, ...visitor } = await openAs(server, token, '/devices/import', {
      screen: 'laptop',
      expects: /status of 503/,
    });
    const answers = [1, 3600];
    await page.route('**/api/devices.php?action=register', async (route) => {
      const retry_after = answers.shift();
      if (retry_after === undefined) return await route.continue();
      await route.fulfill({
        status: 503,
        json: { success: false, code: 'unavailable', retry_after },
      });
    });
    const csv = Array.from({ length: 9 }, (_, index) => `KS-P${index}`).join('\n');
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await page.getByRole('button', { name: 'Register 9 devices' }).click();
    await page.getByText('The server asks for patience').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('What was registered stays registered.').waitFor();
    await page.getByRole('button', { name: /^Go on with/ }).click();
    await page.getByText('9 of 9 done').waitFor();
    await page.getByText('Registered: ').waitFor();
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
    await page.getByRole('img', { name: `QR code of ${second.mac_or_serial}` }).waitFor();
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
