import type { FailureCode } from '../../kit/api/failures/failure-codes.ts';
import { type Document, type Operation, operationsOf, type Schema } from './document.ts';
import { textsByFormat, valuesByName } from './example-values.ts';
import recordedAnswers from './recorded-answers.json' with { type: 'json' };

/** Gives every request and every answer an example that its schema allows. */
export function addExamples(document: Document): void {
  const { schemas = {}, responses = {} } = document.components;
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) {
      const { name, schema } = parameter;
      const example = queryOf(operation.operationId, name);
      if (example !== undefined) parameter.example = example;
      else if (parameter.required) parameter.example = simpleValueOf(name, schema);
    }
    for (const [type, content] of Object.entries(operation.requestBody?.content ?? {})) {
      content.example =
        bodiesOf(operation.operationId, type) ?? exampleOf(content.schema, 'required');
    }
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      const json = content['application/json'];
      if (json && status < '3') {
        json.example = recordedOf(operation, status) ?? exampleOf(json.schema, 'all');
      }
    }
  }
  for (const [name, { content = {} }] of Object.entries(responses)) {
    const json = content['application/json'];
    if (json) json.example = failureExamples[name];
  }

  function exampleOf(schema: Schema = {}, members: 'all' | 'required', name = ''): unknown {
    const own = schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
    const { properties, required = [], items, anyOf } = own;
    if (anyOf)
      return exampleOf(
        anyOf.find((each) => each.type !== 'null'),
        members,
        name,
      );
    if (properties) {
      const entries = Object.entries(properties).filter(
        ([key]) => members === 'all' || required.includes(key),
      );
      return Object.fromEntries(entries.map(([key, each]) => [key, exampleOf(each, members, key)]));
    }
    if (items) return [exampleOf(items, members, name.replace(/s$/, ''))];
    return simpleValueOf(name, own);
  }
}

/**
 * What the program answered to the request's example (`npm run docs:answers`); undefined where it did not
 * succeed, or where the answer is of another status.
 */
function recordedOf({ operationId = '' }: Operation, status: string): unknown {
  const { [operationId]: recorded } = recordedAnswers as Record<string, Recorded | undefined>;
  return recorded && String(recorded.status) === status ? recorded.body : undefined;
}

type Recorded = { status: number; body: unknown };

/** Example of a schema without parts: the one of its name, or the simplest of its type. */
function simpleValueOf(name: string, schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  const fitting = (valuesByName[name] ?? []).find((value) => isAllowed(value, schema));
  if (fitting !== undefined) return fitting;
  const { enum: words, default: fallback, format = '', minimum, maximum } = schema;
  if (words) return words[0];
  if (fallback !== undefined) return fallback;
  switch ([schema.type].flat()[0]) {
    case 'string':
      return textsByFormat[format] ?? 'text';
    case 'number':
    case 'integer':
      return Math.min(Math.max(minimum ?? 1, 1), maximum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return null;
  }
}

function isAllowed(value: unknown, schema: Schema): boolean {
  const { type, enum: words, pattern, format, minimum, maximum } = schema;
  const types = [type].flat();
  const fitsType = types.some((each) => each === typeof value || isWhole(each, value));
  if (words) return words.includes(value);
  if (!fitsType) return false;
  if (typeof value === 'number') return value >= (minimum ?? value) && value <= (maximum ?? value);
  if (format === 'date-time' || format === 'date') return !Number.isNaN(Date.parse(String(value)));
  return !pattern || new RegExp(pattern, 'u').test(String(value));
}

function isWhole(type: string | undefined, value: unknown): boolean {
  return type === 'integer' && Number.isInteger(value);
}

/** Request bodies whose schema alone does not say which members fit together, by operation. */
const bodies: Record<string, unknown> = {
  iotPush: {
    mac_address: 'AA:BB:CC:DD:EE:FF',
    sensor_name: 'main',
    water_level_percent: 62.5,
    battery_percent: 87,
  },
  devicesRegister: { mac_or_serial: 'AA:BB:CC:DD:EE:FF' },
  devicesShare: { device_id: '1', to: 'asha@example.com', role: 'operator' },
  devicesTransfer: { device_id: '1', email: 'wanjiru@example.com' },
  devicesUpdateName: { mac_or_serial: 'AA:BB:CC:DD:EE:FF', device_name: 'Roof tank' },
  sensorConfigsSave: {
    device_id: '1',
    sensor_name: 'main',
    capacity: 5000,
    low_threshold: 20,
    high_threshold: 90,
  },
  sensorConfigsCalibrate: { device_id: '1', sensor_name: 'main', amount: 60, unit: 'percent' },
  sensorsReading: { device_id: '1', sensor_name: 'main', level: 62.5 },
  authUpdate: { full_name: 'Juma Mwangi', timezone: 'Africa/Nairobi' },
  insightsRefillSource: {
    device_id: '1',
    sensor_name: 'main',
    began_at: '2026-03-01T06:30:00.000Z',
    source: 'tanker',
  },
  insightsCleaning: {
    device_id: '1',
    sensor_name: 'main',
    from: '2026-03-01T06:30:00.000Z',
    until: '2026-03-01T09:30:00.000Z',
  },
  notificationsSave: { escalate_minutes: 30 },
  postSmsBulk: { to: ['254712345678', '254712345679'], message: 'Water comes back at 18:00.' },
  postAccountSmsBulk: {
    to: ['254712345678', '254712345679'],
    message: 'Water comes back at 18:00.',
  },
  iotPushBatch: {
    mac_address: 'AA:BB:CC:DD:EE:FF',
    readings: [
      { water_level_percent: 62.5, age_s: 300 },
      { water_level_percent: 62, age_s: 0 },
    ],
  },
  postAccountGroupsByIdContacts: {
    contacts: [{ phone: '254712345678', name: 'Juma' }],
  },
};

/** Parameters of queries of which some are needed although none is required, by operation. */
const queries: Record<string, Record<string, string>> = {
  devicesShares: { device_id: '1' },
};

/** Example of an optional parameter of an operation; undefined where it is left out. */
export function queryOf(operationId: string | undefined, parameter: string): string | undefined {
  return operationId ? queries[operationId]?.[parameter] : undefined;
}

/** Files for the operations that take one. */
const files: Record<string, string> = {
  postAccountGroupsByIdContacts: 'phone,name\n254712345678,Juma\n',
  postImports: 'mac_or_serial,name,capacity\nAA:BB:CC:DD:EE:FF,Roof tank,5000\n',
  iotPushBatch: 'age_s,water_level_percent\n600,62.5\n300,62\n0,61.5\n',
};

/** Body for an operation in a content type; undefined where the schema is enough. */
export function bodiesOf(operationId: string | undefined, type: string): unknown {
  if (type === 'text/csv') return operationId ? files[operationId] : undefined;
  return operationId ? bodies[operationId] : undefined;
}

const fail = (code: FailureCode, error: string, more = {}) => ({
  success: false,
  error,
  code,
  ...more,
});

/** An example of each failure that operations share, by its name in the components. */
export const failureExamples: Record<string, object> = {
  BadRequest: fail('invalid_input', 'The input is not valid.', {
    errors: [{ field: 'level', message: 'must be at most 110' }],
  }),
  Unauthorized: fail('unauthenticated', 'A valid bearer token is required.'),
  PaymentRequired: fail(
    'insufficient_credits',
    'Insufficient credits: this needs 2, the balance is 1.',
    {
      balance: 1,
    },
  ),
  Forbidden: fail('not_allowed', 'You may not do that.'),
  NotFound: fail('not_found', 'Device not found.'),
  Conflict: fail('device_taken', 'This device is registered to another user.'),
  TooLarge: fail('too_large', 'The body is too large for this operation.'),
  UnsupportedMediaType: fail('unsupported_media_type', 'This content type is not understood here.'),
  TooManyRequests: fail('too_many_requests', 'Too many requests; try again later.', {
    retry_after: 30,
  }),
  BadGateway: fail('not_sent', 'The provider did not take the message.'),
  Unavailable: fail('unavailable', 'Storage does not answer; try again soon.'),
};
