import { isDeepStrictEqual } from 'node:util';
import { type Document, operationsOf, type Response, type Schema } from './document.ts';

const failureNames: Record<string, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  502: 'BadGateway',
  503: 'Unavailable',
};
const failureRef = '#/components/schemas/Failure';

/** Moves named schemas into the components, and the failures, which all have one shape. */
export function shareParts(document: Document): void {
  const { components } = document;
  const schemas: Record<string, Schema> = {};
  const responses: Record<string, Response> = {};
  document.paths = shareSchemas(document.paths, schemas) as Document['paths'];
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const name = failureNames[status];
      if (!name || !isFailure(response)) continue;
      responses[name] ??= response;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  components.schemas = schemas;
  components.responses = responses;
}

/** Copy of the value, with a reference in the place of each schema that has a title. */
function shareSchemas(value: unknown, shared: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((each) => shareSchemas(each, shared));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !isOfValidator(key));
  const copy = Object.fromEntries(entries.map(([key, each]) => [key, shareSchemas(each, shared)]));
  if (typeof copy['title'] !== 'string') return copy;
  const { title, description, ...schema } = copy as Schema & { title: string };
  const known = shared[title];
  if (known && !isDeepStrictEqual(known, schema)) throw new Error(`two schemas are named ${title}`);
  shared[title] = schema;
  return { $ref: `#/components/schemas/${title}`, ...(description && { description }) };
}

/** Keywords for our validator that JSON Schema does not have. */
function isOfValidator(key: string): boolean {
  return key === 'x-numeric-strings' || key === 'x-message';
}

function isFailure({ content }: Response): boolean {
  return content?.['application/json']?.schema?.$ref === failureRef;
}
