import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newOwnDevice, openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('sqlite', 'telling the shape of a tank', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const push = async (mac_address: string, fields: Record<string, number>) => {
    const form = { mac_address, ...fields };
    const { status, body, text } = await server.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201, text);
    return body as { level: number; volume: number };
  };

  for (const [language, words] of inTurn(
    1,
    Object.entries({
      en: {
        shape: 'Shape of the tank',
        diameter: 'Diameter inside (cm)',
        height: 'Height inside (cm)',
        sensor: 'Sensor above the bottom (cm)',
        blind: 'Too near for the sensor (cm)',
        sees: 'The sensor sees the water up to 95 %',
        litres: 'That is 5,089 L.',
        capacity: 'The tank holds (litres)',
        save: 'Save',
        name: 'Upright cylinder',
        calibrate: 'Is the measured height right?',
        now: 'Height of the water now (cm)',
        set: 'That is how much there is',
        one: 'Corrected: where the sensor measured 90 cm there were 100 cm.',
        full: 'It is full now',
        unseen: 'The water is too near for the sensor to measure it',
        forget: 'Forget the correction',
      },
      sw: {
        shape: 'Umbo la tangi',
        diameter: 'Kipenyo cha ndani (cm)',
        height: 'Kimo cha ndani (cm)',
        sensor: 'Kihisi juu ya sakafu ya tangi (cm)',
        blind: 'Karibu mno kwa kihisi (cm)',
        sees: 'Kihisi huona maji hadi 95',
        litres: 'Hiyo ni lita 5,089.',
        capacity: 'Ujazo wa tangi (lita)',
        save: 'Hifadhi',
        name: 'Silinda iliyosimama',
        calibrate: 'Je, kimo kilichopimwa ni sahihi?',
        now: 'Kimo cha maji sasa (cm)',
        set: 'Ndicho kimo kilichopo',
        one: 'Imerekebishwa: kihisi kilipopima 90 cm palikuwa na 100 cm.',
        full: 'Limejaa sasa',
        unseen: 'Maji yako karibu mno na kihisi',
        forget: 'Futa marekebisho',
      },
    }),
  )) {
    it(`leads from dimensions to litres and to a corrected sensor (${language})`, async () => {
      const { device, token } = await newOwnDevice(server);
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await openAs(server, token, `/devices/${device.id}`, {
        expects: /status of 409/,
      });
      await page.getByLabel(words.shape).selectOption('upright_cylinder');
      await page.getByLabel(words.diameter).fill('180');
      await page.getByLabel(words.height).fill('200');
      await page.getByText(words.litres).waitFor();
      assert.equal(await page.getByLabel(words.capacity).inputValue(), '5089');
      await page.getByLabel(words.sensor).fill('210');
      await page.getByLabel(words.blind).fill('20');
      await page.getByText(words.sees).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await page.getByRole('button', { name: words.save, exact: true }).click();
      await page.getByText(words.name, { exact: true }).waitFor();

      const half = await push(device.mac_or_serial, { distance_cm: 120 });
      assert.deepEqual([half.level, half.volume], [45, 2290.05]);
      await page.getByText(words.calibrate).click();
      await page.getByLabel(words.now).fill('100');
      await page.getByRole('button', { name: words.set }).click();
      await page.getByText(words.one).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      assert.equal((await push(device.mac_or_serial, { distance_cm: 120 })).level, 50);

      await push(device.mac_or_serial, { distance_cm: 12 });
      await page.getByRole('button', { name: words.full }).click();
      await page.getByText(words.unseen).waitFor();
      await page.getByRole('button', { name: words.forget }).click();
      await page.getByText(words.one).waitFor({ state: 'detached' });
      assert.equal((await push(device.mac_or_serial, { distance_cm: 120 })).level, 45);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
