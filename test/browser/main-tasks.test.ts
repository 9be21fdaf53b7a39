import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { shareDevice } from '../helpers/accounts/sharing.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { countEffort } from '../helpers/browser/effort.ts';
import { newTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const words = {
  en: {
    alerts: /^Alerts/,
    notTold: 'You are not told when a tank runs low.',
    acknowledge: 'I am taking care of it',
    add: 'Add a device',
    mac: 'MAC address or serial number',
    register: 'Register the device',
    name: 'Name (optional)',
    next: 'Next',
    litres: '2,300 L',
    people: 'People',
    to: 'E-mail or phone number',
    invite: 'Invite',
    day: 'Day',
    pump: 'Pump: turn on',
  },
  sw: {
    alerts: /^Tahadhari/,
    notTold: 'Huambiwi maji ya tangi yakipungua.',
    acknowledge: 'Ninalishughulikia',
    add: 'Ongeza kifaa',
    mac: 'Anwani ya MAC au namba ya kifaa',
    register: 'Sajili kifaa',
    name: 'Jina (si lazima)',
    next: 'Endelea',
    litres: 'lita 2,300',
    people: 'Watu',
    to: 'Barua pepe au namba ya simu',
    invite: 'Alika',
    day: 'Siku',
    pump: 'Washa pampu',
  },
};

// SMS alerts are counted in notifications.test.ts, an invitation in invitations.test.ts, the month of 300 tanks in monthly.test.ts.
describeByTurns('sqlite', 'main tasks on a phone', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const language of inTurn(1, ['en', 'sw'] as const)) {
    const say = words[language];

    // A step that is not there fails soon, and by its name.
    const open = async (token: string) => {
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await visit(server.url, { screen: 'phone', language });
      page.setDefaultTimeout(15_000);
      const effort = await countEffort(page);
      await signInAs(page, token);
      await page.goto('/');
      const end = async () => {
        await visitor.assertAccessible();
        await visitor.assertFits();
        visitor.assertClean();
        await visitor.close();
      };
      return { page, effort, end };
    };

    it(`lets a caretaker acknowledge an alert by three taps (${language})`, async () => {
      const tank = await newTank(server);
      const caretaker = await registerUser(server);
      const share = { device_id: tank.id, with: caretaker, role: 'operator' } as const;
      await shareDevice(server, { token: tank.token, ...share });
      await tank.push(5);
      const { page, effort, end } = await open(caretaker.token);
      // Of the owner's alerts a caretaker knows nothing.
      await page.getByText(say.notTold).waitFor();
      await effort.tap(page.getByRole('navigation').getByRole('link', { name: say.alerts }));
      await effort.tap(page.getByRole('main').locator('a[href^="/alerts/"]').first());
      await effort.tap(page.getByRole('button', { name: say.acknowledge, exact: true }));
      await until(async () => {
        const [incident] = await server.db.read
          .selectFrom('incidents')
          .select('acknowledged_by')
          .where('device_id', '=', Number(tank.id))
          .execute();
        return incident?.acknowledged_by === Number(caretaker.user.id);
      });
      effort.assertAtMost({ taps: 3, fields: 0 });
      await end();
    });

    it(`turn the pump on by two taps (${language})`, async () => {
      const tank = await newTank(server);
      await tank.push(50, { pump_status: 'off' });
      const { page, effort, end } = await open(tank.token);
      await effort.tap(page.locator('a.tank-card'));
      await effort.tap(page.locator('.tank-now').getByRole('button', { name: say.pump }));
      await until(async () => (await tank.poll())[0]?.command === 'on');
      effort.assertAtMost({ taps: 2, fields: 0 });
      await end();
    });

    it(`register a tank, with its name and litres (${language})`, async () => {
      const { token } = await registerUser(server);
      const { page, effort, end } = await open(token);
      await effort.tap(page.getByRole('link', { name: say.add }).first());
      await effort.enter(page.getByLabel(say.mac), randomMac());
      await effort.tap(page.getByRole('button', { name: say.register }));
      await effort.enter(page.getByLabel(say.name), 'Roof tank');
      await effort.tap(page.getByRole('button', { name: say.next, exact: true }));
      await effort.tap(page.getByRole('button', { name: say.litres, exact: true }));
      await page.getByRole('heading', { name: 'Roof tank', level: 1 }).waitFor();
      effort.assertAtMost({ taps: 6, fields: 2 });
      await end();
    });

    it(`invite a caretaker (${language})`, async () => {
      const tank = await newTank(server);
      await tank.push(50);
      const { page, effort, end } = await open(tank.token);
      await effort.tap(page.locator('a.tank-card'));
      await effort.tap(page.getByRole('link', { name: say.people, exact: true }));
      await effort.enter(page.getByLabel(say.to), '0712345678');
      await effort.tap(page.getByRole('button', { name: say.invite, exact: true }));
      await page.locator('a[href^="sms:"], a[href*="wa.me"]').first().waitFor();
      effort.assertAtMost({ taps: 4, fields: 1 });
      await end();
    });

    it(`see the level of another day (${language})`, async () => {
      const tank = await newTank(server);
      await tank.push(50);
      const { page, effort, end } = await open(tank.token);
      await effort.tap(page.locator('a.tank-card'));
      const day = page.getByLabel(say.day, { exact: true });
      await effort.tap(day);
      const before = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
      await day.fill(before);
      effort.assertAtMost({ taps: 2, fields: 1 });
      assert.equal(await day.inputValue(), before);
      // Until that day is there, the one before it is shown pale.
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      await end();
    });
  }
});
