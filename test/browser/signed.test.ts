import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { newOwnDevice, openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { randomMac } from '../helpers/water/devices.ts';
import { SigningBoard } from '../helpers/water/signing-board.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const languages = {
  sw: {
    screen: 'phone',
    knocked: 'kimetuma mara 2 kwa HTTP, bila ufunguo',
    none: 'Hakijatuma chochote',
    installer: 'Kwa fundi',
    never: 'Haijawahi kutuma ujumbe wenye sahihi.',
    turnOn: 'Kataa ujumbe usio na sahihi',
    warned: 'Kifaa hiki hakijawahi kutuma ujumbe wenye sahihi.',
    isOn: 'Kanuni ya sasa: ujumbe usio na sahihi unakataliwa',
    refused: 'Kinatuma, lakini bila sahihi',
    also: 'Ujumbe usio na sahihi unakuja pia kwa jina lake',
    tank: 'Kifaa kinatuma, lakini jumbe 2 zimekataliwa: hazina sahihi.',
    signs: 'Ujumbe wake wa mwisho wenye sahihi',
    turnOff: 'Pokea pia usio na sahihi',
    isOff: 'ujumbe unapokelewa wenye sahihi na usio nayo',
  },
  en: {
    screen: 'laptop',
    knocked: 'it has sent 2 times over HTTP, without a key',
    none: 'It has sent nothing to this server within a day.',
    installer: 'For the installer',
    never: 'It has never sent a signed message.',
    turnOn: 'Refuse what is not signed',
    warned: 'This device has never sent a signed message.',
    isOn: 'In force now: messages without a signature are refused',
    refused: 'It sends, but without a signature',
    also: 'Messages without a signature come in its name, too',
    tank: 'The device sends, but 2 messages were refused: they are not signed.',
    signs: 'Its last signed message came',
    turnOff: 'Take unsigned messages too',
    isOff: 'messages are taken with and without a signature',
  },
} as const;

describeByTurns('postgres', 'boards that knock, and that sign', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const push = async (mac_address: string) => {
    const form = { mac_address, water_level_percent: 50 };
    return (await server.request('POST', '/iot_push.php', { form })).status;
  };

  for (const [language, words] of inTurn(1, Object.entries(languages))) {
    const { screen } = words;

    it(`tells an installer whether the board that he types reaches the server (${language})`, async () => {
      const mac = randomMac();
      assert.deepEqual([await push(mac), await push(mac)], [404, 404]);
      const { token } = await registerUser(server);
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await openAs(server, token, '/devices/new', { screen });
      const typed = page.locator('input[name="mac_or_serial"]');
      await typed.fill(mac.toLowerCase());
      await page.getByText(words.knocked).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await typed.fill(randomMac());
      await page.getByText(words.none).waitFor();
      visitor.assertClean();
      await visitor.close();
    });

    it(`lets the owner refuse what is not signed, and says what still comes (${language})`, async () => {
      const { device, token } = await newOwnDevice(server);
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await openAs(server, token, `/devices/${device.id}`, { screen });
      const part = page.locator('#signed');
      /** On a phone what is for installers is folded up. */
      const show = async () => {
        await part.waitFor({ state: 'attached' });
        if (!(await part.isVisible())) await page.getByText(words.installer).first().click();
      };
      await show();
      await part.getByText(words.never).waitFor();
      await part.getByRole('button', { name: words.turnOn }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(words.warned).waitFor();
      await visitor.assertAccessible();
      await dialog.getByRole('button', { name: words.turnOn }).click();
      await part.getByText(words.isOn).waitFor();
      assert.equal(await push(device.mac_or_serial), 401);
      // As the server writes it once the minute is over.
      const refused = { refusals: 2, refused_at: Date.now(), refused_for: 'unsigned' as const };
      await server.db.write
        .updateTable('devices')
        .set(refused)
        .where('id', '=', Number(device.id))
        .execute();
      await page.goto(`/tanks/${device.id}`);
      await page.getByText(words.tank).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await page.goto(`/devices/${device.id}`);
      await show();
      await part.getByText(words.refused).waitFor();
      const json = { device_id: device.id };
      const { body } = await server.request('POST', '/api/devices.php?action=api-key', {
        token,
        json,
      });
      const board = new SigningBoard(device.mac_or_serial, (body as { api_key: string }).api_key);
      const signed = await board.send(server, board.push({ water_level_percent: 61 }));
      assert.equal(signed.status, 201);
      await page.goto(`/devices/${device.id}#signed`);
      await show();
      await part.getByText(words.signs).waitFor();
      await part.getByText(words.also).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await part.scrollIntoViewIfNeeded();
      await part.getByRole('button', { name: words.turnOff }).click();
      await part.getByText(words.isOff).waitFor();
      visitor.assertClean();
      await visitor.close();
    });
  }
});
