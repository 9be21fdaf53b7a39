import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { chirpstackUp, makeSecret, postTo, randomDevEui } from '../helpers/water/lorawan.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('postgres', 'pumps by LoRaWAN in a browser', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [screen, language] of inTurn(1, [
    ['phone', 'sw'],
    ['laptop', 'en'],
  ] as const)) {
    const say = (en: string, sw: string) => (language === 'en' ? en : sw);

    it(`are set up on a ${screen}: where commands go, then the frames of a board`, async () => {
      const { token } = await registerUser(server);
      await server.request('PUT', '/api/me', { token, json: { language } });
      const devEui = randomDevEui();
      await registerDevice(server, token, devEui, 'Pump house');
      const secret = await makeSecret(server, token);
      await postTo(server, 'chirpstack?event=up', secret, chirpstackUp(devEui, Date.now()));
      const { page, ...visitor } = await openAs(server, token, '/account/lorawan', {
        screen,
        expects: /status of 4/,
      });
      const servers = page.getByRole('region', {
        name: say('Where commands go', 'Amri zinakoenda'),
      });
      const save = servers.getByRole('button', {
        name: say('Save the network server', 'Hifadhi seva ya mtandao'),
      });
      const url = servers.getByLabel(say('Address of its API', 'Anwani ya API yake'));
      await url.fill('http://10.0.0.7:8090');
      await servers.getByLabel(say('API key', 'Ufunguo wa API')).fill('key-of-the-network');
      await save.click();
      await servers.locator('.field-wrong').waitFor();
      await url.fill('https://lns.example');
      await save.click();
      await servers.getByText('https://lns.example').waitFor();
      await visitor.assertAccessible();

      const pumps = page.getByRole('region', { name: say('Pumps', 'Pampu'), exact: true });
      const frames = pumps.getByLabel(say('Frames', 'Fremu'), { exact: true });
      await frames.selectOption('');
      await pumps.getByLabel('f_port').fill('7');
      await pumps.getByLabel(say('Frame for on', 'Fremu ya kuwasha')).fill('01');
      await pumps.getByLabel(say('Frame for off', 'Fremu ya kuzima')).fill('00');
      const savePump = pumps.getByRole('button', { name: say('Save the pump', 'Hifadhi pampu') });
      await savePump.click();
      await pumps.locator('.field-wrong').waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await frames.selectOption('lt-22222-l-ro1');
      await savePump.click();
      await pumps.getByRole('link', { name: 'Pump house' }).waitFor();
      await pumps.getByText(say('0 commands', 'Amri 0')).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      const { body } = await server.request('GET', '/api/lorawan/pumps', { token });
      const [own] = (body as { own: { on: string; f_port: number }[] }).own;
      assert.deepEqual([own?.on, own?.f_port], ['05 00 12 {ms4}', 2]);
      const remove = (name: string) =>
        page.getByRole('button', { name: say(`Remove ${name}`, `Ondoa ${name}`) }).click();
      await remove('ChirpStack 4');
      await servers.getByText(say('Pumps use this', 'Kuna pampu zinazotumia')).waitFor();
      await remove('Pump house');
      await pumps.getByText(say('No pump gets', 'Bado hakuna pampu')).waitFor();
      await remove('ChirpStack 4');
      await servers
        .getByText(say('No network server takes', 'Amri bado hazina pa kwenda'))
        .waitFor();
      visitor.assertClean();
      await visitor.close();
    });
  }
});
