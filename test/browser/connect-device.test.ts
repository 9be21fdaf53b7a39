import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../helpers/water/devices.ts';
import { chirpstackUp, makeSecret, postTo, randomDevEui } from '../helpers/water/lorawan.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const run = promisify(execFile);

const languages = {
  sw: {
    screen: 'phone',
    installer: 'Kwa fundi',
    waiting: 'Inasubiri kipimo cha kwanza kwa njia hii',
    opened: 'Kipimo cha kwanza kimefika kwa njia hii.',
    comes: 'Vipimo hufika kwa njia hii',
    form: 'Fomu (HTTP)',
    signed: 'Kwa sahihi',
    showKey: 'Onyesha ufunguo',
    placeForKey: '“kd_…” ni mahali pa ufunguo',
    knocked: 'kilibisha hodi mara 2',
    onlySigned: 'Kinachotumwa kwa njia hii kitakataliwa',
    mqttSigned: 'Nenosiri ni neno “signed”',
    refused: 'jumbe 2 zimekataliwa: hazina sahihi',
    api: 'Mtu au programu imeandika vipimo',
  },
  en: {
    screen: 'laptop',
    installer: 'For the installer',
    waiting: 'Waiting for the first reading this way',
    opened: 'The first reading has come this way.',
    comes: 'Readings come this way',
    form: 'Form (HTTP)',
    signed: 'Signed',
    showKey: 'Show the key',
    placeForKey: '“kd_…” stands where the key goes',
    knocked: 'knocked 2 times',
    onlySigned: 'What is sent this way is refused',
    mqttSigned: 'The password is the word “signed”',
    refused: '2 messages were refused: they are not signed',
    api: 'A person or a program has recorded readings',
  },
} as const;

describeByTurns('sqlite', 'connecting a device', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const newOwner = async (language: string) => {
    const { token } = await registerUser(server);
    await server.request('PUT', '/api/me', { token, json: { language } });
    return token;
  };
  const push = async (mac_address: string) => {
    const form = { mac_address, water_level_percent: 50 };
    return (await server.request('POST', '/iot_push.php', { form })).status;
  };
  const runCopied = async (page: Page) => {
    const lines = (await page.locator('#connect pre').textContent()) ?? '';
    return (await run('sh', ['-c', lines])).stdout;
  };

  for (const [language, words] of inTurn(0, Object.entries(languages))) {
    const { screen } = words;

    it(`says by which door the first reading has come (${language})`, async () => {
      const token = await newOwner(language);
      const mac = randomMac();
      assert.deepEqual([await push(mac), await push(mac)], [404, 404]);
      const device = await registerDevice(server, token, mac);
      const { page, ...visitor } = await openAs(server, token, `/devices/${device.id}`, { screen });
      const part = page.locator('#connect');
      await part.waitFor({ state: 'attached' });
      if (!(await part.isVisible())) await page.getByText(words.installer).first().click();
      await part.getByText(words.knocked).waitFor();
      await part.getByText(words.waiting).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await page.getByRole('button', { name: words.showKey }).click();
      await part.locator('pre').getByText('api_key=').waitFor();
      assert.match(await runCopied(page), /"id":/);
      await part.getByText(words.opened).waitFor();
      await part.getByText(words.knocked).waitFor({ state: 'detached' });

      // By keys alone: the arrows choose, End is the last of the tabs, and Tab leads on.
      const tab = (name: string) => part.getByRole('tab', { name });
      await tab(words.form).focus();
      await page.keyboard.press('ArrowLeft');
      await part.getByRole('tab', { name: 'LoRaWAN', selected: true }).waitFor();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await part.getByRole('tab', { name: words.signed, selected: true }).waitFor();
      await part.getByText(words.waiting).waitFor();
      assert.match(await runCopied(page), /"id":/);
      await part.getByText(words.opened).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();

      const json = { device_id: device.id, sensor_name: 'main', level: 45 };
      await server.request('POST', '/api/sensors.php?action=reading', { token, json });
      await part.getByText(words.api).waitFor();
      await tab('Home Assistant').click();
      for (const kind of ['ESPHome', 'Tasmota', 'Home Assistant']) {
        await part.getByRole('button', { name: kind, exact: true }).click();
        await part.getByText(words.comes).waitFor();
        await visitor.assertFits();
      }
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    });

    it(`says of every door what would be refused there (${language})`, async () => {
      const token = await newOwner(language);
      const device = await registerDevice(server, token, randomMac());
      const rule = { device_id: device.id, only_signed: true };
      await server.request('POST', '/api/devices.php?action=api-key', { token, json: rule });
      assert.equal(await push(device.mac_or_serial), 401);
      // As the server writes it once the minute is over.
      const refused = { refusals: 2, refused_at: Date.now(), refused_for: 'unsigned' as const };
      await server.db.write
        .updateTable('devices')
        .set(refused)
        .where('id', '=', Number(device.id))
        .execute();
      const { page, ...visitor } = await openAs(server, token, `/devices/${device.id}#connect`, {
        screen,
      });
      const part = page.locator('#connect');
      await part.getByText(words.refused).waitFor();
      for (const tab of await part.getByRole('tab').all()) {
        await tab.click();
        await part.getByText(words.refused).waitFor();
        const isSigned = (await tab.textContent()) === words.signed;
        const state = isSigned ? 'detached' : 'visible';
        await part.getByText(words.onlySigned).waitFor({ state });
        if (isSigned) await part.getByText(words.placeForKey).waitFor();
        await visitor.assertFits();
      }
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    });

    it(`begins with LoRaWAN for a DevEUI, and has MQTT where the server has it (${language})`, async () => {
      const token = await newOwner(language);
      const device = await registerDevice(server, token, randomDevEui());
      const { page, ...visitor } = await openAs(server, token, '/', { screen });
      await page.route('**/api/devices.php?action=doors*', async (route) => {
        const answer = await route.fetch();
        const mqtt = { host: null, port: 1883, tls_port: null, websocket_path: '/mqtt' };
        await route.fulfill({ response: answer, json: { ...(await answer.json()), mqtt } });
      });
      await page.goto(`/devices/${device.id}#connect`);
      const part = page.locator('#connect');
      await part.getByRole('tab', { name: 'LoRaWAN', selected: true }).waitFor();
      await part.getByText(`${server.url}/integrations/chirpstack`).waitFor();
      await part.getByText(words.waiting).waitFor();
      const mapping = { decoder: null, fields: [{ field: 'water_level_percent', path: 'p' }] };
      await server.request('PUT', '/api/lorawan/mappings', {
        token,
        json: { profile: null, mapping },
      });
      const up = chirpstackUp(device.mac_or_serial, Date.now(), { object: { p: 44 } });
      up.deviceInfo.deviceProfileName = 'Own board';
      const secret = await makeSecret(server, token);
      const { body } = await postTo(server, 'chirpstack?event=up', secret, up);
      assert.equal((body as { status: string }).status, 'stored');
      await part.getByText(words.opened).waitFor();
      await part.getByRole('tab', { name: 'MQTT' }).click();
      await part.getByText(`kisima/${device.mac_or_serial}/readings`).first().waitFor();
      await part.locator('pre').getByText('mosquitto_pub -h ').waitFor();
      const rule = { device_id: device.id, only_signed: true };
      await server.request('POST', '/api/devices.php?action=api-key', { token, json: rule });
      await page.reload();
      await part.getByRole('tab', { name: 'MQTT' }).click();
      await part.locator('pre').getByText(' -P signed ').waitFor();
      await part.getByText(words.mqttSigned).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }
});
