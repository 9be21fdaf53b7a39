import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TestServer } from '../server/test-server.ts';

/** What tests of a device's set-up ask of a server, which need not run yet. */
export function useSetupCalls(server: TestServer) {
  async function saveConfig(token: string, device_id: string, sensor_name: string): Promise<void> {
    const json = { device_id, sensor_name };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
  }

  async function sensorsOf(token: string, device_id: string): Promise<string[]> {
    const path = `/api/sensors.php?action=latest&device_id=${device_id}`;
    const { body } = await server.request('GET', path, { token });
    return (body as { sensor_name: string }[]).map(({ sensor_name }) => sensor_name);
  }

  async function push(mac: string, level: number, more: { sensor_name?: string } = {}) {
    const answer = await tryPush(mac, level, more);
    assert.equal(answer.status, 201, answer.text);
  }

  /** Pushes, whatever the answer. */
  function tryPush(mac: string, level: number, more: { sensor_name?: string } = {}) {
    const form = { mac_address: mac, water_level_percent: level, ...more };
    return server.request('POST', '/iot_push.php', { form });
  }

  return { saveConfig, sensorsOf, push, tryPush };
}
/** Text of an element, once it is there. */
export async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? '';
}

type Box = { getBoundingClientRect: () => { top: number; bottom: number } };

/** Tells in the page whether an element is whole within the window. */
export function isInView(element: Box): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const { innerHeight } = globalThis as unknown as { innerHeight: number };
  return top >= 0 && bottom <= innerHeight;
}
