import type { RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { App } from '../http/app.ts';
import { fails } from './failures/failure-schema.ts';

/**
 * Refuses unknown fields in the body and query of every route declared from here on: where a request
 * costs money, a mistyped name must not pass for one left out. A schema's own `additionalProperties` stays.
 */
export function refuseUnknownFields(app: App): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const { body, querystring = Type.Object({}), response, ...others } = route.schema ?? {};
    route.schema = {
      ...others,
      querystring: closed(querystring),
      ...(body !== undefined && { body: closed(body) }),
      ...(response !== undefined && { response: { ...fails(400), ...response } }),
    };
  });
}

/** A copy of the schema, each object of which refuses fields that it does not name. */
function closed(schema: unknown): TSchema {
  if (typeof schema !== 'object' || schema === null) return {};
  const { properties, items, anyOf, content, ...others } = schema as Node;
  return {
    ...(properties && { additionalProperties: false, properties: mapValues(properties, closed) }),
    ...(items !== undefined && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...(content && {
      content: mapValues(content, (each) => ({ ...each, schema: closed(each.schema) })),
    }),
    ...others,
  };
}

type Node = {
  properties?: Record<string, unknown>;
  items?: unknown;
  anyOf?: unknown[];
  /** Body schemas by content type. */
  content?: Record<string, { schema: unknown }>;
};

function mapValues<T, R>(values: Record<string, T>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
