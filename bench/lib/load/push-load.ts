import { type Served, serveKisima } from '../processes.ts';
import { formsOf, registerFleet } from './fleet.ts';
import { type Measured, medianOf, postForms } from './wrk.ts';

export const devices = 1000;
const rounds = 5;
/** Rounds before those that count: V8 goes on compiling for half a minute of full load. */
const warmUps = 3;

/** A server with a fleet of its own, and what each device pushes. */
export type Loaded = { server: Served; bodies: string[]; deviceIds: number[] };

export async function startWithFleet(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Loaded> {
  const server = await serveKisima(dataDir, env);
  const { macs, deviceIds } = await registerFleet(server.url, devices);
  return { server, bodies: formsOf(macs), deviceIds: deviceIds.map(Number) };
}

/** Answer to a push, so that the floor can answer the same bytes. */
export async function answerOf({ server, bodies }: Loaded): Promise<string> {
  const response = await fetch(`${server.url}/iot_push.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: bodies[0] ?? '',
  });
  return await response.text();
}

export function push({ url }: Served, bodies: string[], connections: number, seconds: number) {
  return postForms(`${url}/iot_push.php`, bodies, { connections, seconds });
}

/** Measures both in turn, after warm-ups of each, so that a machine that drifts drifts for both. */
export async function inTurn(
  one: () => Promise<Measured>,
  other: () => Promise<Measured>,
): Promise<[Measured, Measured]> {
  const results: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < warmUps + rounds; round++) {
    const pair = [await one(), await other()] as const;
    if (round < warmUps) continue;
    results[0].push(pair[0]);
    results[1].push(pair[1]);
  }
  return [medianOf(results[0]), medianOf(results[1])];
}
