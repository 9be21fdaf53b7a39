import assert from 'node:assert/strict';
import { hourMs, minuteMs } from '../../../src/kit/time/units.ts';
import { checkPumps } from '../../../src/water/pump-commands/loops/pump-checks.ts';
import { keepSchedules } from '../../../src/water/pump-commands/loops/pump-schedules.ts';
import { useDeviceDesk } from '../browser/device-desk.ts';
import type { Engine } from '../server/test-server.ts';

export const pumpsPath = '/api/pump_commands.php';
const unstopped = new AbortController().signal;
const publisher = { commandsChanged: () => {}, alertsChanged: () => {} };
const lives = { commandMs: 24 * hourMs, staleOnMs: 10 * minuteMs };

export type Listed = {
  id: number;
  command: string;
  status: string;
  source: string;
  sensor_name: string;
};

/** A device with a pump, its owner, and the loops that look after pumps, for the tests of a suite. */
export function usePumpDesk(engine: Engine) {
  // Tokens that outlive the days of the schedules.
  const desk = useDeviceDesk(engine, { TOKEN_HOURS: '8760' });
  const advance = (ms: number) => desk.server.clock.advance(ms);
  const list = async () => {
    const { body } = await desk.call('GET', `${pumpsPath}?action=list&device_id=${desk.device.id}`);
    return body as Listed[];
  };
  /** Lists the commands, oldest first. */
  const listed = async () =>
    (await list()).reverse().map(({ command, source, status }) => `${command} ${source} ${status}`);
  const obey = async () => {
    const commands = await desk.poll();
    for (const { command_id } of commands) await desk.ack({ command_id });
    return commands.map(({ command }) => command);
  };
  const push = (level: number, fields: object = {}) =>
    desk.pushed({ water_level_percent: level, ...fields });
  const configure = async (json: object) => {
    const answer = await desk.call('POST', '/api/sensor_configs.php?action=save', {
      device_id: desk.device.id,
      sensor_name: 'main',
      ...json,
    });
    assert.ok(answer.status < 300, answer.text);
    return answer.body as Record<string, unknown>;
  };
  const deps = () => ({
    db: desk.server.db,
    clock: () => desk.server.clock.now,
    publisher,
    ...lives,
  });
  const look = () => checkPumps(deps(), unstopped);
  const keep = () => keepSchedules(deps(), unstopped);

  return { desk, advance, list, listed, obey, push, configure, look, keep };
}
