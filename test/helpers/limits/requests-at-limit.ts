import { contentTypes, type DescribedOperation } from '../../contract/openapi.ts';
import { jsonShapes, type Shape } from './json-shapes.ts';
import { csvShapes, formShapes } from './text-shapes.ts';

/** Request to an operation: its query or its body at the limit. */
export type LimitRequest = {
  name: string;
  method: string;
  /** Path and query. */
  path: string;
  type: string | undefined;
  body: Buffer | undefined;
};

/** Node's limit of a request's head, 16 KiB. */
const mostOfQuery = 12_000;

/**
 * Every request at its limit to an operation.
 * @param ids what stands in its path.
 * @param mostBytes of a body, where its limit is above that.
 */
export function* requestsAtLimit(
  route: string,
  operation: DescribedOperation,
  ids: Record<string, string> = {},
  mostBytes = Number.POSITIVE_INFINITY,
): Generator<LimitRequest> {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? '1');
  const { parameters = [], requestBody } = operation;
  const inQuery = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  for (const { name, text } of formShapes(inQuery, mostOfQuery)) {
    const query = `${path}${path.includes('?') ? '&' : '?'}${text}`;
    yield { name: `${route} ? ${name}`, method, path: query, type: undefined, body: undefined };
  }
  const bytes = Math.min(limitOf(operation), mostBytes);
  for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
    for (const { name, text } of shapesOf(type, schema, bytes)) {
      yield { name: `${route} ${name}`, method, path, type, body: Buffer.from(text) };
    }
  }
}

/** Bytes that a body of an operation may have. */
export function limitOf(operation: DescribedOperation): number {
  return operation['x-max-bytes'] ?? 0;
}

function shapesOf(
  type: string,
  schema: Parameters<typeof jsonShapes>[0],
  bytes: number,
): Iterable<Shape> {
  switch (type) {
    case contentTypes.json:
      return jsonShapes(schema, bytes);
    case contentTypes.form:
      return formShapes(Object.keys(schema.properties ?? {}), bytes);
    default:
      return csvShapes(bytes);
  }
}
