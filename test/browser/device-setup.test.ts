import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { newOwnDevice, openAs } from '../helpers/browser/device-screens.ts';
import { isInView, textOf, useSetupCalls } from '../helpers/browser/setup-calls.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac, registerDevice } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('postgres', 'setting up devices', (engine) => {
  const server = useTestServer({ engine, isTimed: true });
  const { saveConfig, sensorsOf, push, tryPush } = useSetupCalls(server);

  it('leads from typing on a phone to a green first reading', async () => {
    const owner = await registerUser(server);
    const { page, ...visitor } = await openAs(server, owner.token, '/devices/new');
    const mac = randomMac();
    const typed = mac.toLowerCase().replaceAll(':', '-');
    await page.getByLabel('MAC address or serial number').fill(typed);
    await visitor.assertAccessible();
    await page.getByRole('button', { name: 'Register the device' }).click();
    await page.getByLabel('Name').fill('Roof tank');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { name: 'How many litres does it hold?' }).waitFor();
    await page.getByText('For the installer').click();
    await page.getByRole('link', { name: 'To the whole set-up' }).click();

    await page.getByRole('heading', { name: 'Set-up: Roof tank' }).waitFor();
    await page.getByText('Waiting for its first reading').waitFor();
    assert.equal(await page.getByLabel('Name of the sensor').inputValue(), 'main');
    await page.getByLabel('The tank holds (litres)').fill('5000');
    await page.getByLabel('Warn when above (%)', { exact: true }).fill('95');
    await page.getByRole('slider', { name: 'Warn when below (%)' }).fill('15');
    await visitor.assertAccessible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const line = page.getByText('5,000 L · warns below 15 % and above 95 %');
    await line.waitFor();
    // The replaced form was longer than the screen.
    await until(() => line.evaluate(isInView));
    await visitor.assertFits();

    await push(mac, 62.5);
    await page.getByText('First reading: 62.5 %').waitFor();
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('leads from a tank of unknown size to its set-up, and shows litres at once', async () => {
    const mac = randomMac();
    const { device, token } = await newOwnDevice(server, mac);
    await push(mac, 40);
    const { page, ...visitor } = await openAs(server, token, `/tanks/${device.id}`);
    await page.getByText('40 %').first().waitFor();
    await page.getByRole('link', { name: 'Say how many litres it holds' }).click();
    await page.getByLabel('The tank holds (litres)').fill('5000');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('5,000 L · warns below').waitFor();
    await page.getByRole('link', { name: 'See the tank' }).click();
    await page.locator('.tank-volume', { hasText: '2,000 L' }).waitFor();
    await visitor.assertFits();
    visitor.assertClean();
    await visitor.close();
  });

  it('keeps what was typed and says why, when another owner has the device', async () => {
    const taken = await registerDevice(server, (await registerUser(server)).token);
    const owner = await registerUser(server);
    const { page, ...visitor } = await openAs(server, owner.token, '/devices/new', {
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

  it('shows the key, puts it into the lines, and rotates it after asking', async () => {
    const { device, token } = await newOwnDevice(server);
    const { page, ...visitor } = await openAs(server, token, `/devices/${device.id}`, {
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

    await page.getByText('readings without the key are accepted').waitFor();
    await page.getByRole('button', { name: 'Refuse readings without it' }).click();
    await dialog.getByRole('button', { name: 'Refuse readings without it' }).click();
    await page.getByText('Readings without the key are now refused.').waitFor();
    await page.getByText('In force now: readings without the key are refused.').waitFor();
    await page.getByRole('button', { name: 'Refuse readings without it' }).waitFor({
      state: 'detached',
    });
    assert.equal((await tryPush(device.mac_or_serial, 50)).status, 401);
    // As the server writes it once the minute is over.
    const refused = { refusals: 1, refused_at: Date.now(), refused_for: 'missing_key' as const };
    await server.db.write
      .updateTable('devices')
      .set(refused)
      .where('id', '=', Number(device.id))
      .execute();
    await page.goto(`/tanks/${device.id}`);
    await page.getByText('1 request of this device was refused').waitFor();
    await visitor.assertAccessible();
    await page.getByRole('link', { name: 'To the key' }).click();
    await page.getByText('In force now: readings without the key are refused.').waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('sends what its lines say: curl’s are accepted as a reading', async () => {
    const { device, token } = await newOwnDevice(server);
    await saveConfig(token, device.id, `Tank's "7"`);
    const { page, ...visitor } = await openAs(server, token, `/devices/${device.id}`);
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
    const { device, token } = await newOwnDevice(server);
    await saveConfig(token, device.id, 'roof');
    const { page, ...visitor } = await openAs(server, token, `/devices/${device.id}`, {
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
    await page.getByText('For the installer').click();
    await page.getByLabel('For the sensor').selectOption('ground');
    await page.locator('pre').getByText('sensor_name=ground').waitFor();

    await page.getByRole('button', { name: 'Remove roof' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove roof' }).waitFor({ state: 'detached' });
    visitor.assertClean();
    await visitor.close();
  });

  for (const [language, words] of inTurn(
    1,
    Object.entries({
      en: {
        installer: 'For the installer',
        choose: 'Sensor to remove',
        remove: 'Remove it with its readings',
        gone: 'Remove ruf',
      },
      sw: {
        installer: 'Kwa fundi',
        choose: 'Kihisi cha kuondoa',
        remove: 'Kiondoe pamoja na vipimo vyake',
        gone: 'Ondoa ruf',
      },
    }),
  )) {
    it(`removes one sensor with its readings, after asking (${language})`, async () => {
      const { device, token } = await newOwnDevice(server);
      await server.request('PUT', '/api/me', { token, json: { language } });
      for (const name of ['roof', 'ruf']) {
        await saveConfig(token, device.id, name);
        await push(device.mac_or_serial, 62.5, { sensor_name: name });
      }
      const { page, ...visitor } = await openAs(server, token, `/devices/${device.id}`);
      await page.getByText(words.installer).click();
      const chosen = page.getByLabel(words.choose);
      await chosen.selectOption('ruf');
      const ask = page.getByRole('button', { name: words.remove });
      await ask.click();
      const dialog = page.getByRole('dialog');
      await visitor.assertAccessible();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(await sensorsOf(token, device.id), ['roof', 'ruf']);
      await ask.click();
      await dialog.getByRole('button', { name: words.remove }).click();
      // Its thresholds have gone from the screen, and its name from the choice.
      await page.getByRole('button', { name: words.gone }).waitFor({ state: 'detached' });
      await chosen.locator('option', { hasText: 'ruf' }).waitFor({ state: 'detached' });
      assert.deepEqual(await sensorsOf(token, device.id), ['roof']);
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('removes a device only for who types its name', async () => {
    const { device, token } = await newOwnDevice(server);
    const { page, ...visitor } = await openAs(server, token, `/devices/${device.id}`, {});
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
});
