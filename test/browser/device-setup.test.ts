import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { registerUser } from '../helpers/accounts.ts';
import { type Visitor, visit } from '../helpers/browser.ts';
import { signInAs } from '../helpers/dashboard-owner.ts';
import { type DeviceAnswer, randomMac, registerDevice } from '../helpers/devices.ts';
import { makeQrFilm } from '../helpers/qr-film.ts';
import { describeOnBothEngines, startTestServer, type TestServer } from '../helpers/test-server.ts';

type Options = Parameters<typeof visit>[1];

describeOnBothEngines('setting up devices', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine, isTimed: true });
  });
  after(() => server.stop());

  it('leads from typing on a phone to a green first reading', async () => {
    const owner = await registerUser(server);
    const { page, ...visitor } = await enter(owner.token, '/devices/new');
    const mac = randomMac();
    await page
      .getByLabel('MAC address or serial number')
      .fill(mac.toLowerCase().replaceAll(':', '-'));
    await page.getByLabel('Name').fill('Roof tank');
    await visitor.assertAccessible();
    await page.getByRole('button', { name: 'Register the device' }).click();

    await page.getByRole('heading', { name: 'Set-up: Roof tank' }).waitFor();
    await page.getByText('Waiting for its first reading').waitFor();
    assert.equal(await page.getByLabel('Name of the sensor').inputValue(), 'main');
    await page.getByLabel('The tank holds (litres)').fill('5000');
    await page.getByLabel('Warn when above (%)', { exact: true }).fill('95');
    await page.getByRole('slider', { name: 'Warn when below (%)' }).fill('15');
    await visitor.assertAccessible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('5,000 L · warns below 15 % and above 95 %').waitFor();
    await visitor.assertFits();

    await push(mac, 62.5);
    await page.getByText('First reading: 62.5 %').waitFor();
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('keeps what was typed and says why, when another owner has the device', async () => {
    const taken = await registerDevice(server, (await registerUser(server)).token);
    const owner = await registerUser(server);
    const { page, ...visitor } = await enter(owner.token, '/devices/new', {
      screen: 'laptop',
      theme: 'dark',
      expects: /status of 409/,
    });
    const typed = page.getByLabel('MAC address or serial number');
    await typed.fill(taken.mac_or_serial);
    await page.getByRole('button', { name: 'Register the device' }).click();
    await page.getByText('This device is registered to another user.').waitFor();
    await page.getByText('If it had an owner before you').waitFor();
    assert.equal(await typed.inputValue(), taken.mac_or_serial);
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('reads a QR code by the camera, and lets the camera go', async () => {
    const film = await makeQrFilm('https://maker.example/start?serial=KS-2026%2F0042');
    const owner = await registerUser(server);
    const { page, ...visitor } = await enter(owner.token, '/devices/new', { film: film.path });
    await keepTracks(page);
    await page.getByRole('button', { name: 'Scan its QR code' }).click();
    await page.getByText('Scanned: KS-2026/0042').waitFor();
    assert.equal(
      await page.getByLabel('MAC address or serial number').inputValue(),
      'KS-2026/0042',
    );
    await cameraIsLetGo(page);
    await visitor.assertAccessible();
    await page.getByRole('button', { name: 'Register the device' }).click();
    await page.getByRole('heading', { name: 'Set-up: KS-2026/0042' }).waitFor();
    visitor.assertClean();
    await visitor.close();
    await film.remove();
  });

  it('lets the camera go with the screen, and tells of a code that is no device’s', async () => {
    const film = await makeQrFilm('WIFI:S:home;T:WPA;P:secret;;');
    const owner = await registerUser(server);
    const { page, ...visitor } = await enter(owner.token, '/devices/new', { film: film.path });
    await keepTracks(page);
    await page.getByRole('button', { name: 'Scan its QR code' }).click();
    await page.getByText('This QR code does not carry a MAC or a serial number').waitFor();
    assert.deepEqual(await trackStates(page), ['live']);
    await visitor.assertAccessible();
    await page.getByRole('link', { name: 'Import a list (CSV)' }).click();
    await page.getByRole('heading', { name: 'Import devices' }).waitFor();
    await cameraIsLetGo(page);
    visitor.assertClean();
    await visitor.close();
    await film.remove();
  });

  for (const [failure, sentence] of [
    ['NotAllowedError', 'Kivinjari hakikuruhusiwa kutumia kamera'],
    ['NotFoundError', 'Hakuna kamera hapa'],
  ] as const) {
    it(`says in Swahili what to do after ${failure} of the camera`, async () => {
      const { token } = await registerUser(server);
      await server.request('PUT', '/api/me', { token, json: { language: 'sw' } });
      const { page, ...visitor } = await enter(token, '/devices/new', { language: 'sw' });
      await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('no', '${failure}');
      }`);
      await page.getByRole('button', { name: 'Skani msimbo wa QR' }).click();
      await page.getByText(sentence).waitFor();
      await page.getByLabel('Anwani ya MAC au nambari ya kifaa').fill(randomMac());
      await page.getByRole('button', { name: 'Sajili kifaa' }).click();
      await page.getByText('Inasubiri kipimo chake cha kwanza').waitFor();
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('shows the key, puts it into the lines, and rotates it after asking', async () => {
    const { device, token } = await ownDevice();
    const { page, ...visitor } = await enter(token, `/devices/${device.id}`, {
      screen: 'laptop',
      theme: 'dark',
    });
    const lines = page.locator('pre');
    await lines.getByText(`mac_address=${device.mac_or_serial}`).waitFor();
    assert.doesNotMatch(await textOf(lines), /api_key/);
    await page.getByRole('button', { name: 'Show the key' }).click();
    const key = await textOf(page.locator('.setup-key'));
    await lines.getByText(`api_key=${key}`).waitFor();
    await page.getByRole('button', { name: 'ESP32' }).click();
    await lines.getByText('HTTPClient http;').waitFor();
    assert.match(await textOf(lines), new RegExp(`"${server.url}/iot_push.php"`));
    await page.getByRole('button', { name: 'Show as QR code' }).click();
    await page.getByRole('img', { name: 'QR code of the API key' }).waitFor();
    await visitor.assertAccessible();

    await page.getByRole('button', { name: 'Make a new key' }).click();
    const dialog = page.getByRole('dialog');
    await visitor.assertAccessible();
    await dialog.getByRole('button', { name: 'Make a new key' }).click();
    await page.getByText('This is the new key').waitFor();
    assert.notEqual(await textOf(page.locator('.setup-key')), key);

    await page.getByRole('button', { name: 'Refuse readings without it' }).click();
    await dialog.getByRole('button', { name: 'Refuse readings without it' }).click();
    await page.getByText('Readings without the key are now refused.').waitFor();
    assert.equal((await push(device.mac_or_serial, 50, false)).status, 401);
    visitor.assertClean();
    await visitor.close();
  });

  it('sends what its lines say: curl’s are accepted as a reading', async () => {
    const { device, token } = await ownDevice(`Tank's "7"`);
    const { page, ...visitor } = await enter(token, `/devices/${device.id}`);
    await page.getByText('Waiting for its first reading').waitFor();
    const text = await textOf(page.locator('pre'));
    const fields = [...text.matchAll(/--data-urlencode '(.*)'/g)].map(([, field = '']) => {
      const [name = '', ...value] = field.replaceAll(`'\\''`, "'").split('=');
      return [name, value.join('=')] as const;
    });
    const answer = await server.request('POST', '/iot_push.php', {
      form: Object.fromEntries(fields),
    });
    assert.equal(answer.status, 201, answer.text);
    await page.getByText('First reading: 62.5 %').waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('keeps several sensors, with the API’s sentence beside what is wrong', async () => {
    const { device, token } = await ownDevice();
    await saveConfig(token, device.id, 'roof');
    const { page, ...visitor } = await enter(token, `/devices/${device.id}`, {
      expects: /status of 400/,
    });
    await page.getByRole('button', { name: 'Add a sensor' }).click();
    await page.getByLabel('Name of the sensor').fill('ground');
    const capacity = page.getByLabel('The tank holds (litres)');
    await capacity.fill('90.5');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.locator('.field-wrong').getByText('must be an integer').waitFor();
    await capacity.fill('800');
    await page.getByLabel('Warn when below (%)', { exact: true }).fill('95');
    await page.getByText('The lower threshold must be below the upper one.').waitFor();
    assert.ok(await save.isDisabled());
    await page.getByLabel('Warn when below (%)', { exact: true }).fill('10');
    await save.click();
    await page.getByText('800 L · warns below 10 % and above 90 %').waitFor();
    await page.getByLabel('For the sensor').selectOption('ground');
    await page.locator('pre').getByText('sensor_name=ground').waitFor();

    await page.getByRole('button', { name: 'Remove roof' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove roof' }).waitFor({ state: 'detached' });
    visitor.assertClean();
    await visitor.close();
  });

  it('removes a device only for who types its name', async () => {
    const { device, token } = await ownDevice();
    const { page, ...visitor } = await enter(token, `/devices/${device.id}`, {});
    await page.getByRole('button', { name: 'Remove the device' }).click();
    const dialog = page.getByRole('dialog');
    const remove = dialog.getByRole('button', { name: 'Remove the device' });
    assert.ok(await remove.isDisabled());
    await visitor.assertAccessible();
    await dialog.getByRole('textbox').fill(device.mac_or_serial.toLowerCase());
    await remove.click();
    await page.getByRole('heading', { name: 'Tanks' }).waitFor();
    await page.goto(`/devices/${device.id}`);
    await page.getByRole('heading', { name: 'You have no such device' }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('imports a list, and gives back what failed', async () => {
    const taken = await registerDevice(server, (await registerUser(server)).token);
    const { device: mine, token } = await ownDevice();
    const good = randomMac();
    const csv = [
      'Serial number;Name;Capacity;High;Low',
      `${good};Roof tank;5000;95;15`,
      `${mine.mac_or_serial};My own;;;`,
      `${taken.mac_or_serial};Theirs;;;`,
      `${'x'.repeat(65)};Too long;;;`,
      `KS-${good};Half a litre;0.5;;`,
      `${good.toLowerCase()};Again;;;`,
      'KS-9;Lots;many;;',
    ].join('\r\n');
    const { page, ...visitor } = await enter(token, '/devices/import', {
      expects: /status of (400|409)/,
    });
    await visitor.assertAccessible();
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'tanks.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await page.getByRole('heading', { name: '7 lines in tanks.csv' }).waitFor();
    await page.getByText('2 lines will be left out').waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();
    await page.getByRole('button', { name: 'Register 5 devices' }).click();
    await page.getByText('The import is finished.').waitFor();
    await page.getByText('5 of 5 done').waitFor();
    for (const [name, result] of [
      ['Roof tank', 'Registered'],
      ['My own', 'Already yours'],
      ['Theirs', 'This device is registered to another user.'],
      ['Too long', 'must have at most 64 characters'],
      ['Half a litre', 'Registered, but not set up'],
      ['Again', 'The same device as in line 2.'],
      ['Lots', '“many” is not a number.'],
    ] as const) {
      await page.getByRole('row').filter({ hasText: name }).getByText(result).first().waitFor();
    }
    await visitor.assertAccessible();

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the failed lines (CSV)' }).click();
    const saved = await readFile(await (await downloading).path(), 'utf8');
    const lines = saved.trimEnd().split('\r\n');
    assert.equal(lines[0], 'mac_or_serial,name,capacity,high,low,problem');
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
    const { page, ...visitor } = await enter(token, '/devices/import', {
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
      const { page, ...visitor } = await enter(token, '/devices/labels', { theme });
      await page.getByText('25 labels on 2 sheets').waitFor();
      await page.locator('.label .qr-code path[d]').nth(24).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    }
    const [first, second] = devices;
    assert.ok(first && second);
    const { page, ...visitor } = await enter(
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

  async function enter(token: string, path: string, options: Options = {}): Promise<Visitor> {
    const visitor = await visit(server.url, options);
    await signInAs(visitor.page, token);
    await visitor.page.goto(path);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    return visitor;
  }

  async function ownDevice(macOrSerial?: string): Promise<{ device: DeviceAnswer; token: string }> {
    const { token } = await registerUser(server);
    return { token, device: await registerDevice(server, token, macOrSerial) };
  }

  async function listDevices(token: string): Promise<DeviceAnswer[]> {
    const { body } = await server.request('GET', '/api/devices.php?action=list', { token });
    return body as DeviceAnswer[];
  }

  async function saveConfig(token: string, device_id: string, sensor_name: string): Promise<void> {
    const json = { device_id, sensor_name };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
  }

  async function push(mac: string, level: number, isExpected = true) {
    const form = { mac_address: mac, water_level_percent: level };
    const answer = await server.request('POST', '/iot_push.php', { form });
    if (isExpected) assert.equal(answer.status, 201, answer.text);
    return answer;
  }
});

async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? '';
}

/** Remembers the camera's tracks, which the page itself lets go of. */
async function keepTracks(page: Page): Promise<void> {
  await page.evaluate(`
    globalThis.tracks = [];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  `);
}

async function trackStates(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>('tracks.map(({ readyState }) => readyState)');
}

/** Resolves once all tracks have ended; the page ends them after it has drawn what it read. */
async function cameraIsLetGo(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const isOver = tracks.length > 0 && tracks.every(({ readyState }) => readyState === 'ended');
      if (isOver) resolve();
      else requestAnimationFrame(look);
    };
    look();
  })`);
}
