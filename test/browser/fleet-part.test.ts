import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const fleetSize = 130;

const texts = {
  en: {
    part: 'Only 100 of 130 devices are here so far.',
    save: 'Save as CSV',
    all: 'Choose all of this list',
    sum: /^\d+ tanks$/,
    whole: '130 tanks',
    noPlace: /^No device has a place yet/,
    retry: 'Try again',
    newGroup: 'New group',
    markAll: 'Mark all as read',
    onlyMaybe: 'Only 100 devices are here so far; there may be more.',
    noneYet: 'None of the devices that are here so far fits.',
  },
  sw: {
    part: 'Hadi sasa viko hapa vifaa 100 tu kati ya 130.',
    save: 'Hifadhi kama CSV',
    all: 'Chagua vyote vya orodha hii',
    sum: /^Matangi \d+$/,
    whole: 'Matangi 130',
    noPlace: /^Hakuna kifaa chenye mahali/,
    retry: 'Jaribu tena',
    newGroup: 'Kundi jipya',
    markAll: 'Zote zimesomwa',
    onlyMaybe: 'Hadi sasa viko hapa vifaa 100 tu; huenda kuna zaidi.',
    noneYet: 'Hakuna kinacholingana kati ya vifaa ambavyo viko hapa hadi sasa.',
  },
};

describeByTurns('sqlite', 'a fleet of which a browser keeps a part', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const newFleet = async (language: 'en' | 'sw') => {
    const { token } = await registerUser(server);
    await server.request('PUT', '/api/me', { token, json: { language } });
    const lines = Array.from({ length: fleetSize }, (_, at) => `KP-${language}-${at},Tank ${at}`);
    const body = ['mac,name', ...lines].join('\n');
    const headers = { 'content-type': 'text/csv' };
    await server.request('POST', '/api/imports', { token, body, headers });
    await until(async () => (await tanksOf(token)).length === fleetSize);
    const [first] = await tanksOf(token);
    assert.ok(first);
    const alert = { device_id: first.device_id, type: 'maintenance', message: 'Filter is due' };
    const json = { ...alert, severity: 'info' };
    await server.request('POST', '/api/alerts.php?action=create', { token, json });
    return token;
  };
  const tanksOf = async (token: string) =>
    (await server.request('GET', '/api/tanks', { token })).body as { device_id: string }[];
  const lastOf = async (token: string) => (await tanksOf(token)).at(-1)?.device_id ?? '';

  for (const [screen, language] of inTurn(0, [
    ['phone', 'sw'],
    ['laptop', 'en'],
  ] as const)) {
    it(`is not taken for the whole until that has come (${screen}, ${language})`, async () => {
      const say = texts[language];
      const token = await newFleet(language);
      const expects = /status of 503/;
      const { page, ...visitor } = await visit(server.url, { screen, language, expects });
      await signInAs(page, token);
      await page.goto('/fleet');
      await page.getByText(say.whole, { exact: true }).waitFor();
      await page.getByRole('button', { name: say.save }).waitFor();
      await until(() => page.evaluate(() => localStorage.getItem('kisima.tanks') !== null));

      const held = Promise.withResolvers<void>();
      const isTanks = (url: URL) => url.pathname === '/api/tanks';
      const json = { success: false, code: 'unavailable', error: 'Away.', retry_after: 5 };
      await page.route(isTanks, async (route) => {
        await held.promise;
        await route.fulfill({ status: 503, json });
      });
      const assertPart = async () => {
        await page.getByText(say.part).waitFor();
        assert.equal(await page.getByText(say.sum).count(), 0);
        assert.equal(await page.getByRole('button', { name: say.save }).count(), 0);
        assert.equal(await page.getByLabel(say.all).count(), 0);
        await visitor.assertAccessible();
        await visitor.assertFits();
      };
      const lists = ['/account/programs', '/account/notifications', '/alerts', '/fleet'];
      for (const path of ['/', '/map', '/reports', ...lists]) {
        await page.goto(path);
        await assertPart();
      }
      await page.getByRole('searchbox').fill('Tank 129');
      await page.getByText(say.noneYet).waitFor();
      await page.goto('/groups');
      await page.getByRole('button', { name: say.newGroup }).click();
      await assertPart();
      // Of alerts only those of the known devices would be marked, and are counted.
      await page.goto('/alerts');
      await page.getByText('Filter is due').first().waitFor();
      assert.equal(await page.locator('nav .badge').filter({ visible: true }).textContent(), '1+');
      assert.equal(await page.getByRole('button', { name: say.markAll }).count(), 0);
      // No screen says of those that are still to come that there are none, or shows another one instead.
      await page.goto('/map');
      await assertPart();
      assert.equal(await page.getByText(say.noPlace).count(), 0);
      await page.goto(`/reports?device=${await lastOf(token)}`);
      await assertPart();
      assert.equal(await page.getByText('Tank 0').count(), 0);
      await page.goto('/fleet');
      await page.evaluate(() => {
        const { all, ...old } = JSON.parse(localStorage.getItem('kisima.tanks') ?? '{}');
        localStorage.setItem('kisima.tanks', JSON.stringify(old));
      });
      await page.goto('/alerts');
      await page.getByText(say.onlyMaybe).waitFor();
      await page.goto('/fleet');
      await page.getByText(say.onlyMaybe).waitFor();
      assert.equal(await page.getByRole('button', { name: say.save }).count(), 0);
      held.resolve();
      await page.getByRole('alert').waitFor();
      await page.getByText(say.onlyMaybe).waitFor();
      await page.unroute(isTanks);
      await page.getByRole('button', { name: say.retry }).click();
      await page.getByText(say.whole, { exact: true }).waitFor();
      assert.equal(await page.getByText(say.part).count(), 0);
      await page.getByRole('button', { name: say.save }).waitFor();
      await page.getByLabel(say.all).waitFor();
      await page.goto('/alerts');
      await page.getByRole('button', { name: say.markAll }).waitFor();
      assert.equal(await page.locator('nav .badge').filter({ visible: true }).textContent(), '1');
      visitor.assertClean();
      await visitor.close();
    });
  }
});
