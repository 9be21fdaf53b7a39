import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const said = {
  en: { alerts: 'Which alerts', device: 'Device', all: 'All devices', none: 'Nothing fits.' },
  sw: {
    alerts: 'Chuja tahadhari',
    device: 'Kifaa',
    all: 'Vifaa vyote',
    none: 'Hakuna kinacholingana.',
  },
};

describeByTurns('sqlite', 'a select of many', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [screen, language] of inTurn(0, [
    ['phone', 'sw'],
    ['laptop', 'en'],
  ] as const)) {
    it(`is searched on a ${screen} by name, MAC and place, in ${language}`, async () => {
      const { token } = await registerUser(server);
      const place = async (index: number, latitude: number, longitude: number) => {
        const mac = `sn-${screen}-${index}`;
        const { mac_or_serial } = await registerDevice(server, token, mac, `Tangi ${index}`);
        const form = { mac_address: mac_or_serial, water_level_percent: 50, latitude, longitude };
        await server.request('POST', '/iot_push.php', { form });
      };
      for (let index = 1; index < 14; index++) await place(index, -1.28, 36.82);
      await place(14, -1.035, 37.07);
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await visit(server.url, { screen, language });
      await signInAs(page, token);
      await page.goto('/alerts');
      const { alerts, device, all, none } = said[language];
      if (screen === 'phone') await page.getByText(alerts).click();
      // Until the tanks are there it is a plain select of one.
      const field = page
        .getByRole('combobox', { name: device, exact: true })
        .and(page.locator('input'));
      const options = page.getByRole('listbox').getByRole('option');
      const value = async () => await field.inputValue();

      await field.click();
      await page.getByRole('option', { name: all }).waitFor();
      assert.equal(await options.count(), 15);
      await visitor.assertAccessible();
      await visitor.assertFits();

      await field.fill('tÁngi 7');
      await options.first().waitFor();
      assert.equal(await options.count(), 1);
      await page.keyboard.press('Enter');
      assert.equal(await value(), 'Tangi 7');
      assert.match(page.url(), /device=\d+/);
      assert.equal(await options.count(), 0);

      await field.press('ArrowDown');
      await field.fill('thika');
      await page.getByRole('option', { name: /^Tangi 14/ }).click();
      assert.equal(await value(), 'Tangi 14');

      await field.click();
      await field.fill(`SN${screen}3`);
      await page.getByRole('option', { name: /^Tangi 3 / }).waitFor();
      await field.fill('nothing such');
      await page.getByRole('status').filter({ hasText: none }).waitFor();
      await page.keyboard.press('Escape');
      assert.equal(await value(), 'Tangi 14');
      await field.press('ArrowDown');
      await field.press('Home');
      for (let up = 0; up < 14; up++) await field.press('ArrowUp');
      await page.keyboard.press('Enter');
      assert.equal(await value(), all);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
