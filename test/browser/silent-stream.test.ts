import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { createTestTimers } from '../helpers/server/test-timers.ts';
import { registerDevice } from '../helpers/water/devices.ts';

const heartbeatMs = 25_000;

describeByTurns('sqlite', 'a stream on a line that breaks without a word', (engine) => {
  const timers = createTestTimers();
  const server = useTestServer({ engine, timers });

  it('is opened anew where not even a heartbeat has come for a minute, and no sooner', async () => {
    const { token } = await registerUser(server);
    const { mac_or_serial: mac_address } = await registerDevice(server, token);
    const push = async (water_level_percent: number) => {
      const form = { mac_address, water_level_percent };
      assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
    };
    await push(40);
    const visitor = await visit(server.url);
    const { page } = visitor;
    await page.clock.install();
    await page.addInitScript(`
      window.heartbeats = 0;
      window.EventSource = class extends EventSource {
        constructor(address) {
          super(address);
          this.addEventListener('heartbeat', () => { window.heartbeats += 1; });
        }
      };
    `);
    let streams = 0;
    page.on('response', (response) => {
      if (response.url().includes('/api/stream?')) streams += 1;
    });
    const stream = () => page.waitForResponse(/\/api\/stream\?/);
    const first = stream();
    await signInAs(page, token);
    await page.goto('/');
    await first;
    await page.getByRole('img', { name: ': 40 %' }).waitFor();

    for (const beats of [1, 2]) {
      await page.clock.fastForward(40_000);
      timers.advance(heartbeatMs);
      await page.waitForFunction(`window.heartbeats === ${beats}`);
    }
    assert.equal(streams, 1);
    const second = stream();
    await page.clock.fastForward(61_000);
    await second;
    await push(33);
    await page.getByRole('img', { name: ': 33 %' }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});
