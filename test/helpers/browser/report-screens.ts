import type { Page } from 'playwright-core';
import { hourMs, minuteMs } from '../../../src/kit/time/units.ts';
import { registerUser } from '../accounts/accounts.ts';
import type { TestServer } from '../server/test-server.ts';
import { until } from '../until.ts';
import { registerDevice } from '../water/devices.ts';

/** Waits until no table is cut: one measures its width once it is drawn, and lays out its columns by it. */
export async function nothingIsCut(page: Page): Promise<void> {
  await until(async () => (await cutColumns(page)).length === 0);
}

/** Finds columns cut by the edge of their table's frame, and words cut within one. */
async function cutColumns(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`[...document.querySelectorAll('.whole-columns')]
    .flatMap((frame) => {
      const edge = frame.getBoundingClientRect().right;
      return [...frame.querySelectorAll('th, td')].filter((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return (left < edge - 1 && right > edge + 1) || cell.scrollWidth > cell.clientWidth + 1;
      });
    })
    .map((cell) => cell.textContent)`);
}

/**
 * Registers somebody with one tank of 1,000 litres that falls by two percent an hour from 80 to 12, and a
 * pump command; and two of unknown size.
 * @returns their token.
 */
export async function fillReports(server: TestServer): Promise<string> {
  const { token } = await registerUser(server);
  const { id: device_id } = await registerDevice(server, token, 'SN-1', 'SN-1');
  const config = { device_id, sensor_name: 'main', capacity: 1000 };
  await server.request('POST', '/api/sensor_configs.php?action=save', { token, json: config });
  for (let hours = 34; hours >= 0; hours--) {
    const recorded_at = new Date(Date.now() - hours * hourMs - minuteMs).toISOString();
    const form = { mac_address: 'SN-1', water_level_percent: 12 + hours * 2, recorded_at };
    await server.request('POST', '/iot_push.php', { form });
  }
  const order = { device_id, sensor_name: 'main', command: 'on' };
  await server.request('POST', '/api/pump_commands.php?action=send', { token, json: order });
  for (const mac_address of ['SN-2', 'SN-3']) {
    await registerDevice(server, token, mac_address, mac_address);
    const form = { mac_address, water_level_percent: 40 };
    await server.request('POST', '/iot_push.php', { form });
  }
  return token;
}

/** Registers a device with a roof tank of 1,000 litres and a well of unknown size, both read for 30 hours. */
export async function fillHalfKnown(
  server: TestServer,
  token: string,
  mac_address: string,
): Promise<void> {
  const { id: device_id } = await registerDevice(server, token, mac_address, 'Kiboko');
  const config = { device_id, sensor_name: 'roof', capacity: 1000 };
  await server.request('POST', '/api/sensor_configs.php?action=save', { token, json: config });
  for (let hours = 30; hours >= 0; hours -= 3) {
    const recorded_at = new Date(Date.now() - hours * hourMs - minuteMs).toISOString();
    for (const sensor_name of ['roof', 'well']) {
      const reading = { water_level_percent: 20 + hours * 2, sensor_name, recorded_at };
      await server.request('POST', '/iot_push.php', { form: { mac_address, ...reading } });
    }
  }
}
