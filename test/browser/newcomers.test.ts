import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { newOwnDevice, openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { randomMac } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const hour = 3_600_000;

const texts = {
  en: {
    imported: 'Import finished: 2 registered, 0 refused.',
    close: 'Close',
    holds: 'The tank holds (litres)',
    save: 'Save',
    kept: '5,000 L · warns below 20 % and above 90 %',
    ofAll: '4,000 L of 10,000 L',
    dailyUse: /^A usual day takes [\d,]+\sL \([\d.]+\s%\)\.$/,
    url: 'Address (URL)',
    make: 'Add a webhook',
    none: 'No alerts here.',
    told: 'Choose how you are told',
    notifications: 'Notifications',
  },
  sw: {
    imported: 'Kuleta kumekamilika: 2 vimesajiliwa, 0 vimekataliwa.',
    close: 'Funga',
    holds: 'Ujazo wa tangi (lita)',
    save: 'Hifadhi',
    kept: 'lita 5,000 · huonya chini ya 20 % na juu ya 90 %',
    ofAll: 'lita 4,000 kati ya lita 10,000',
    dailyUse: /kwa siku ni lita\s[\d,]+ \([\d.]+\s%\)\.$/,
    url: 'Anwani (URL)',
    make: 'Ongeza webhook',
    none: 'Hakuna tahadhari hapa.',
    told: 'Chagua jinsi ya kuarifiwa',
    notifications: 'Arifa',
  },
};

const ways = (['phone', 'laptop'] as const).flatMap((screen) =>
  (['en', 'sw'] as const).map((language) => ({ screen, language })),
);

describeByTurns('sqlite', 'what newcomers looked for in vain', (engine) => {
  const env = { PUSH_BURST_PER_DEVICE: '1000' };
  const server = useTestServer({ engine, isTimed: true, env });

  for (const { screen, language } of inTurn(0, ways)) {
    const say = texts[language];
    const name = `(${screen}, ${language})`;
    const open = async (token: string, path: string, expects?: RegExp) => {
      await server.request('PUT', '/api/me', { token, json: { language } });
      const options = { screen, language, ...(expects && { expects }) };
      const visitor = await openAs(server, token, path, options);
      visitor.page.setDefaultTimeout(20_000);
      return visitor;
    };

    it(`an import that is over is closed, and stays so ${name}`, async () => {
      const { token } = await registerUser(server);
      const { page, ...visitor } = await open(token, '/devices/import');
      const banner = page.locator('.import-banner');
      const buffer = Buffer.from(`mac_or_serial\n${randomMac()}\n${randomMac()}`);
      const file = { name: 'tanks.csv', mimeType: 'text/csv', buffer };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: /2/ }).click();
      await page.waitForURL(/\/devices\/imports\/\d+/);
      await page.goto('/alerts');
      await banner.getByText(say.imported).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await banner.getByRole('button', { name: say.close }).click();
      await banner.waitFor({ state: 'detached' });
      const known = page.waitForResponse(/\/api\/tanks/);
      await page.goto('/');
      await known;
      await page.locator('a.tank-card').first().waitFor();
      assert.equal(await banner.count(), 0);
      visitor.assertClean();
      await visitor.close();
    });

    it(`what a tank holds is not guessed for whoever sets it up ${name}`, async () => {
      const { device, token } = await newOwnDevice(server);
      const { page, ...visitor } = await open(token, `/devices/${device.id}`);
      const holds = page.getByLabel(say.holds);
      await holds.waitFor();
      assert.equal(await holds.inputValue(), '');
      const save = page.getByRole('button', { name: say.save, exact: true });
      await save.click();
      assert.equal(await holds.evaluate((each) => each.matches(':focus:invalid')), true);
      const listed = `/api/sensor_configs.php?action=list&device_id=${device.id}`;
      assert.deepEqual((await server.request('GET', listed, { token })).body, []);
      await holds.fill('5000');
      await save.click();
      await page.getByText(say.kept).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });

    it(`a tank is told in litres first, its use as well ${name}`, async () => {
      const { device, token } = await newOwnDevice(server);
      const now = Date.now();
      // Four days of even use, from 94 % to 40, while nobody has said yet what the tank holds.
      for (let ago = 96; ago >= 0; ago -= 1) {
        const recorded_at = new Date(now - ago * hour).toISOString();
        const reading = { water_level_percent: 40 + ago * 0.5625, recorded_at };
        const form = { mac_address: device.mac_or_serial, ...reading };
        assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
      }
      const json = { device_id: device.id, sensor_name: 'main', capacity: 10_000 };
      await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
      const { page, ...visitor } = await open(token, `/tanks/${device.id}`);
      const lead = page.locator('.tank-lead');
      await lead.locator('.tank-capacity').waitFor();
      const said = ((await lead.textContent()) ?? '').replaceAll('\u00a0', ' ');
      assert.ok(said.includes(say.ofAll), said);
      await page.goto(`/tanks/${device.id}/water`);
      await page.getByText(say.dailyUse).waitFor();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });

    it(`a wrong address of a webhook is said once, and what was typed stays ${name}`, async () => {
      const { token } = await registerUser(server);
      const { page, ...visitor } = await open(token, '/sms/webhooks', /status of 400/);
      const url = page.getByLabel(say.url);
      for (const wrong of ['example', 'ftp://shop.example/events', 'http://127.0.0.1/events']) {
        await url.fill(wrong);
        const refused = page.waitForResponse(/\/v1\/account\/webhooks$/);
        await page.getByRole('button', { name: say.make }).click();
        assert.equal((await refused).status(), 400, wrong);
        const said = page.getByRole('alert').locator('p', { hasText: /\w/ });
        const sentence = (await said.textContent()) ?? '';
        assert.equal(await page.getByText(sentence).count(), 1, sentence);
        assert.equal(await page.locator('.wrong').count(), 0);
        assert.equal(await url.inputValue(), wrong);
      }
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });

    it(`who has no alert is led to how they are told ${name}`, async () => {
      const { token } = await newOwnDevice(server);
      const { page, ...visitor } = await open(token, '/alerts');
      await page.getByText(say.none).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await page.getByRole('link', { name: say.told }).click();
      await page.getByRole('heading', { name: say.notifications, level: 1 }).waitFor();
      assert.match(page.url(), /\/account\/notifications$/);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
