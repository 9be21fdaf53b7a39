import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { chirpstackUp, postTo, randomDevEui } from '../helpers/water/lorawan.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('sqlite', 'LoRaWAN in a browser', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [screen, language] of inTurn(0, [
    ['phone', 'sw'],
    ['laptop', 'en'],
  ] as const)) {
    const say = (en: string, sw: string) => (language === 'en' ? en : sw);

    it(`is set up on a ${screen}: a secret, then a mapping with its preview`, async () => {
      const { token } = await registerUser(server);
      await server.request('PUT', '/api/me', { token, json: { language } });
      const devEui = randomDevEui();
      await registerDevice(server, token, devEui, 'Roof');
      const { page, ...visitor } = await visit(server.url, { screen });
      await signInAs(page, token);
      await page.goto('/account');
      await page.getByRole('link', { name: 'LoRaWAN' }).click();
      await page.getByText(say('Nothing has come yet', 'Hakuna kilichofika bado')).waitFor();
      await page.getByLabel(say('Name', 'Jina'), { exact: true }).fill('Estate');
      await visitor.assertAccessible();
      await page.getByRole('button', { name: say('Make a secret', 'Tengeneza siri') }).click();
      await page.locator('pre.secret').first().waitFor();
      const texts = await page.locator('pre.secret').allTextContents();
      const [secret = '', address = '', header = ''] = texts;
      assert.equal(address, `${server.url}/integrations/chirpstack`);
      assert.equal(header, `Authorization: Bearer ${secret}`);
      await visitor.assertAccessible();
      await visitor.assertFits();
      await page.getByRole('button', { name: say('I have kept it', 'Nimeitunza') }).click();

      const uplink = chirpstackUp(devEui, server.clock.now, { object: { tank: { fill: 0.42 } } });
      uplink.deviceInfo.deviceProfileName = 'Own board';
      const posted = await postTo(server, 'chirpstack?event=up', secret, uplink);
      assert.equal((posted.body as { status: string }).status, 'no_reading');
      await page.reload();
      await page.getByText(say('it needs a mapping', 'inahitaji kanuni')).waitFor();
      await page
        .getByRole('button', { name: say('Edit the mapping of Roof', 'Hariri kanuni ya Roof') })
        .click();
      await page.getByText(say('No reading: nothing', 'Hakuna kipimo')).waitFor();
      const line = page.getByRole('group', { name: say('Line 1', 'Mstari 1') });
      const field = line.getByLabel(say('Field', 'Sehemu'), { exact: true });
      await field.selectOption('water_level_percent');
      await line.getByLabel(say('Path', 'Njia'), { exact: true }).fill('tank.fill');
      const preview = page.getByRole('region', {
        name: say('What comes of the last message', 'Kinachotokana na ujumbe wa mwisho'),
      });
      await preview.getByText('0.42', { exact: true }).waitFor();
      await line.getByLabel(say('Factor', 'Kizidishi')).fill('1000');
      await preview.getByText(say('It would be refused', 'Kingekataliwa')).waitFor();
      await line.getByLabel(say('Factor', 'Kizidishi')).fill('100');
      await preview.getByText('42', { exact: true }).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await page.getByRole('button', { name: say('Save the mapping', 'Hifadhi kanuni') }).click();
      await page
        .getByText(say('read by your mapping of this', 'husomwa kwa kanuni yako'))
        .waitFor();
      const again = await postTo(server, 'chirpstack?event=up', secret, uplink);
      assert.equal((again.body as { status: string }).status, 'stored');
      await page
        .getByRole('button', {
          name: say('Remove the mapping of Own board', 'Ondoa kanuni ya Own board'),
        })
        .click();
      await page.getByText(say('it needs a mapping', 'inahitaji kanuni')).waitFor();
      await page
        .getByRole('button', { name: say('Revoke the secret Estate', 'Futa siri Estate') })
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('Revoke', 'Futa'), exact: true })
        .click();
      await page.getByText(say('No network server has a secret', 'Hakuna seva')).waitFor();
      assert.equal((await postTo(server, 'chirpstack', secret, uplink)).status, 401);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
