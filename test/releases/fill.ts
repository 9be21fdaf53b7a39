import assert from 'node:assert/strict';
import { minuteMs } from '../../src/kit/time/units.ts';
import { describedOperations, fetchDescription } from '../contract/openapi.ts';
import type { Operation } from '../contract/operation.ts';
import { methodOf, pathOf } from '../contract/operation.ts';
import { send } from '../contract/scenario.ts';
import { scenarios } from '../contract/scenarios.ts';
import { additions } from '../contract/table/additions.ts';
import type { World } from '../contract/world.ts';
import { contract } from '../contract.ts';
import { layOut } from '../fuzz/grounds.ts';
import { layOutSms } from '../fuzz/sms-grounds.ts';

/** A GET that may be asked again, and in whose name. */
export type Question = { path: string; headers: Record<string, string> };

/** Operations about the process and not about stored data, streams, and polls, by which a device is seen. */
const notStored = /stream|iot_|\/metrics|\/healthz|\/readyz|providers|openapi|\/docs|dashboard/;

/**
 * Has a running program store something of every kind: all that the scenarios of the contract prepare and
 * do, and the grounds of both fuzz tests.
 * @returns a question about each kind of it.
 */
export async function fill(world: World, hookUrl: string): Promise<Question[]> {
  const { server } = world;
  await layOut(world);
  const { id: device_id } = await world.newDevice();
  await world.make('POST /api/notifications.php?action=save', {
    device_id,
    channels: { email: ['critical'] },
  });
  await fillTank(world);
  const questions: Question[] = [];
  for (const operation of [...contract, ...additions]) {
    const sample = await scenarios[operation.route]?.prepare(world);
    if (!sample) continue;
    if (methodOf(operation) !== 'GET') await send(server, operation, sample);
    else questions.push(ask(pathTo(operation, sample.input), { bearer: sample.token }));
  }
  const { owner, apiKey, poolsOf } = await layOutSms(server, hookUrl);
  for (const [route, { parameters = [], security = [] }] of describedOperations(
    await fetchDescription(server),
  )) {
    const [method, path = ''] = route.split(' ');
    if (method !== 'GET' || !path.startsWith('/v1/')) continue;
    const pools = poolsOf(route);
    const sampleOf = (name: string) => String(pools[name]?.[0]);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name) => sampleOf(name));
    const query = parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name }) => `${name}=${encodeURIComponent(sampleOf(name))}`);
    const target = [filled, query.join('&')].filter((part) => part !== '').join('?');
    const takesKey = security.some((each) => !('bearer' in each));
    questions.push(ask(target, takesKey ? { key: apiKey } : { bearer: owner.token }));
  }
  const useful = questions.filter(({ path }) => !notStored.test(path));
  assert.ok(useful.length > 50);
  return useful;
}

/** A day of a tank that is used, and filled once. */
async function fillTank({ server, newDevice }: World): Promise<void> {
  const { mac_or_serial: mac_address } = await newDevice();
  for (let minutes = 24 * 60; minutes >= 0; minutes -= 15) {
    const used = ((24 * 60 - minutes) / 60) * 3;
    const water_level_percent = 75 - used + (minutes < 8 * 60 ? 60 : 0);
    const recorded_at = new Date(server.clock.now - minutes * minuteMs).toISOString();
    const json = { mac_address, water_level_percent, recorded_at };
    const { status, text } = await server.request('POST', '/iot_push.php', { json });
    assert.equal(status, 201, text);
  }
}

function ask(
  path: string,
  { bearer, key }: { bearer?: string | undefined; key?: string },
): Question {
  return {
    path,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(key !== undefined && { 'x-api-key': key }),
    },
  };
}

function pathTo(operation: Operation, input: Record<string, unknown>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const each of [value].flat()) pairs.append(name, String(each));
  }
  const path = pathOf(operation);
  return `${path}${path.includes('?') ? '&' : '?'}${pairs}`;
}
