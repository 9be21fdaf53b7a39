import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { registerUser } from '../helpers/accounts.ts';
import { type Screen, visit } from '../helpers/browser.ts';
import { signInAs } from '../helpers/dashboard-owner.ts';
import { registerDevice } from '../helpers/devices.ts';
import { describeOnBothEngines, startTestServer, type TestServer } from '../helpers/test-server.ts';

type Command = { id: number; command: string; status: string };

/** A tank as its owner and its device see it. */
type TestTank = {
  id: string;
  path: string;
  token: string;
  push: (level: number, more?: Record<string, string | number>) => Promise<void>;
  /** As firmware does it: fetches what waits for it. */
  poll: () => Promise<Command[]>;
  acknowledge: (id: number) => Promise<void>;
};

const minute = 60_000;
const hour = 60 * minute;

describeOnBothEngines('the tank screen', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine, isTimed: true });
  });
  after(() => server.stop());

  for (const screen of ['phone', 'laptop'] satisfies Screen[]) {
    it(`moves with the device’s next reading on a ${screen}, in both themes`, async () => {
      const tank = await makeTank();
      await tank.push(64, { pump_status: 'off' });
      for (const theme of ['light', 'dark'] as const) {
        const { page, ...visitor } = await enter(tank, { screen, theme });
        await gauge(page, /64 %/).waitFor();
        await chart(page).waitFor();
        await page.getByText('6,400 L').waitFor();
        await visitor.assertAccessible();
        await visitor.assertFits();
        visitor.assertClean();
        await visitor.close();
      }
      const { page, ...visitor } = await enter(tank, { screen });
      await chart(page).waitFor();
      await tank.push(15, { pump_status: 'on' });
      await gauge(page, /15 %/).waitFor();
      await page.getByText('1,500 L').waitFor();
      await page.locator('.tank-now').getByText('Low', { exact: true }).waitFor();
      const extremes = page.locator('.tank-summary');
      await extremes.getByText('15 %').first().waitFor();
      await extremes.getByText('64 %').waitFor();
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('shows four ranges, with what was read, when the pump ran and where nothing was heard', async () => {
    const tank = await makeTank();
    const now = Date.now();
    for (const [ago, level, pump_status] of [
      [80 * 24 * hour, 97, 'off'],
      [20 * 24 * hour, 12, 'off'],
      [5 * 24 * hour, 93, 'off'],
      [3 * hour, 41, 'on'],
      [2.9 * hour, 44, 'on'],
      [2.8 * hour, 47, 'off'],
      [5 * minute, 45, 'off'],
    ] as const) {
      await tank.push(level, { pump_status, recorded_at: new Date(now - ago).toISOString() });
    }
    const { page, ...visitor } = await enter(tank);
    const range = (name: string) => page.getByRole('button', { name, exact: true });
    const extreme = (name: string, level: string) =>
      page.locator('.tank-summary > div', { hasText: name }).getByText(level).waitFor();
    await extreme('Lowest', '41 %');
    await extreme('Highest', '47 %');
    await page.getByText('Pump running').waitFor();
    await page.getByText('A gap: nothing was heard').waitFor();
    await range('7 days').click();
    await extreme('Highest', '93 %');
    await range('30 days').click();
    await extreme('Lowest', '12 %');
    await range('90 days').click();
    await extreme('Highest', '97 %');
    await extreme('Now', '45 %');
    await page.getByText('What went out of the tank and came into it, for 90 days.').waitFor();
    await range('24 hours').click();
    await extreme('Highest', '47 %');

    await page.locator('.u-over').scrollIntoViewIfNeeded();
    const place = await page.locator('.u-over').boundingBox();
    assert.ok(place);
    await page.touchscreen.tap(place.x + place.width - 2, place.y + place.height / 2);
    await page.locator('.tank-picked', { hasText: '45 % · 4,500 L' }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('says day by day what was used and refilled, in litres', async () => {
    const tank = await makeTank();
    const now = Date.now();
    for (const [minutesAgo, level] of [
      [4, 80],
      [3, 60],
      [2, 90],
    ] as const) {
      const recorded_at = new Date(now - minutesAgo * minute).toISOString();
      await tank.push(level, { recorded_at });
    }
    const { page, ...visitor } = await enter(tank);
    const total = page.getByRole('table').getByRole('row', { name: /^In all/ });
    await total.waitFor();
    assert.deepEqual(await total.getByRole('cell').allInnerTexts(), [
      '2,000\u00a0L',
      '3,000\u00a0L',
    ]);
    visitor.assertClean();
    await visitor.close();
  });

  it('follows a command from the button to the pump', async () => {
    const tank = await makeTank();
    await tank.push(50, { pump_status: 'off' });
    const { page, ...visitor } = await enter(tank);
    await page.getByText('No command has been sent from here yet.').waitFor();
    await page.getByRole('radio', { name: /^On/ }).check();
    await page.getByRole('button', { name: 'Turn the pump on' }).click();

    const steps = page.locator('.tank-steps');
    await steps.getByText('Waiting for the device to fetch it').waitFor();
    await page.getByText('The pump is controlled by hand.').waitFor();
    await visitor.assertAccessible();
    const [command] = await tank.poll();
    assert.equal(command?.command, 'on');
    await steps.getByText('Delivered to the device').waitFor();
    await steps.getByText('Waiting for the device to do it').waitFor();
    await tank.acknowledge(command.id);
    await steps.getByText('Done, says the device').waitFor();
    await page.getByRole('button', { name: 'Cancel the command' }).waitFor({ state: 'detached' });
    await page.locator('.tank-commands').getByText('On: done').waitFor();

    await page.getByRole('radio', { name: /^Off/ }).check();
    await page.getByRole('button', { name: 'Turn the pump off' }).click();
    await page.getByRole('button', { name: 'Cancel the command' }).click();
    await steps.getByText('Cancelled').waitFor();
    assert.deepEqual(await tank.poll(), []);
    visitor.assertClean();
    await visitor.close();
  });

  it('hands the pump to the server between two levels, once these make sense', async () => {
    const tank = await makeTank();
    await tank.push(50, { pump_status: 'off' });
    const { page, ...visitor } = await enter(tank);
    await page.getByRole('radio', { name: /^Automatic/ }).check();
    const [below, above] = [page.getByLabel('Start below (%)'), page.getByLabel('Stop above (%)')];
    assert.equal(await below.inputValue(), '20');
    assert.equal(await above.inputValue(), '90');
    await below.fill('95');
    await page.getByRole('button', { name: 'Let Kisima steer' }).click();
    await page.getByText('This must be less than the level at which it stops (90 %).').waitFor();
    assert.equal(await below.inputValue(), '95');
    await visitor.assertAccessible();
    await below.fill('30');
    await above.fill('85');
    await page.getByRole('button', { name: 'Let Kisima steer' }).click();
    await page
      .getByText('Kisima steers this pump: it starts below 30 % and stops above 85 %.')
      .waitFor();
    await tank.push(25, { pump_status: 'off' });
    await page.locator('.tank-commands').getByText('On: waiting').waitFor();
    await page.locator('.tank-commands').getByText('automatic, by Kisima').waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('asks before it lets a full tank overflow', async () => {
    const tank = await makeTank();
    await tank.push(96, { pump_status: 'off' });
    const { page, ...visitor } = await enter(tank);
    await page.getByRole('radio', { name: /^On/ }).check();
    await page.getByRole('button', { name: 'Turn the pump on' }).click();
    const question = page.getByRole('dialog', { name: 'The tank is nearly full' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await tank.poll(), []);
    await page.getByRole('button', { name: 'Turn the pump on' }).click();
    await question.getByRole('button', { name: 'Turn it on anyway' }).click();
    await page.locator('.tank-steps').getByText('Sent').waitFor();
    assert.equal((await tank.poll()).length, 1);
    visitor.assertClean();
    await visitor.close();
  });

  it('goes on without a stream, by asking', async () => {
    const tank = await makeTank();
    await tank.push(50, { pump_status: 'off' });
    const { page, ...visitor } = await enter(tank, { isWithoutStream: true });
    await page.getByText('Live updates are away').waitFor();
    await page.getByRole('radio', { name: /^On/ }).check();
    await page.getByRole('button', { name: 'Turn the pump on' }).click();
    const steps = page.locator('.tank-steps');
    await steps.getByText('Waiting for the device to fetch it').waitFor();
    const [command] = await tank.poll();
    await tank.acknowledge(command?.id ?? 0);
    await steps.getByText('Done, says the device').waitFor();
    await visitor.close();
  });

  it('chooses among the sensors of a device by its address', async () => {
    const tank = await makeTank();
    await tank.push(64);
    await tank.push(31, { sensor_name: 'ground tank' });
    const { page, ...visitor } = await enter(tank);
    await gauge(page, /64 %/).waitFor();
    await page.getByRole('link', { name: 'ground tank' }).click();
    await gauge(page, /31 %/).waitFor();
    assert.match(page.url(), /\?sensor=ground%20tank$/);
    await page.goto(`${tank.path}?sensor=cellar`);
    await page.getByText('This device has no sensor “cellar”. You see “main”.').waitFor();
    await gauge(page, /64 %/).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('speaks Swahili', async () => {
    const tank = await makeTank();
    await tank.push(50, { pump_status: 'on' });
    await server.request('PUT', '/api/me', { token: tank.token, json: { language: 'sw' } });
    const { page, ...visitor } = await enter(tank, { language: 'sw' });
    await page.getByRole('heading', { name: 'Kuongoza pampu' }).waitFor();
    await chart(page).waitFor();
    await page.getByRole('radio', { name: /^Zima/ }).check();
    await page.getByRole('button', { name: 'Zima pampu' }).click();
    await page.locator('.tank-steps').getByText('Inasubiri kifaa kiichukue').waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();
    visitor.assertClean();
    await visitor.close();
  });

  it('helps where there is no such tank, and where a device has sent nothing yet', async () => {
    const tank = await makeTank();
    const stranger = await makeTank();
    const { page, ...visitor } = await enter(tank, { expects: /status of 404/ });
    await page.getByRole('heading', { name: 'No reading yet' }).waitFor();
    for (const id of [stranger.id, '999999', 'nonsense']) {
      await page.goto(`/tanks/${id}`);
      await page.getByRole('heading', { name: 'This tank is not among yours' }).waitFor();
      await page.getByText('You are signed in as').waitFor();
    }
    await visitor.assertAccessible();
    await page.getByRole('link', { name: 'To your tanks' }).click();
    await page.getByRole('heading', { name: 'Tanks' }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  async function makeTank(): Promise<TestTank> {
    const { token } = await registerUser(server);
    const { id, mac_or_serial: mac_address } = await registerDevice(server, token);
    await server.request('POST', '/api/sensor_configs.php?action=save', {
      token,
      json: { device_id: id, sensor_name: 'main', capacity: 10_000 },
    });
    return {
      id,
      token,
      path: `/tanks/${id}`,
      push: async (water_level_percent, more = {}) => {
        const form = { mac_address, water_level_percent, ...more };
        const { status, text } = await server.request('POST', '/iot_push.php', { form });
        assert.equal(status, 201, text);
      },
      poll: async () => {
        const { body } = await server.request(
          'GET',
          `/iot_commands.php?mac_address=${mac_address}`,
        );
        return body as Command[];
      },
      acknowledge: async (command_id) => {
        const form = { mac_address, command_id };
        const { status, text } = await server.request('POST', '/iot_ack.php', { form });
        assert.equal(status, 200, text);
      },
    };
  }

  type Options = Parameters<typeof visit>[1] & { isWithoutStream?: boolean };

  /** Opens the screen of a tank as its owner, who has signed in before; its stream is open then. */
  async function enter(tank: TestTank, { isWithoutStream = false, ...options }: Options = {}) {
    const visitor = await visit(server.url, options);
    const { page } = visitor;
    await signInAs(page, tank.token);
    if (isWithoutStream) await page.route('**/api/stream/**', (route) => route.abort());
    const opened = isWithoutStream || page.waitForResponse(/\/api\/stream\?/);
    await page.goto(tank.path);
    await opened;
    return visitor;
  }
});

const gauge = (page: Page, level: RegExp) =>
  page.getByRole('img', { name: /^Water level of/ }).and(page.getByRole('img', { name: level }));

const chart = (page: Page) => page.getByRole('img', { name: /hart|hati/ }).locator('canvas');
