import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newOwnDevice, openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

/** More than a level can be. */
const tooHigh = 143;

describeByTurns('postgres', 'a device whose readings are refused, in a browser', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [language, words] of inTurn(
    1,
    Object.entries({
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
    }),
  )) {
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

  for (const [language, words] of inTurn(
    1,
    Object.entries({
      en: 'The clock of the device is not set.',
      sw: 'Saa ya kifaa haijawekwa.',
    }),
  )) {
    it(`says on the tank that the clock of its device is not set (${language})`, async () => {
      const { device, token } = await newOwnDevice(server);
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await openAs(server, token, `/tanks/${device.id}`);
      for (const second of [10, 40]) {
        const recorded_at = `2000-01-01T00:00:${second}Z`;
        const form = { mac_address: device.mac_or_serial, water_level_percent: 50, recorded_at };
        assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 400);
      }
      await page.getByText(words).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('says so at home of a tank that is shown there, and takes it back, without a reload', async () => {
    const { device, token } = await newOwnDevice(server);
    assert.equal((await push(device.mac_or_serial, 50)).status, 201);
    const { page, ...visitor } = await openAs(server, token, '/');
    const card = page.locator('.tank-card');
    await card.getByText('50 %').waitFor();
    await page.evaluate(`document.body.dataset.loaded = 'once'`);
    assert.equal((await push(device.mac_or_serial, tooHigh)).status, 400);
    await card.getByText('Its readings are refused').waitFor();
    assert.equal((await push(device.mac_or_serial, 62.5)).status, 201);
    await card.getByText('Its readings are refused').waitFor({ state: 'detached' });
    assert.equal(await page.locator('body').getAttribute('data-loaded'), 'once');
    visitor.assertClean();
    await visitor.close();
  });

  for (const [language, words] of inTurn(
    1,
    Object.entries({
      en: 'Refused for its key',
      sw: 'Kinakataliwa kwa ufunguo wake',
    }),
  )) {
    it(`says at home that a device is refused for its key, until it is heard (${language})`, async () => {
      const { device, token } = await newOwnDevice(server);
      await server.request('PUT', '/api/me', { token, json: { language } });
      assert.equal((await push(device.mac_or_serial, 50)).status, 201);
      // As the server counts them once a minute.
      const refuse = {
        refusals: 3,
        refused_at: Date.now() + 1000,
        refused_for: 'wrong_key',
      } as const;
      await server.db.write
        .updateTable('devices')
        .set(refuse)
        .where('id', '=', Number(device.id))
        .execute();
      const { page, ...visitor } = await openAs(server, token, '/');
      await page.locator('.tank-card').getByText(words).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await server.db.write
        .updateTable('devices')
        .set({ refused_at: Date.now() - 60_000 })
        .where('id', '=', Number(device.id))
        .execute();
      const json = { mac_or_serial: device.mac_or_serial, device_name: 'Roof' };
      await server.request('PUT', '/api/devices.php?action=update-name', { token, json });
      await page.locator('.tank-card').getByRole('heading', { name: 'Roof' }).waitFor();
      assert.equal(await page.locator('.tank-card').getByText(words).count(), 0);
      visitor.assertClean();
      await visitor.close();
    });
  }

  function push(mac_address: string, water_level_percent: number) {
    const form = { mac_address, water_level_percent };
    return server.request('POST', '/iot_push.php', { form });
  }
});
