import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minuteMs } from '../../src/kit/time/units.ts';
import { newTank, openTank, type TestTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';

describeByTurns('sqlite', 'a latched pump on the tank screen', (engine) => {
  const server = useTestServer({ engine, now: new Date().toISOString() });

  const call = async ({ token }: TestTank, method: string, path: string, json?: object) => {
    const answer = await server.request(method, path, { token, ...(json && { json }) });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  /** Forty minutes of readings of a steered pump that runs while no water comes. */
  const runDry = async (tank: TestTank) => {
    const auto = { device_id: tank.id, sensor_name: 'main', command: 'auto' };
    await call(tank, 'POST', '/api/pump_commands.php?action=send', auto);
    for (const { id } of await tank.poll()) await tank.acknowledge(id);
    for (let minute = 0; minute <= 40; minute += 5) {
      await tank.push(50, { pump_status: 'on' });
      server.clock.advance(5 * minuteMs);
    }
  };
  const openDryRuns = async (tank: TestTank) => {
    const query = `device_id=${tank.id}&limit=100`;
    const body = await call(tank, 'GET', `/api/alerts.php?action=list&${query}`);
    const alerts = body as { id: number; kind: string | null; resolved_at: string | null }[];
    return alerts.filter(({ kind, resolved_at }) => kind === 'dry_run' && resolved_at === null);
  };

  it('is shown behind newer alerts and without its own, until it is cleared', async () => {
    const tank = await newTank(server);
    await runDry(tank);
    for (let count = 0; count < 20; count++) {
      const alert = { device_id: tank.id, type: 'maintenance', severity: 'critical' };
      const message = `Pipe ${count} is broken`;
      await call(tank, 'POST', '/api/alerts.php?action=create', { ...alert, message });
    }
    const { page, ...visitor } = await openTank(server, tank);
    const notice = page.getByText(/^The pump is held off\. It ran and no water came: /);
    await notice.waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();
    const dryRuns = await openDryRuns(tank);
    assert.equal(dryRuns.length, 1);
    for (const { id } of dryRuns) {
      await call(tank, 'DELETE', `/api/alerts.php?action=delete&id=${id}`);
    }
    await page.reload();
    await notice.waitFor();
    await page.getByRole('button', { name: 'I have looked: it may run again' }).click();
    await notice.waitFor({ state: 'detached' });
    const [known] = (await call(tank, 'GET', '/api/tanks')) as { sensors: { latch: unknown }[] }[];
    assert.deepEqual(
      known?.sensors.map(({ latch }) => latch),
      [null],
    );
    visitor.assertClean();
    await visitor.close();
  });

  it('is told by its alert where there is one', async () => {
    const tank = await newTank(server);
    await runDry(tank);
    const { page, ...visitor } = await openTank(server, tank, { screen: 'laptop' });
    await page
      .getByText(/^The pump is held off\. Your tank: the pump ran for \d+ minutes/)
      .waitFor();
    await page.getByRole('link', { name: 'What happened?' }).click();
    await page.waitForURL(/\/alerts\/\d+$/);
    visitor.assertClean();
    await visitor.close();
  });

  it('comes up while one looks, though dry runs are muted, in Swahili', async () => {
    const tank = await newTank(server);
    await call(tank, 'PUT', '/api/me', { language: 'sw' });
    const config = { device_id: tank.id, sensor_name: 'main', capacity: 10_000 };
    const muted = { ...config, muted: ['dry_run'] };
    await call(tank, 'POST', '/api/sensor_configs.php?action=save', muted);
    const { page, ...visitor } = await openTank(server, tank, { language: 'sw', theme: 'dark' });
    await page.getByRole('heading', { name: 'Kuendesha pampu' }).waitFor();
    await runDry(tank);
    const notice = page.getByText(/^Pampu imezuiwa\. Iliendeshwa bila maji kuja: /);
    await notice.waitFor();
    assert.deepEqual(await openDryRuns(tank), []);
    await visitor.assertAccessible();
    await visitor.assertFits();
    await page.getByRole('button', { name: 'Nimekagua: inaweza kufanya kazi tena' }).click();
    await notice.waitFor({ state: 'detached' });
    visitor.assertClean();
    await visitor.close();
  });
});
