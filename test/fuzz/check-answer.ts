import assert from 'node:assert/strict';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { type DescribedOperation, describedOperations, type OpenApi } from '../contract/openapi.ts';
import type { RawAnswer } from '../helpers/http/raw-request.ts';

/** Statuses that any operation may answer to a body or a type that it cannot read, described or not. */
const general = new Set([400, 413, 415]);

/** Holds answers against what is described: their status, their type and their body. */
export function createAnswerCheck(openApi: OpenApi) {
  const ajv = new Ajv({ strict: false });
  addFormatsModule.default(ajv, ['date-time', 'date']);
  const compiled = new Map<string, ValidateFunction>();
  const failure = failureSchemaOf(openApi);

  const validatorOf = (route: string, { responses }: DescribedOperation, status: number) => {
    const key = `${route} ${status}`;
    const known = compiled.get(key);
    if (known) return known;
    const response = responses[status];
    if (!response) assert.ok(general.has(status), `${status} is not described`);
    const schema = response ? response.content?.['application/json']?.schema : failure;
    const validate = ajv.compile(schema ?? {});
    compiled.set(key, validate);
    return validate;
  };

  return (route: string, operation: DescribedOperation, answer: RawAnswer): void => {
    const { status, contentType, text } = answer;
    assert.ok(status < 500, `${status} ${text}`);
    const type = contentType.split(';', 1)[0] ?? '';
    const validate = validatorOf(route, operation, status);
    if (type !== 'application/json') {
      assert.ok(operation.responses[status]?.content?.[type], `${type} is not described`);
      return;
    }
    assert.ok(validate(JSON.parse(text)), `${status} ${text}: ${ajv.errorsText(validate.errors)}`);
  };
}

function failureSchemaOf(openApi: OpenApi) {
  for (const { responses } of describedOperations(openApi).values()) {
    const schema = responses['400']?.content?.['application/json']?.schema;
    if (schema) return schema;
  }
  throw new Error('no failure is described');
}
