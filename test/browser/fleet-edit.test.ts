import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { shareDevice } from '../helpers/accounts/sharing.ts';
import { openAs } from '../helpers/browser/device-screens.ts';
import { english, swahili } from '../helpers/browser/fleet-words.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const words = {
  en: {
    edit: 'Edit in a spreadsheet',
    save: 'Save the chosen as CSV',
    leftOut: 'The file leaves 1 tank out: there you are no manager.',
  },
  sw: {
    edit: 'Hariri kwenye jedwali',
    save: 'Hifadhi vilivyochaguliwa kama CSV',
    leftOut: 'Faili linaacha tangi 1: huko wewe si meneja.',
  },
} as const;

describeByTurns('sqlite', 'chosen devices for a spreadsheet', (engine) => {
  const server = useTestServer({ engine });

  for (const [screen, language] of inTurn(1, [
    ['laptop', 'en'],
    ['phone', 'sw'],
  ] as const)) {
    it(`say which tanks the file leaves out on a ${screen} (${language})`, async () => {
      const say = words[language];
      const other = await registerUser(server);
      const person = await registerUser(server);
      const seen = await registerDevice(server, other.token, randomMac());
      await shareDevice(server, {
        token: other.token,
        device_id: seen.id,
        with: person,
        role: 'viewer',
      });
      const { token } = person;
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await openAs(server, token, '/fleet', { screen, language });
      const all = page.getByLabel((language === 'en' ? english : swahili).all);
      await all.check();
      await page.getByRole('button', { name: say.save }).waitFor();
      await page
        .getByRole('button', { name: say.edit })
        .waitFor({ state: 'detached', timeout: 5000 });

      await registerDevice(server, person.token, randomMac());
      await page.reload();
      await all.check();
      await page.getByRole('button', { name: say.edit }).waitFor();
      await page.getByText(say.leftOut).waitFor();
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    });
  }
});
