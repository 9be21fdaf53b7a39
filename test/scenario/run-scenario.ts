import assert from 'node:assert/strict';
import { withDeadline } from '../../src/kit/async/deadline.ts';
import { dayMs, hourMs } from '../../src/kit/time/units.ts';
import { type Engine, startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { createTestTimers, type TestTimers } from '../helpers/server/test-timers.ts';
import { startWebhookReceiver } from '../helpers/sms/webhook-receiver.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { createDevice, type Device } from './device.ts';
import { stepMs, thresholds } from './faults.ts';
import { addPeople, type People, shareDevice } from './people.ts';
import {
  type Notification,
  readIncidents,
  readNotifications,
  readWhyUntold,
  type ToldIncident,
  type Untold,
} from './told.ts';
import type { ScenarioTank } from './world/tank.ts';
import type { World } from './world/world.ts';

export type Outcome = {
  world: World;
  incidents: ToldIncident[];
  /** Messages at the webhooks of the owners and of the caretaker. */
  notifications: Notification[];
  /** The incidents of which nobody was told. */
  untold: Untold[];
  pushes: number;
  /** Lines that the server logged as faults of its own. */
  faultsLogged: string[];
};

/** Percents at which the server switches automatic pumps. */
const switchAt = { turn_on_below: 35, turn_off_above: 80 };

/** A message that waits once, and not again, is not waited for any longer. */
const longestRoundMs = 200;

/** Time between the rounds of jobs: an `on` waits for ten minutes, and is told unanswered after eight. */
const roundMs = stepMs / 3;

/**
 * Lets the days of a world pass on a real server, five minutes a step: water runs, the server's clock
 * and timers go on and with them its jobs, and every device calls over its own kept-alive connection.
 */
export async function runScenario(
  world: World,
  { engine, tellDay }: { engine: Engine; tellDay?: (day: number) => void },
): Promise<Outcome> {
  const { start } = world.options;
  const timers = createTestTimers();
  const receiver = await startWebhookReceiver();
  const server = await startTestServer({
    engine,
    timers,
    isStill: true,
    logLevel: 'warn',
    only: 'water',
    now: new Date(start).toISOString(),
    env: { TOKEN_HOURS: '8760', ONLINE_MINUTES: '15', WEBHOOKS_ALLOW_PRIVATE: 'true' },
  });
  let devices: Device[] = [];
  try {
    const people = await addPeople(server, receiver, world);
    devices = await Promise.all(world.tanks.map((tank) => setUp(server, people, world, tank)));
    for (let at = start; at <= world.end; at += stepMs) {
      // The last round comes after the calls: else two lost ones in a row would be as long as a silence.
      for (let passed = roundMs; at > start && passed <= stepMs; passed += roundMs) {
        server.clock.advance(roundMs);
        if (passed < stepMs) await passRounds(timers, roundMs);
      }
      for (const tank of world.tanks) tank.advance(at);
      await Promise.all(devices.map((device) => device.call(at)));
      await passRounds(timers, roundMs);
      await handPumpsBack(server, people, { world, devices, at });
      if ((at - start) % dayMs === 0) tellDay?.((at - start) / dayMs);
    }
    const tankOf = new Map(devices.map(({ id }, at) => [id, world.tanks[at]?.index as number]));
    const notifications = await readNotifications(receiver);
    const told = new Set(notifications.flatMap(({ incidents }) => incidents));
    const incidents: ToldIncident[] = [];
    const untold: Untold[] = [];
    for (const { token } of people.owners) {
      const own = await readIncidents(server, token, tankOf);
      incidents.push(...own);
      const silent = own.filter(({ id }) => !told.has(id));
      untold.push(...(await readWhyUntold(server, token, silent)));
    }
    return {
      world,
      notifications,
      untold,
      incidents: incidents.toSorted((a, b) => a.created - b.created),
      pushes: devices.reduce((sum, device) => sum + device.pushes(), 0),
      faultsLogged: server
        .logged()
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line)),
    };
  } finally {
    for (const device of devices) device.close();
    await server.stop();
    await receiver.close();
  }
}

/** Lets the jobs do a round each: time stands still for them until they wait again. */
async function passRounds(timers: TestTimers, spanMs: number): Promise<void> {
  const waiting = timers.waiting();
  timers.advance(spanMs);
  await withDeadline('a round', longestRoundMs, timers.whenWaiting(waiting)).catch(() => {});
}

async function setUp(
  server: TestServer,
  people: People,
  world: World,
  tank: ScenarioTank,
): Promise<Device> {
  const owner = people.ownerOf(tank.index);
  const { token } = owner;
  const mac = `02:00:00:00:00:${tank.index.toString(16).padStart(2, '0').toUpperCase()}`;
  const { id } = await registerDevice(server, token, mac);
  const ask = async (path: string, json: Record<string, unknown>) => {
    const { status, text } = await server.request('POST', path, { token, json });
    assert.equal(status, 201, text);
  };
  await ask('/api/sensor_configs.php?action=save', {
    device_id: id,
    sensor_name: 'main',
    capacity: tank.capacity,
    low_threshold: thresholds.low,
    high_threshold: thresholds.high,
  });
  if (tank.kind === 'automatic') await switchToAuto(server, token, id);
  await shareDevice(server, { owner, caretaker: people.caretaker }, id);
  const place = placeOf(world, tank.index);
  return createDevice({ seed: world.options.seed, server, tank, id, mac, place });
}

/** Neighbours stand within 200 m of each other, all others at least 5 km from anybody. */
function placeOf(world: World, tank: number): { latitude: number; longitude: number } {
  const metre = 1 / 111_000;
  if (world.isNeighbour(tank)) {
    return { latitude: -1.2921 + 20 * metre * (tank % 10), longitude: 36.8219 };
  }
  return { latitude: -0.5 + 0.06 * (tank % 10), longitude: 37.2 + 0.06 * Math.floor(tank / 10) };
}

async function switchToAuto(server: TestServer, token: string, device_id: string): Promise<void> {
  const json = { device_id, sensor_name: 'main', command: 'auto', ...switchAt };
  const { status, text } = await server.request('POST', '/api/pump_commands.php?action=send', {
    token,
    json,
  });
  assert.equal(status, 201, text);
}

/** Two hours after a pump was mended, its owner hands it to the server again. */
async function handPumpsBack(
  server: TestServer,
  people: People,
  { world, devices, at }: { world: World; devices: readonly Device[]; at: number },
): Promise<void> {
  for (const [place, { index, kind, faults }] of world.tanks.entries()) {
    if (kind !== 'automatic') continue;
    const fault = faults.find(({ kind }) => kind === 'dry_run' || kind === 'runs_on');
    const clearAt = (fault?.span()?.end ?? Number.POSITIVE_INFINITY) + 2 * hourMs;
    if (at - stepMs >= clearAt || at < clearAt) continue;
    const { token } = people.ownerOf(index);
    await switchToAuto(server, token, (devices[place] as Device).id);
  }
}
