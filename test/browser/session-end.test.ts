import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { openAs } from '../helpers/browser/device-screens.ts';
import {
  describeByTurns,
  startTestServer,
  type TestServer,
} from '../helpers/server/test-server.ts';

describeByTurns('postgres', 'a session that ends amid a form', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine });
  });
  after(() => server.stop());

  for (const isSame of [true, false]) {
    const who = isSame ? 'gives what was typed back to the same person' : 'shows it to nobody else';
    it(who, async () => {
      const [owner, other] = [await registerUser(server), await registerUser(server)];
      const { page, ...visitor } = await openAs(server, owner.token, '/account', {
        expects: /401/,
      });
      const name = page.getByLabel('Full name');
      await name.fill('Asha Mwangi');
      await server.request('POST', '/api/auth.php?action=logout', { token: owner.token });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();

      const { email, password } = isSame ? owner : other;
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
      await page.getByLabel('E-mail').waitFor();
      if (isSame) await page.waitForFunction(`${valueOfName} === 'Asha Mwangi'`);
      else assert.notEqual(await name.inputValue(), 'Asha Mwangi');
      visitor.assertClean();
      await visitor.close();
    });
  }
});

const valueOfName = `document.querySelector('input[name="full_name"]')?.value`;
