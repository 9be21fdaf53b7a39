import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { updateRole } from '../../src/accounts/queries.ts';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import {
  describeByTurns,
  startTestServer,
  type TestServer,
  useTestServer,
} from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const nearThika = { latitude: -1.045, longitude: 37.1 };

const bareWords = {
  en: {
    nearTown: /km (south-east|east) of Thika, Kiambu/,
    unset: /^This map has no streets/,
    maps: 'Open in maps',
    web: 'Map on the web',
    closer: 'Zoom in',
  },
  sw: {
    nearTown: /km [\d.,]+ (kusini-)?mashariki mwa Thika, Kiambu/,
    unset: /^Ramani hii haina mitaa/,
    maps: 'Fungua kwenye ramani',
    web: 'Ramani ya mtandaoni',
    closer: 'Sogeza karibu',
  },
};

describeByTurns('postgres', 'the map', (engine) => {
  let server: TestServer;
  let token: string;
  before(async () => {
    const env = {
      MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png',
      MAP_ATTRIBUTION: 'Example tiles',
    };
    server = await startTestServer({ engine, isTimed: true, env });
    token = await registerRoofs(server);
  });
  after(() => server.stop());

  const open = async (page: Page, tiles: 'come' | 'are away') => {
    await page.route('https://tiles.example/**', (route) =>
      tiles === 'come' ? route.fulfill({ contentType: 'image/png', body: pixel }) : route.abort(),
    );
    await signInAs(page, token);
    await page.goto('/map');
  };
  const expects = /tiles\.example|ERR_FAILED/;

  for (const screen of inTurn(0, ['phone', 'laptop'] as const)) {
    it(`joins what would lie on each other, and opens it by keys, on a ${screen}`, async () => {
      const { page, ...visitor } = await visit(server.url, { screen, expects });
      await open(page, 'come');
      const all = page.getByRole('button', { name: '43 tanks, worst: Very low' });
      await page.getByRole('button', { name: 'Zoom out' }).click();
      while ((await all.count()) === 0)
        await page.getByRole('button', { name: 'Zoom out' }).click();
      await visitor.assertAccessible();
      await all.focus();
      await page.keyboard.press('Enter');
      const town = page.getByRole('button', { name: '40 tanks, worst: Low' });
      await town.waitFor();
      await until(() =>
        page.evaluate<boolean>(`document.activeElement.closest('.map-spot') !== null`),
      );
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('opens what is tapped while it still zooms', async () => {
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop', expects });
    await open(page, 'come');
    await page.getByRole('button', { name: '40 tanks, worst: Low' }).waitFor();
    await page.evaluate(`(async () => {
      const press = (name) => document.querySelector('[aria-label^="' + name + '"]').click();
      press('Zoom out');
      while (!document.querySelector('.leaflet-zoom-anim')) await new Promise(requestAnimationFrame);
      press('40 tanks');
    })()`);
    await page
      .getByRole('button', { name: /^([2-9]|[12]\d|3\d) tanks/ })
      .first()
      .waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('lets one be chosen of those that stand at the same spot', async () => {
    const { page, ...visitor } = await visit(server.url, { expects });
    await open(page, 'come');
    const roof = page.getByRole('button', { name: '3 tanks, worst: Very low' });
    await roof.click();
    const dialog = page.getByRole('dialog', { name: '3 tanks at this spot' });
    await dialog.waitFor();
    await visitor.assertAccessible();
    await dialog.getByRole('button', { name: 'Roof 2', exact: true }).click();
    await page.getByRole('heading', { name: 'The last positions of Roof 2' }).waitFor();
    assert.equal(await dialog.count(), 0);
    visitor.assertClean();
    await visitor.close();
  });

  it('finds one of many by its name or MAC', async () => {
    const { page, ...visitor } = await visit(server.url, { expects });
    await open(page, 'come');
    await page.getByText('31 more: search for one.').waitFor();
    await page.getByLabel('Search by name or MAC').fill('sn-town-37');
    await page.getByRole('button', { name: 'Town 37', exact: true }).click();
    await page.getByRole('heading', { name: 'The last positions of Town 37' }).waitFor();
    await page.getByRole('button', { name: /^Town 37: 20 %, Low$/ }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('draws the country beneath the tiles', async () => {
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop', expects });
    await open(page, 'come');
    await page.locator('.leaflet-tile-loaded').first().waitFor();
    const [country, tiles] = await page.evaluate<number[]>(
      `['country', 'tile'].map((pane) =>
        Number(getComputedStyle(document.querySelector('.leaflet-' + pane + '-pane')).zIndex))`,
    );
    assert.ok(Number(country) < Number(tiles));
    assert.equal(await page.getByText('Nairobi', { exact: true }).isVisible(), false);
    await visitor.close();
  });

  for (const language of inTurn(0, ['en', 'sw'] as const)) {
    it(`names towns where the tiles do not come, in ${language}`, async () => {
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await visit(server.url, { language, expects });
      await open(page, 'are away');
      await page.getByText(/^(The map pictures cannot|Picha za ramani)/).waitFor();
      await page.getByText('Nairobi', { exact: true }).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }
});

describeByTurns('sqlite', 'the map without pictures', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [screen, language] of inTurn(0, [
    ['phone', 'sw'],
    ['laptop', 'en'],
  ] as const)) {
    const said = bareWords[language];

    it(`is never blank below 30 km on a ${screen}, in ${language}`, async () => {
      const { token, email } = await registerUser(server);
      const { id, mac_or_serial } = await registerDevice(server, token);
      const form = { mac_address: mac_or_serial, water_level_percent: 60, ...nearThika };
      await server.request('POST', '/iot_push.php', { form });
      await server.request('PUT', '/api/me', { token, json: { language } });
      await updateRole(server.db.write, email, 'admin');
      const { page, ...visitor } = await visit(server.url, { screen, language });
      await signInAs(page, token);
      await page.goto(`/map?device=${id}`);
      await page.locator('.map-nearest').waitFor();
      await page.getByText(said.nearTown).first().waitFor();
      await page.getByText(said.unset).waitFor();
      await page.getByText(/^MAP_TILES=/).waitFor();
      const web = page.getByRole('link', { name: screen === 'phone' ? said.web : said.maps });
      assert.match((await web.getAttribute('href')) ?? '', /mlat=-1.045&mlon=37.1#map=16/);
      if (screen === 'phone') {
        const own = page.getByRole('link', { name: said.maps });
        assert.match((await own.getAttribute('href')) ?? '', /^geo:-1.045,37.1\?q=-1.045,37.1\(/);
      }
      const closer = page.getByRole('button', { name: said.closer });
      for (let zoom = 10; zoom < 18; zoom++) {
        await page.locator('.map-grid').nth(1).waitFor({ state: 'attached' });
        await page.locator('.map-grid-row span').first().waitFor();
        await page.locator('.leaflet-control-scale-line').waitFor();
        await page.locator('.map-nearest').getByText(/Thika/).waitFor();
        if (zoom === 12) await visitor.assertAccessible();
        await closer.click();
        await page.locator('.leaflet-zoom-anim').waitFor({ state: 'detached' });
      }
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }
});

/** Three tanks on one roof in Mombasa, of which one is nearly empty, and forty in and about Nairobi. */
async function registerRoofs(server: TestServer): Promise<string> {
  const { token } = await registerUser(server);
  const add = async (name: string, water_level_percent: number, place: object) => {
    const mac_or_serial = `SN-${name.replace(' ', '-')}`;
    await registerDevice(server, token, mac_or_serial);
    const named = { mac_or_serial, device_name: name };
    await server.request('PUT', '/api/devices.php?action=update-name', { token, json: named });
    const form = { mac_address: mac_or_serial, water_level_percent, ...place };
    const pushed = await server.request('POST', '/iot_push.php', { form });
    assert.equal(pushed.status, 201, pushed.text);
  };
  const roof = { latitude: -4.043, longitude: 39.668 };
  for (const number of [1, 2, 3]) await add(`Roof ${number}`, number === 2 ? 4 : 60, roof);
  for (let number = 1; number <= 40; number++) {
    const latitude = -1.28 + (number % 7) / 50;
    const longitude = 36.8 + Math.floor(number / 7) / 50;
    await add(`Town ${number}`, number === 37 ? 20 : 60, { latitude, longitude });
  }
  return token;
}
