import type { Document, Schema } from './document.ts';
import { operationsOf } from './document.ts';
import { bodiesOf, queryOf } from './example-bodies.ts';
import { failureExamples } from './example-failures.ts';
import { textsByFormat, valuesByName } from './example-values.ts';

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
      if (json && status < '3') json.example = exampleOf(json.schema, 'all');
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

/** A value that a schema of no parts allows: the one of its name, or the simplest of its type. */
function simpleValueOf(name: string, schema: Schema): unknown {
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
