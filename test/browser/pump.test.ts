import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Visitor, visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { chart, newTank, openTank, type TestTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('postgres', 'steering a pump on the tank screen', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('follows a command from the button to the pump', async () => {
    const tank = await newTank(server);
    await tank.push(50, { pump_status: 'off' });
    const { page, ...visitor } = await openTank(server, tank);
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

  for (const screen of inTurn(0, ['phone', 'laptop'] as const)) {
    for (const [language, on, waiting, switching, cancel, off] of inTurn(1, [
      ['en', 'Pump: turn on', 'On: waiting', 'Switching on …', 'Cancel', 'Pump: turn off'],
      ['sw', 'Washa pampu', 'Washa: ', 'Inawashwa …', 'Ghairi', 'Zima pampu'],
    ] as const)) {
      it(`is turned on by two taps from home (${screen}, ${language})`, async () => {
        const tank = await newTank(server);
        await tank.push(50, { pump_status: 'off' });
        const { page, ...visitor } = await visit(server.url, { screen, language });
        await signInAs(page, tank.token);
        await page.goto('/');
        await page.locator('a.tank-card').click();
        const button = page.locator('.tank-now').getByRole('button', { name: on, exact: true });
        await button.waitFor();
        const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
        assert.ok(y + height <= (page.viewportSize()?.height ?? 0), `ends at ${y + height} px`);
        await visitor.assertAccessible();
        await visitor.assertFits();
        await button.click();
        await page.locator('.tank-now').getByText(waiting).waitFor();
        // What waits can be taken back where it was asked for, and a second tap does not send the opposite.
        const now = page.locator('.tank-now');
        const end = now.getByRole('button', { name: off, exact: true });
        await now.getByText(switching).waitFor();
        assert.equal(await end.count(), 0);
        await visitor.assertAccessible();
        await visitor.assertFits();
        await now.getByRole('button', { name: cancel, exact: true }).click();
        await button.click();
        await now.getByText(switching).waitFor();
        const commands = await tank.poll();
        assert.deepEqual(
          commands.map(({ command }) => command),
          ['on'],
        );
        await tank.push(50, { pump_status: 'on' });
        await end.waitFor();
        visitor.assertClean();
        await visitor.close();
      });
    }
  }

  it('hands the pump to the server between two levels, once these make sense', async () => {
    const tank = await newTank(server);
    await tank.push(45, { pump_status: 'off' });
    const { page, ...visitor } = await openTank(server, tank);
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
    const tank = await newTank(server);
    await tank.push(96, { pump_status: 'off' });
    const { page, ...visitor } = await openTank(server, tank);
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
    const tank = await newTank(server);
    await tank.push(50, { pump_status: 'off' });
    const { page, ...visitor } = await openTank(server, tank, { isWithoutStream: true });
    await page.getByText('Levels come up to half a minute late.').waitFor();
    await page.getByRole('radio', { name: /^On/ }).check();
    await page.getByRole('button', { name: 'Turn the pump on' }).click();
    const steps = page.locator('.tank-steps');
    await steps.getByText('Waiting for the device to fetch it').waitFor();
    const [command] = await tank.poll();
    await tank.acknowledge(command?.id ?? 0);
    await steps.getByText('Done, says the device').waitFor();
    await visitor.close();
  });

  /** Opens the screen of a tank with some answers held back until released. */
  const openHeld = async (tank: TestTank, held: RegExp) => {
    const visitor: Visitor = await visit(server.url);
    await signInAs(visitor.page, tank.token);
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await visitor.page.route(held, async (route) => {
      await promise;
      await route.continue();
    });
    await visitor.page.goto(tank.path);
    return { ...visitor, release };
  };

  it('stays under the finger when the stream is lost', async () => {
    const tank = await newTank(server);
    await tank.push(50, { pump_status: 'off' });
    const { page, ...visitor } = await openTank(server, tank, { hasWorker: true });
    const choice = page.getByRole('radio', { name: /^On/ });
    await choice.waitFor();
    await chart(page).waitFor();
    await until(() => page.evaluate(answered, ['history', 'forecast']));
    await choice.click({ trial: true });
    const before = await choice.boundingBox();
    await page.context().setOffline(true);
    await page.getByText('No connection.').waitFor();
    assert.deepEqual(await choice.boundingBox(), before);
    await visitor.assertAccessible();
    await visitor.close();
  });

  it('stays under the finger while what is above it comes', async () => {
    const tank = await newTank(server);
    await tank.push(50, { pump_status: 'off' });
    const { page, release, ...visitor } = await openHeld(tank, /action=(history|forecast)/);
    const on = page.getByRole('radio', { name: /^On/ });
    await on.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await on.boundingBox()) ?? assert.fail('it is not drawn');
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    release();
    await chart(page).waitFor();
    await page.mouse.up();
    assert.equal(await on.isChecked(), true);
    visitor.assertClean();
    await visitor.close();
  });

  it('is offered once it is known what the pump was told, or that this cannot be', async () => {
    const tank = await newTank(server);
    await tank.push(50, { pump_status: 'off' });
    const { page, release, ...visitor } = await openHeld(tank, /pump_commands\.php/);
    const pump = page.getByRole('region', { name: 'Pump control' });
    await pump.getByText('Loading…').waitFor();
    assert.equal(await pump.getByRole('radio').count(), 0);
    release();
    await pump.getByRole('radio', { name: /^On/ }).waitFor();
    visitor.assertClean();
    await page.route(/pump_commands\.php/, (route) => route.abort());
    await page.reload();
    await pump.getByText('The server cannot be reached.').waitFor();
    await pump.getByRole('radio', { name: /^On/ }).waitFor();
    await visitor.close();
  });

  it('keeps weekly times, which end when they are told to', async () => {
    const tank = await newTank(server);
    await tank.push(50, { pump_status: 'off' });
    const { page, ...visitor } = await openTank(server, tank, { theme: 'dark' });
    await page.getByRole('radio', { name: /^Schedule/ }).check();
    for (const day of ['Tue', 'Wed', 'Fri', 'Sat', 'Sun']) {
      await page.getByRole('button', { name: day }).click();
    }
    await page.getByLabel('Until', { exact: true }).fill('05:30');
    await visitor.assertAccessible();
    await visitor.assertFits();
    await page.getByRole('button', { name: 'Follow the schedule' }).click();
    await page.getByText('Kisima switches this pump by a schedule.').waitFor();
    await page.getByText('Mon, Thu: 04:00 to 05:30').waitFor();
    assert.deepEqual(await tank.poll(), []);
    await page.getByRole('button', { name: 'End the schedule' }).click();
    await page.getByText('Mon, Thu: 04:00 to 05:30').waitFor({ state: 'detached' });
    visitor.assertClean();
    await visitor.close();
  });

  it('speaks Swahili', async () => {
    const tank = await newTank(server);
    await tank.push(50, { pump_status: 'on' });
    await server.request('PUT', '/api/me', { token: tank.token, json: { language: 'sw' } });
    const { page, ...visitor } = await openTank(server, tank, { language: 'sw' });
    await page.getByRole('heading', { name: 'Kuendesha pampu' }).waitFor();
    await chart(page).waitFor();
    await page.getByRole('radio', { name: /^Zima/ }).check();
    await page.locator('.tank-pump').getByRole('button', { name: 'Zima pampu' }).click();
    await page.locator('.tank-steps').getByText('Inasubiri kifaa kiichukue').waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();
    visitor.assertClean();
    await visitor.close();
  });
});

/** True if the page has received the answers of these actions. */
function answered(actions: string[]): boolean {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return actions.every((action) => names.some((name) => name.includes(`action=${action}`)));
}
