import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type DescribedOperation,
  describedFields,
  describedOperations,
  fetchDescription,
  type OpenApi,
  withoutNull,
} from './contract/openapi.ts';
import {
  type Answer,
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from './helpers/server/test-server.ts';
import { newNumber, newSmsCaller, type SmsCaller } from './helpers/sms/sms-caller.ts';
import {
  failureBodies,
  ownerContract,
  requestsPerMinute,
  type SmsOperation,
  smsContract,
} from './sms-contract.ts';

const trialCredits = 5;

describeOnBothEngines('document 2', (engine) => {
  let server: TestServer;
  let openApi: OpenApi;
  before(async () => {
    const env = { SMS_TRIAL_CREDITS: String(trialCredits) };
    server = await startTestServer({ engine, env });
    openApi = await fetchDescription(server);
  });
  after(() => server.stop());

  it('takes JSON at three operations, no more and no less than it describes', () => {
    const served = [...describedOperations(openApi)]
      .filter(([route]) => /^\w+ \/v1\/sms\/\w+$/.test(route) && !route.endsWith('/messages'))
      .map(([route]) => route);
    assert.deepEqual(served.sort(), smsContract.map(({ route }) => route).sort());
  });

  it('repeats itself for the owner of the account, and differs in who is let in', () => {
    const described = describedOperations(openApi);
    const served = [...described.keys()].filter((route) => route.includes(' /v1/account/sms/'));
    assert.deepEqual(served.sort(), ownerContract.map(({ route }) => route).sort());
    for (const { route, repeats } of ownerContract) {
      const operation = described.get(route);
      assert.deepEqual(operation?.security, [{ bearer: [] }], route);
      if (repeats === undefined) continue;
      const repeated = described.get(repeats);
      assert.ok(operation && repeated, repeats);
      assert.deepEqual(apartFromGuard(operation), apartFromGuard(repeated), route);
      // Only sends are counted, and refused for a suspension.
      for (const status of ['403', '429']) {
        assert.equal(status in operation.responses, route.startsWith('POST '), route);
      }
    }
  });

  for (const operation of smsContract) {
    describe(operation.route, () => {
      const [method = '', path = ''] = operation.route.split(' ');
      const ask = (headers: Record<string, string>, json?: object, at = path): Promise<Answer> =>
        server.request(method, at, { headers, ...(method === 'POST' && { json: json ?? {} }) });
      const askAs = ({ apiKey }: SmsCaller, json?: object, at = path) =>
        ask({ 'x-api-key': apiKey }, json, at);

      it('is described with these fields, limits and statuses', () => {
        checkDescription(openApi, operation);
      });

      it('succeeds with the required fields alone, and answers these names and types', async () => {
        for (const at of [path, path.replace('/v1/', '/V1/')]) {
          const caller = await newSmsCaller(server);
          const answer = await askAs(caller, sampleOf(operation), at);
          assert.equal(answer.status, operation.success, answer.text);
          const body = answer.body as Record<string, unknown>;
          assert.equal(body['success'], true);
          for (const [name, type] of Object.entries(operation.answers)) {
            const isRight =
              type === 'integer' ? Number.isInteger(body[name]) : typeof body[name] === type;
            assert.ok(isRight, `${name} of ${answer.text}`);
          }
          const { balance, used } = await caller.balance();
          assert.equal(used, method === 'POST' ? 1 : 0);
          assert.equal(body['balance'], balance);
        }
      });

      it('ends in each status of its row and of section 5, with the body of section 7', async () => {
        const failing: Record<number, () => Promise<Answer>> = {
          400: async () => askAs(await newSmsCaller(server), {}),
          401: () => ask({}, sampleOf(operation)),
          402: async () => {
            const caller = await newSmsCaller(server);
            for (let left = trialCredits; left > 0; left -= 1) {
              await caller.send({ to: newNumber(), message: 'Hi' });
            }
            return await askAs(caller, sampleOf(operation));
          },
          403: () => ask({ 'x-api-key': 'nonsense' }, sampleOf(operation)),
          429: async () => {
            const caller = await newSmsCaller(server);
            for (let count = 0; count < requestsPerMinute; count += 1) await caller.balance();
            return await askAs(caller, sampleOf(operation));
          },
        };
        for (const status of new Set([...operation.failures, 401, 403])) {
          const answer = await failing[status]?.();
          assert.equal(answer?.status, status, answer?.text);
          checkFailure(status, answer);
        }
      });

      it('names each required field that is missing, or of another type', async () => {
        const caller = await newSmsCaller(server);
        const sample = sampleOf(operation);
        for (const [name, { type, required }] of Object.entries(operation.fields)) {
          const wrong = type === 'string' ? [5, [], {}, false] : ['text', 1.5, {}, true];
          for (const value of required ? [undefined, null, ...wrong] : wrong) {
            const { status, text } = await askAs(caller, { ...sample, [name]: value });
            assert.equal(status, 400, `${name} ${JSON.stringify(value)}: ${text}`);
            assert.ok(text.includes(`"field":"${name}"`), text);
          }
        }
      });
    });
  }
});

/** An operation without what its guard adds to it. */
function apartFromGuard(operation: DescribedOperation): Partial<DescribedOperation> {
  const { security: _security, tags: _tags, operationId: _id, responses, ...rest } = operation;
  const { 403: _refused, 429: _tooOften, ...others } = responses;
  const withoutExamples = JSON.stringify(others, (name, value) =>
    // Each is the answer to a request of its own.
    name === 'example' ? undefined : value,
  );
  return { ...rest, responses: JSON.parse(withoutExamples) };
}

/** The required fields and no others; a bulk request needs one of two that are not. */
function sampleOf({ route }: SmsOperation): object {
  const to = newNumber();
  return { message: 'Tank 3 is nearly empty', to: route.endsWith('bulk') ? [to] : to };
}

function checkDescription(openApi: OpenApi, operation: SmsOperation): void {
  const described = describedOperations(openApi).get(operation.route);
  assert.ok(described, 'is not described');
  assert.deepEqual(described.security, [{ apiKey: [] }]);
  const statuses = Object.keys(described.responses).map(Number);
  for (const status of [operation.success, ...operation.failures, 401, 403]) {
    assert.ok(statuses.includes(status), `${status} is not described`);
  }
  const fields = operation.route.startsWith('GET') ? {} : describedFields(described, 'json');
  const promised = [...Object.keys(operation.fields), ...operation.additions];
  assert.deepEqual(Object.keys(fields).sort(), promised.sort());
  for (const [name, { type, required = false, unless, most }] of Object.entries(operation.fields)) {
    const { schema, required: isRequired } = fields[name] ?? { schema: {}, required: false };
    const bare = withoutNull(schema) as ReturnType<typeof withoutNull> & { maxItems?: number };
    assert.equal(bare.type, type, name);
    assert.equal(isRequired, required && unless === undefined, name);
    if (most !== undefined) assert.equal(bare.maxLength ?? bare.maxItems, most, name);
  }
}

function checkFailure(status: number, { body, text }: Answer): void {
  const failure = body as Record<string, unknown>;
  const { error, carries } = failureBodies[status] ?? {};
  assert.equal(failure['success'], false, text);
  assert.equal(typeof failure['error'], 'string', text);
  if (error !== undefined) assert.equal(failure['error'], error);
  if (carries !== undefined) assert.ok(Number.isInteger(failure[carries]), text);
}
