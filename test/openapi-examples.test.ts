import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { fillInReferences } from '../scripts/fill-in-references.ts';
import { exampleFrom, type Walked, walkExamples } from './contract/example-walk.ts';
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
  const server = useTestServer({
    engine: 'sqlite',
    isStill: true,
    env: { SIMULATOR_DELAY_SECONDS: '0' },
  });
  let operations: [string, DescribedOperation][];
  let walked: Walked[];
  before(async () => {
    const openApi = fillInReferences(await fetchOpenApi(server));
    operations = [...describedOperations(openApi)];
    walked = await walkExamples(server, openApi);
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

  it('are understood by the server, whose answers are as described', () => {
    const wrong: string[] = [];
    let successes = 0;
    for (const { operationId, described, status, body, text } of walked) {
      const schema = described?.content?.[contentTypes.json]?.schema;
      const isOdd = [400, 415, 500].includes(status) || !described;
      if (status < 300) successes++;
      if (isOdd || (schema && !ajv.validate(schema, body))) {
        wrong.push(`${operationId} ${status} ${text.slice(0, 200)} ${ajv.errorsText()}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(successes >= 100, `${successes} of ${operations.length} succeed`);
  });

  it('are what the server answers, but for what is random', () => {
    for (const { operationId, described, status, body } of walked) {
      const json = described?.content?.[contentTypes.json];
      if (status >= 300 || !json) continue;
      // `npm run docs:answers` writes them anew.
      assert.deepEqual(json.example, exampleFrom(body, json.example), operationId);
    }
  });

  it('say what is done and not what was sent', () => {
    const messageOf = (id: string, status: string) => {
      const operation = operations.find(([, { operationId }]) => operationId === id)?.[1];
      const content = operation?.responses[status]?.content?.[contentTypes.json];
      return (content?.example as { message?: string } | undefined)?.message;
    };
    assert.equal(messageOf('postSmsSend', '200'), 'SMS sent');
    assert.equal(messageOf('postAccountSmsSend', '200'), 'SMS sent');
    assert.equal(messageOf('postSmsBulk', '202'), 'SMS queued');
    assert.equal(messageOf('postAccountSmsBulk', '202'), 'SMS queued');
  });
});

/** By its text, since hundreds of answers are the same failure. */
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

function assertValid(schema: object, example: unknown, where: string): void {
  const text = JSON.stringify(schema);
  const validate = validators.get(text) ?? ajv.compile(schema);
  validators.set(text, validate);
  assert.ok(validate(example), `${where}: ${ajv.errorsText(validate.errors)}`);
}
