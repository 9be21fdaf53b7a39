import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { updateRole } from '../../src/accounts/queries.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { oldBrowserScript } from '../helpers/browser/floor/old-browser.ts';
import { type Screen, screens } from '../helpers/browser/launch-browser.ts';
import { brokenWords, elementsBeyond, setTextSize } from '../helpers/browser/text-size.ts';
import {
  describeByTurns,
  type Engine,
  startTestServer,
  type TestServer,
} from '../helpers/server/test-server.ts';
import { newGroup, newSmsOwner, type SmsOwner } from '../helpers/sms/sms-account.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { inTurn, isWhole } from '../helpers/whole-suite.ts';

const routes = readFileSync(new URL('../../web/src/shell/routes.tsx', import.meta.url), 'utf8');
const addresses = Array.from(routes.matchAll(/path="([^"]+)"/g), ([, path = '']) => path);
const doors = ['/sign-in', '/register', '/reset'];

type View = [
  screen: Screen,
  theme: 'light' | 'dark',
  language: 'en' | 'sw',
  narrowed?: Screen | undefined,
];

/**
 * Where the suite is whole, all four are seen, two on each engine: phone and laptop, English and Swahili. Else
 * one visit sees each screen in Swahili, which has the longer words, on a laptop and again once its window is as
 * narrow as a phone: to load a screen takes as long as to look at it on both.
 */
const views: Record<Engine, readonly View[]> = {
  sqlite: [
    ['laptop', 'light', 'sw', isWhole ? undefined : 'phone'],
    ['phone', 'light', 'en'],
  ],
  postgres: [
    ['phone', 'dark', 'sw'],
    ['laptop', 'dark', 'en'],
  ],
};

describeByTurns('sqlite', 'every screen', (engine) => {
  let server: TestServer;
  let owner: SmsOwner;
  /** Values of the parameters in addresses. */
  let ids: Record<string, string>;
  before(async () => {
    server = await startTestServer({ engine, isTimed: true });
    owner = await newSmsOwner(server);
    await updateRole(server.db.write, owner.email, 'admin');
    ids = await fillAccount(server, owner);
  });
  after(() => server.stop());

  it('is on the list of this test', () => {
    assert.ok(addresses.length >= 30);
    const needed = addresses.filter((address) => address.includes(':'));
    assert.deepEqual(Object.keys(ids).sort(), needed.sort());
  });

  // In a browser that has no more than the oldest ones that are served.
  for (const [screen, theme, language, narrowed] of inTurn(0, views[engine])) {
    const seenOn = narrowed ? `${screen} and ${narrowed}` : screen;
    it(`is whole on a ${seenOn}, ${theme}, ${language}: read aloud, within its width, no error`, async () => {
      await server.request('PUT', '/api/me', { token: owner.token, json: { language } });
      const { page, ...visitor } = await visit(server.url, {
        screen,
        theme,
        language,
        hasWorker: isWhole,
      });
      await visitor.context.addInitScript(oldBrowserScript());
      for (const address of addresses.filter((each) => doors.includes(each))) {
        await page.goto(address);
        await page.locator('h1').waitFor();
        await visitor.assertAccessible();
      }
      await signInAs(page, owner.token);
      const cut: string[] = [];
      const look = async () => {
        await visitor.assertAccessible();
        await visitor.assertFits();
        await setTextSize(page, '200%');
        cut.push(...(await elementsBeyond(page)), ...(await brokenWords(page)));
        await setTextSize(page, '');
      };
      for (const address of addresses.filter((each) => !doors.includes(each))) {
        await page.goto(address.replace(/:\w+/, ids[address] ?? ''));
        await page.locator('h1').waitFor();
        // Content still loading would hide its faults.
        const coming = page.getByText(/^(Loading…|Inapakia…)$/);
        while ((await coming.count()) > 0) await coming.first().waitFor({ state: 'detached' });
        await look();
        if (!narrowed) continue;
        await page.setViewportSize(screens[narrowed]);
        await look();
        await page.setViewportSize(screens[screen]);
      }
      assert.deepEqual(cut, [], 'with text twice as large');
      visitor.assertClean();
      await visitor.close();
    });
  }
});

/** Creates something of every kind, so that no screen is empty. */
async function fillAccount(server: TestServer, owner: SmsOwner): Promise<Record<string, string>> {
  const { token, call } = owner;
  const { id: device_id, mac_or_serial } = await registerDevice(server, token);
  const order = { device_id, sensor_name: 'main', command: 'on' };
  const config = { device_id, sensor_name: 'main', capacity: 5000 };
  await server.request('POST', '/api/sensor_configs.php?action=save', { token, json: config });
  for (const water_level_percent of [60, 15]) {
    const place = { latitude: -1.28, longitude: 36.82 };
    const form = { mac_address: mac_or_serial, water_level_percent, pump_status: 'off', ...place };
    await server.request('POST', '/iot_push.php', { form });
  }
  await server.request('POST', '/api/pump_commands.php?action=send', { token, json: order });

  const groupId = await newGroup(owner);
  const contacts = [{ phone: '0712345678', name: 'Wanjiku' }, { phone: '0733000001' }];
  await call('POST', `/groups/${groupId}/contacts`, { json: { contacts } });
  await call('POST', '/keys', { json: { name: 'Shop' } });
  await call('POST', '/opt-outs', { json: { phones: ['0711000001'] } });
  await call('POST', '/webhooks', { json: { url: 'https://example.com/kisima' } });
  const sent = await call('POST', '/sms/send', { json: { to: '0712345678', message: 'Hi' } });
  const bulk = await call('POST', '/sms/bulk', { json: { group_id: groupId, message: 'Maji' } });
  const invited = { device_id, to: 'asha@example.com', role: 'operator' };
  await server.request('POST', '/api/devices.php?action=share', { token, json: invited });
  const byPhone = await server.request('POST', '/api/devices.php?action=share', {
    token,
    json: { ...invited, to: '0712345678' },
  });
  const imported = await server.request('POST', '/api/imports', {
    token,
    body: 'mac_or_serial,name\nTANK-0001,Roof\n?,Wrong\n',
    headers: { 'content-type': 'text/csv' },
  });
  const { body: alerts } = await server.request('GET', '/api/alerts', { token });
  const tankGroup = { name: 'Estate A', device_ids: [device_id] };
  const path = '/api/groups.php?action=create';
  const grouped = await server.request('POST', path, { token, json: tankGroup });
  return {
    '/groups/:id': String((grouped.body as { id: number }).id),
    '/alerts/:id': String((alerts as { id: number }[])[0]?.id),
    '/invitations/:code': (byPhone.body as { code: string }).code,
    '/devices/:id/start': device_id,
    '/devices/:id/people': device_id,
    '/devices/:id/log': device_id,
    '/tanks/:id': device_id,
    '/tanks/:id/water': device_id,
    '/devices/:id': device_id,
    '/devices/imports/:id': String((imported.body as { id: number }).id),
    '/sms/groups/:id': String(groupId),
    '/sms/messages/:id': (sent.body as { message_id: string }).message_id,
    '/sms/jobs/:id': String((bulk.body as { job_id: number }).job_id),
  };
}
