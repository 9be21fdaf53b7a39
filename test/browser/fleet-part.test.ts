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
  },
  sw: {
    part: 'Hadi sasa viko hapa vifaa 100 tu kati ya 130.',
    save: 'Hifadhi kama CSV',
    all: 'Chagua vyote vya orodha hii',
    sum: /^Matangi \d+$/,
    whole: 'Matangi 130',
    noPlace: /^Hakuna kifaa chenye mahali/,
    retry: 'Jaribu tena',
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
      for (const path of ['/', '/map', '/reports', '/fleet']) {
        await page.goto(path);
        await assertPart();
      }
      // No screen says of those that are still to come that there are none, or shows another one instead.
      await page.goto('/map');
      await assertPart();
      assert.equal(await page.getByText(say.noPlace).count(), 0);
      await page.goto(`/reports?device=${await lastOf(token)}`);
      await assertPart();
      assert.equal(await page.getByText('Tank 0').count(), 0);
      await page.goto('/fleet');
      held.resolve();
      await page.getByRole('alert').waitFor();
      await assertPart();
      await page.unroute(isTanks);
      await page.getByRole('button', { name: say.retry }).click();
      await page.getByText(say.whole, { exact: true }).waitFor();
      assert.equal(await page.getByText(say.part).count(), 0);
      await page.getByRole('button', { name: say.save }).waitFor();
      await page.getByLabel(say.all).waitFor();
      visitor.assertClean();
      await visitor.close();
    });
  }
});
