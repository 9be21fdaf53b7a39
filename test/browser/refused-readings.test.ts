import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newOwnDevice, openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';

/** More than a level can be. */
const tooHigh = 143;

describeByTurns('postgres', 'a device whose readings are refused, in a browser', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [language, words] of Object.entries({
    en: {
      why: 'It sends, but its readings are refused: water_level_percent must be at most 110 (it sent “143”).',
      count: '3 readings were refused',
      card: 'Its readings are refused',
    },
    sw: {
      why: 'Kinatuma, lakini vipimo vyake vinakataliwa: water_level_percent lazima iwe 110 au chini yake (kilituma “143”).',
      count: 'Vipimo 3 vilikataliwa',
      card: 'Vipimo vyake vinakataliwa',
    },
  })) {
    it(`says of a device why its readings are refused, until one is taken (${language})`, async () => {
      const { device, token } = await newOwnDevice(server);
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await openAs(server, token, `/devices/${device.id}`);
      for (let time = 0; time < 3; time += 1) {
        assert.equal((await push(device.mac_or_serial, tooHigh)).status, 400);
      }
      // Comes by itself once the refusals are written.
      await page.getByText(words.why).waitFor();
      await page.getByText(words.count).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await page.goto('/');
      await page.locator('.tank-card').getByText(words.card).waitFor();
      await visitor.assertFits();
      await page.goto(`/tanks/${device.id}`);
      await page.getByText(words.why).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      assert.equal((await push(device.mac_or_serial, 62.5)).status, 201);
      await page.getByText(words.why).waitFor({ state: 'detached' });
      visitor.assertClean();
      await visitor.close();
    });
  }

  function push(mac_address: string, water_level_percent: number) {
    const form = { mac_address, water_level_percent };
    return server.request('POST', '/iot_push.php', { form });
  }
});
