import type { TestServer } from '../helpers/server/test-server.ts';
import {
  contentTypes,
  type DescribedOperation,
  describedOperations,
  type OpenApi,
} from './openapi.ts';

/** An operation that was called with its examples, and what it answered. */
export type Walked = {
  operationId: string;
  described: DescribedOperation['responses'][string] | undefined;
  status: number;
  body: unknown;
  text: string;
};

/**
 * Calls every operation with the examples of the description, as a new person with a key: what makes and asks
 * first, and then what ends, the last first.
 * @param openApi with its references filled in.
 */
export async function walkExamples(server: TestServer, openApi: OpenApi): Promise<Walked[]> {
  const operations = [...describedOperations(openApi)];
  const register = operations.find(([, { operationId }]) => operationId === 'authRegister')?.[1];
  const json = register?.requestBody?.content[contentTypes.json]?.example;
  const signUp = await server.request('POST', '/api/auth.php/register', { json });
  const { token } = signUp.body as { token: string };
  const named = { json: { name: 'Test' }, token };
  const made = await server.request('POST', '/v1/account/keys', named);
  const { api_key } = made.body as { api_key: string };

  const walked: Walked[] = [];
  for (const [route, operation] of inOrder(operations)) {
    const { operationId = '', responses, security = [] } = operation;
    const { method, path, json, csv } = requestOf(route, operation);
    const { status, body, text } = await server.request(method, path, {
      ...(json !== undefined && { json }),
      ...(csv !== undefined && { body: String(csv) }),
      ...(security.some((scheme) => 'bearer' in scheme) && { token }),
      headers: {
        ...(security.some((scheme) => 'apiKey' in scheme) && { 'x-api-key': api_key }),
        ...(csv !== undefined && { 'content-type': 'text/csv' }),
      },
    });
    walked.push({ operationId, described: responses[status], status, body, text });
  }
  return walked;
}

function inOrder(operations: [string, DescribedOperation][]) {
  const called = operations.filter(([, each]) => {
    return !notTried.has(each.operationId ?? '') && !isStream(each);
  });
  const first = (id = '') => (begins.includes(id) ? begins.indexOf(id) : begins.length);
  const isEnd = ([route]: [string, DescribedOperation]) =>
    /^DELETE |\/(cancel|decline|mark-executed)$/.test(route);
  return [
    ...called
      .filter((each) => !isEnd(each))
      .sort(([, a], [, b]) => first(a.operationId) - first(b.operationId)),
    ...called.filter(isEnd).reverse(),
  ];
}

/** What the others need. */
const begins = [
  'devicesRegister',
  'devicesUpdateName',
  'sensorConfigsSave',
  'iotPush',
  'alertsCreate',
];

/**
 * Operations that are not called: the first was, the second ends the session, the third needs the code of
 * its moment, the fourth an instant of the next 30 days, and the fifth a device of LoRaWAN.
 */
const notTried = new Set([
  'authRegister',
  'authLogout',
  'authSecondFactorConfirm',
  'alertsSnooze',
  'putLorawanPumps',
]);

function isStream({ responses }: DescribedOperation): boolean {
  return Object.keys(responses['200']?.content ?? {}).includes('text/event-stream');
}

function requestOf(route: string, { parameters = [], requestBody }: DescribedOperation) {
  const [method = '', template = ''] = route.split(' ');
  const given = parameters.filter(({ example }) => example !== undefined);
  const path = given
    .filter((each) => each.in === 'path')
    .reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example)), template);
  const query = new URLSearchParams(
    given.flatMap((each) =>
      each.in === 'query' ? [[each.name, String(each.example)] as [string, string]] : [],
    ),
  );
  const json = requestBody?.content[contentTypes.json]?.example;
  const csv = json === undefined ? requestBody?.content['text/csv']?.example : undefined;
  return { method, path: `${path}?${query}`, json, csv };
}

/** Members that differ from run to run: random ones, and what goes on while the walk does. */
const differing = new Set([
  ...[
    'token',
    'api_key',
    'secret',
    'reset_token',
    'ticket',
    'prefix',
    'public_key',
    'code',
    'word',
  ],
  ...[
    'otpauth_uri',
    'recovery_codes',
    'version',
    'invitation',
    'link_code',
    'user_agent',
    'browser',
    'current',
  ],
  ...[
    'status',
    'counts',
    'simulated',
    'attempts',
    'sent_at',
    'delivered_at',
    'finished_at',
    'next_try_at',
  ],
  ...['registered', 'known', 'refused', 'open', 'error', 'seconds', 'last_used_at', 'last_seen_at'],
]);
/** Ids that are drawn, and the text of a message with a code. */
const drawn = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|code is \d{6}/;

/**
 * Makes an example of an answer: as it is, but with what differs from run to run, and the items of empty lists,
 * as the description had them.
 */
export function exampleFrom(answer: unknown, described: unknown, name = ''): unknown {
  const isOdd = differing.has(name) || (typeof answer === 'string' && drawn.test(answer));
  if (isOdd) return described === undefined ? answer : described;
  if (Array.isArray(answer)) {
    if (answer.length === 0) return described ?? answer;
    const [item] = Array.isArray(described) ? described : [];
    return answer.slice(0, 1).map((each) => exampleFrom(each, item, name));
  }
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, each]) => {
      return [key, exampleFrom(each, (described as Record<string, unknown>)?.[key], key)];
    }),
  );
}
