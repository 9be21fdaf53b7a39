import type { Answer, TestServer } from '../helpers/server/test-server.ts';
import { methodOf, type Operation, pathOf, placeOf } from './operation.ts';
import type { World } from './world.ts';

type Input = Record<string, unknown>;

/** One request: who asks, and what for. */
export type Sample = {
  token?: string;
  /** Fields of the request: in `prepare`'s samples the required ones and no others. */
  input: Input;
  /** Values for optional fields, where not just any value of the right kind will do. */
  optional?: Input;
};

export type Prepare = (world: World) => Promise<Sample>;

/** Requests by which an operation does each thing that its row of the table promises. */
export type Scenario = {
  /** Makes a record of its own and gives a request about it that succeeds, as often as asked. */
  prepare: Prepare;
  /** Requests that end in other listed statuses than that of `prepare`. */
  statuses?: Record<number, Prepare[]>;
  /** Evidence that a missing field has its documented default. */
  fallbacks?: Record<string, (world: World) => Promise<void>>;
};

export type Scenarios = Record<string, Scenario>;

/** Sends a request to an operation, with its fields in their place or, on demand, in another. */
export async function send(
  server: TestServer,
  operation: Operation,
  { token, input }: Sample,
  place: 'query' | 'json' | 'form' = placeOf(operation),
): Promise<Answer> {
  const method = methodOf(operation);
  const path = pathOf(operation);
  if (place === 'query') {
    const query = encode(input);
    const mark = path.includes('?') ? '&' : '?';
    return await server.request(method, query ? `${path}${mark}${query}` : path, { token });
  }
  if (place === 'json') return await server.request(method, path, { token, json: input });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return await server.request(method, path, { token, headers, body: encode(input) });
}

/** A value that is an array is a name that is repeated. */
function encode(input: Input): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const each of [value].flat()) pairs.append(name, String(each));
  }
  return pairs.toString();
}
