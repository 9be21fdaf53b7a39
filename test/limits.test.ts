import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import {
  type DescribedOperation,
  describedOperations,
  fetchDescription,
  type OpenApi,
  type Schema,
} from './contract/openapi.ts';
import { assertNoFaultLogged } from './fuzz/assert-no-fault-logged.ts';
import { createAsker } from './helpers/limits/asker.ts';
import { limitOf, requestsAtLimit } from './helpers/limits/requests-at-limit.ts';
import { rightAtLimit } from './helpers/limits/right-at-limit.ts';
import { describeByTurns, useTestServer } from './helpers/server/test-server.ts';
import { howMany } from './helpers/whole-suite.ts';

const usualLimit = 16_384;

/** Limits above the usual one, whose reason is given where each is declared. */
const largerLimits: Record<string, number> = {
  'POST /api/groups.php?action=create': 131_072,
  'POST /api/groups.php?action=add': 131_072,
  'POST /api/groups.php?action=remove': 131_072,
  'POST /api/imports': 4_194_304,
  'POST /api/sensors.php?action=reading': 1_048_576,
  'POST /iot_push_batch.php': 2_097_152,
  'POST /integrations/chirpstack': 131_072,
  'POST /integrations/tts': 131_072,
  'POST /api/questions': 65_536,
  'POST /v1/sms/bulk': 16_777_216,
  'POST /v1/account/sms/bulk': 16_777_216,
  'POST /v1/account/opt-outs': 1_048_576,
  'POST /v1/account/groups/{id}/contacts': 4_194_304,
};

/** Bodies beyond are for `npm run soak:limits`, which sends all of them. */
const mostSent = 131_072;

/** One of so many is sent, so that each shape meets some operations, and each operation some shape. */
const oneOf = howMany(3, 1);

/** The largest answer that anything gets which is refused. */
const largestFailure = 32_768;

/** Shapes that come to many errors, names or values. */
const telling = /: (list of (\{\}|0)|many keys|deep objects|a long key|escapes)$|again|contacts/;

const env = {
  SMS_TRIAL_CREDITS: '1000000',
  REGISTRATIONS_PER_ADDRESS: '100000',
  REFUSALS_PER_ADDRESS: '1000000',
};

describeByTurns('sqlite', 'what a caller can make long', (engine) => {
  const server = useTestServer({ engine, env });
  let openApi: OpenApi;
  before(async () => {
    openApi = await fetchDescription(server);
  });

  it('has a bound in the schema of every request', () => {
    const unbounded = [...describedOperations(openApi)].flatMap(([route, operation]) =>
      schemasOf(operation).flatMap(([place, schema]) =>
        unboundedIn(schema, place).map((each) => `${route} ${each}`),
      ),
    );
    assert.deepEqual(unbounded, []);
  });

  it('fits into the body that each operation takes, 16 KiB where nothing needs more', () => {
    for (const [route, operation] of describedOperations(openApi)) {
      const { requestBody } = operation;
      if (!requestBody) continue;
      assert.equal(limitOf(operation), largerLimits[route] ?? usualLimit, route);
      const json = requestBody.content['application/json'];
      const most = json ? bytesOf(json.schema) : 0;
      assert.ok(most <= limitOf(operation), `${route}: ${most} bytes`);
    }
  });

  it('is answered briefly where it is refused, and is never a fault of ours', async () => {
    const asker = await createAsker(server.url);
    try {
      const somebody = await asker.join();
      for (const request of rightAtLimit(somebody)) await asker.ask(request, somebody);
      assert.ok(asker.asked.every(({ status }) => status < 300));
      let met = 0;
      for (const [route, operation] of describedOperations(openApi)) {
        const { account, ids } = await asker.beginRoute(route);
        for (const request of requestsAtLimit(route, operation, ids, mostSent)) {
          // Of the others `npm run soak:limits` sends all.
          if (!telling.test(request.name)) continue;
          met += 1;
          if (met % oneOf > 0) continue;
          server.clock.advance(50);
          await asker.ask(request, account);
        }
      }
      for (const { name, status, bytes } of asker.asked) {
        assert.ok(status < 500, `${name}: ${status}`);
        assert.ok(status < 400 || bytes <= largestFailure, `${name}: ${bytes} bytes`);
      }
    } finally {
      asker.close();
    }
    assertNoFaultLogged(server);
  });
});

function schemasOf({ parameters = [], requestBody }: DescribedOperation): [string, Schema][] {
  const json = requestBody?.content['application/json'];
  return [
    ...parameters.map(({ name, schema }): [string, Schema] => [name, schema]),
    ...(json ? [['body', json.schema] as [string, Schema]] : []),
  ];
}

/** Paths at which a value may be of any length. A value of any type is bounded by the body alone. */
function unboundedIn(schema: Schema, place: string): string[] {
  const types = [schema.type].flat();
  const isOpenText =
    types.includes('string') && schema.maxLength === undefined && schema.enum === undefined;
  const isOpenList = types.includes('array') && schema.maxItems === undefined;
  const isOpenMap = typeof schema.additionalProperties === 'object' && !schema.maxProperties;
  return [
    ...(isOpenText || isOpenList || isOpenMap ? [place] : []),
    ...(schema.anyOf ?? []).flatMap((arm) => unboundedIn(arm, place)),
    ...(schema.items ? unboundedIn(schema.items, `${place}[]`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      unboundedIn(field, `${place}.${name}`),
    ),
  ];
}

/** A number with all its digits, and a phone number in quotes in the longest form. */
const longestNumber = 25;
const longestPhone = 70;

/** The most bytes that what a schema names takes as JSON, each character of a text in four of them. */
function bytesOf(schema: Schema): number {
  const { anyOf, items, maxItems = 0, maxLength, properties, type } = schema;
  if (anyOf) return Math.max(...anyOf.map(bytesOf));
  if (items) return 2 + maxItems * (bytesOf(items) + 1);
  if (maxLength !== undefined) return 2 + 4 * maxLength;
  if (type !== undefined && !properties) return longestNumber;
  if (!properties) return longestPhone;
  const members = Object.entries(properties);
  return 2 + sum(members.map(([name, field]) => name.length + 4 + bytesOf(field)));
}

function sum(all: number[]): number {
  return all.reduce((total, each) => total + each, 0);
}
