import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { shareDevice } from '../helpers/accounts/sharing.ts';
import { newOwnDevice, openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const mac = 'A4:CF:12:0B:7E:9D';

describeByTurns('sqlite', 'a device that nobody has named, on a phone', (engine) => {
  const server = useTestServer({ engine });
  let token: string;
  before(async () => {
    ({ token } = await newOwnDevice(server, mac));
  });

  it('is called your tank on the home screen, with its MAC in one line for who may set it up', async () => {
    const visitor = await openAs(server, token, '/');
    await visitor.page.getByRole('heading', { name: 'Your tank', exact: true }).waitFor();
    const title = visitor.page.getByText(mac);
    await title.waitFor();
    // A line is 24 px high, two are 48.
    const box = await title.boundingBox();
    assert.ok(box && box.height < 36, `${box?.height}`);
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('has its MAC whole, and once, in the list of all devices', async () => {
    const visitor = await openAs(server, token, '/fleet');
    await visitor.page.getByRole('link', { name: 'Your tank', exact: true }).waitFor();
    const isCut = await visitor.page
      .getByText(mac)
      .evaluate((each) => each.scrollWidth > each.clientWidth);
    assert.equal(isCut, false);
    assert.equal(await visitor.page.getByText(mac).count(), 1);
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('is told from another without a name by the end of its label, in titles and choices', async () => {
    const other = await registerDevice(server, token, 'KS-2026.0042');
    const visitor = await openAs(server, token, '/reports', { screen: 'laptop' });
    const { page } = visitor;
    const names = page.getByLabel('Device', { exact: true }).locator('option');
    await names.nth(1).waitFor({ state: 'attached' });
    assert.deepEqual(await names.allTextContents(), ['Your tank (7E9D)', 'Your tank (0042)']);
    await page.goto(`/tanks/${other.id}`);
    await page.getByRole('heading', { name: 'Your tank (0042)', level: 1 }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  for (const [language, say] of inTurn(
    1,
    Object.entries({
      en: 'Water tank',
      sw: 'Tangi la maji',
    }),
  )) {
    it(`is not yours where it is shared with you (${language})`, async () => {
      const [owner, caretaker] = [await registerUser(server), await registerUser(server)];
      const device = await registerDevice(server, owner.token);
      const share = { device_id: device.id, with: caretaker, role: 'operator' } as const;
      await shareDevice(server, { token: owner.token, ...share });
      const { token } = caretaker;
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await openAs(server, token, `/tanks/${device.id}`);
      await page.getByRole('heading', { name: say, exact: true, level: 1 }).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }
});
