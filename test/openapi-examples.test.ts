import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { fillInReferences } from '../scripts/fill-in-references.ts';
import {
  contentTypes,
  type DescribedOperation,
  describedOperations,
  fetchOpenApi,
} from './contract/openapi.ts';
import { useTestServer } from './helpers/server/test-server.ts';

const ajv = new Ajv2020({ strict: false });
addFormatsModule.default(ajv, ['email', 'date-time', 'date']);

describe('the examples of the description', () => {
  const server = useTestServer({ engine: 'sqlite', env: { SIMULATOR_DELAY_SECONDS: '0' } });
  let operations: [string, DescribedOperation][];
  before(async () => {
    operations = [...describedOperations(fillInReferences(await fetchOpenApi(server)))];
  });

  it('are what their schemas allow, at every request and answer', () => {
    for (const [route, { parameters = [], requestBody, responses }] of operations) {
      for (const { required, schema, example, name } of parameters) {
        if (required || example !== undefined) assertValid(schema, example, `${route} ${name}`);
      }
      const bodies = Object.entries(requestBody?.content ?? {});
      const answers = Object.values(responses).map(({ content }) => content?.[contentTypes.json]);
      for (const [type, { schema, example }] of bodies) {
        if (type !== 'text/csv') assertValid(schema, example, `${route} ${type}`);
      }
      for (const answer of answers) if (answer) assertValid(answer.schema, answer.example, route);
    }
  });

  it('are understood by the server, whose answers are as described', async () => {
    const register = operations.find(([, { operationId }]) => operationId === 'authRegister')?.[1];
    const json = register?.requestBody?.content[contentTypes.json]?.example;
    const signUp = await server.request('POST', '/api/auth.php/register', { json });
    const { token } = signUp.body as { token: string };
    const made = await server.request('POST', '/v1/account/keys', {
      json: { name: 'Test' },
      token,
    });
    const { api_key } = made.body as { api_key: string };

    const wrong: string[] = [];
    let successes = 0;
    for (const [route, operation] of operations) {
      if (notTried.has(operation.operationId ?? '') || isStream(operation)) continue;
      const { parameters = [], requestBody, responses, security = [] } = operation;
      const [method = '', template = ''] = route.split(' ');
      const given = parameters.filter(({ example }) => example !== undefined);
      const path = given
        .filter((each) => each.in === 'path')
        .reduce(
          (filled, { name, example }) => filled.replace(`{${name}}`, String(example)),
          template,
        );
      const query = new URLSearchParams(
        given.flatMap((each) =>
          each.in === 'query' ? [[each.name, String(each.example)] as [string, string]] : [],
        ),
      );
      const json = requestBody?.content[contentTypes.json]?.example;
      const csv = json === undefined ? requestBody?.content['text/csv']?.example : undefined;
      const headers = {
        ...(security.some((scheme) => 'apiKey' in scheme) && { 'x-api-key': api_key }),
        ...(csv !== undefined && { 'content-type': 'text/csv' }),
      };
      const answer = await server.request(method, `${path}?${query}`, {
        ...(json !== undefined && { json }),
        ...(csv !== undefined && { body: String(csv) }),
        ...(security.some((scheme) => 'bearer' in scheme) && { token }),
        headers,
      });
      const described = responses[answer.status];
      const schema = described?.content?.[contentTypes.json]?.schema;
      const isOdd = [400, 415, 500].includes(answer.status) || !described;
      if (answer.status < 300) successes++;
      if (isOdd || (schema && !ajv.validate(schema, answer.body))) {
        wrong.push(
          `${operation.operationId} ${answer.status} ${answer.text.slice(0, 200)} ${ajv.errorsText()}`,
        );
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(successes >= 60, `${successes} of ${operations.length} succeed`);
  });
});

/**
 * Operations that are not called: the first was, the second ends the session, the third needs the code of
 * its moment, and the fourth an instant of the next 30 days.
 */
const notTried = new Set(['authRegister', 'authLogout', 'authSecondFactorConfirm', 'alertsSnooze']);

function isStream({ responses }: DescribedOperation): boolean {
  return Object.keys(responses['200']?.content ?? {}).includes('text/event-stream');
}

/** By its text, since hundreds of answers are the same failure. */
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

function assertValid(schema: object, example: unknown, where: string): void {
  const text = JSON.stringify(schema);
  const validate = validators.get(text) ?? ajv.compile(schema);
  validators.set(text, validate);
  assert.ok(validate(example), `${where}: ${ajv.errorsText(validate.errors)}`);
}
