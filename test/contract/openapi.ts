import { fillInReferences, inDocumentForm } from '../../scripts/fill-in-references.ts';
import type { TestServer } from '../helpers/server/test-server.ts';
import { methodOf, type Operation, type Parameter, pathOf } from './operation.ts';

/** As much of JSON Schema as our requests are described with. */
export type Schema = SchemaOf<string | string[], string | null>;

/** A schema of one type. */
export type PlainSchema = SchemaOf<string, string>;

type SchemaOf<T, W> = {
  type?: T;
  anyOf?: Schema[];
  enum?: readonly W[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  maxItems?: number;
  additionalProperties?: unknown;
  maxProperties?: number;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: string | number;
};

type Content = Record<string, { schema: Schema; example?: unknown }>;

/** As much of OpenAPI as we describe ourselves with. */
export type DescribedOperation = {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema; example?: unknown }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
  /** Bytes that a body may have. */
  'x-max-bytes'?: number;
};

export type OpenApi = {
  paths: Record<string, Record<string, DescribedOperation>>;
  tags?: { name: string }[];
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, unknown> };
};

export async function fetchOpenApi(server: TestServer): Promise<OpenApi> {
  const { body } = await server.request('GET', '/openapi.json');
  return body as OpenApi;
}

/** As `fetchOpenApi`, with references filled in and paths as document 1 writes them. */
export async function fetchDescription(server: TestServer): Promise<OpenApi> {
  const openApi = fillInReferences(await fetchOpenApi(server));
  const paths = Object.entries(openApi.paths).map(([path, of]) => [inDocumentForm(path), of]);
  return { ...openApi, paths: Object.fromEntries(paths) };
}

/** Every operation that is described, named as the contract names them. */
export function describedOperations({ paths }: OpenApi): Map<string, DescribedOperation> {
  const named = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  );
  return new Map(named);
}

export function find(openApi: OpenApi, operation: Operation): DescribedOperation | undefined {
  return openApi.paths[pathOf(operation)]?.[methodOf(operation).toLowerCase()];
}

/** Content types of the three places. */
export const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

/** The fields of a request that are described for one place. */
export function describedFields(
  { parameters = [], requestBody }: DescribedOperation,
  place: 'query' | 'json' | 'form',
): Record<string, { schema: Schema; required: boolean }> {
  if (place === 'query') {
    return Object.fromEntries(
      parameters.map(({ name, schema, required }) => [name, { schema, required }]),
    );
  }
  const { properties = {}, required = [] } =
    requestBody?.content[contentTypes[place]]?.schema ?? {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { schema, required: required.includes(name) },
    ]),
  );
}

/** The schemas of one type each that a schema is a choice of. */
export function alternativesOf(schema: Schema): PlainSchema[] {
  const { anyOf, type, enum: words, ...rest } = schema;
  if (anyOf) return anyOf.flatMap(alternativesOf).map((each) => ({ ...rest, ...each }));
  const texts = words?.filter((word) => word !== null);
  const types: (string | undefined)[] = [type].flat();
  return types.map((each) => ({
    ...rest,
    ...(each !== undefined && { type: each }),
    ...(texts && each !== 'null' && { enum: texts }),
  }));
}

/** A schema that may also be null, without that. */
export function withoutNull(schema: Schema): PlainSchema {
  const [only, ...others] = alternativesOf(schema).filter(({ type }) => type !== 'null');
  if (!only || others.length > 0) throw new Error('a field with more than one type');
  return only;
}

/** Schema of a field in the words of the contract's table; no limits count as none. */
export function toParameter({ schema, required }: { schema: Schema; required: boolean }) {
  const bare = withoutNull(schema);
  return {
    type: bare.type,
    required,
    words: bare.enum,
    format: bare.format,
    minLength: bare.minLength === 1 ? undefined : bare.minLength,
    min: bare.minimum,
    max: bare.maximum,
    fallback: bare.default,
  };
}

/** A row's field in the same words. */
export function fromTable(parameter: Parameter): ReturnType<typeof toParameter> {
  const { type, words, format, minLength, settled, fallback } = parameter;
  const { min = settled?.min, max = settled?.max } = parameter;
  // A schema says of such a field elsewhere when it must be there.
  const required = parameter.required === true && parameter.unless === undefined;
  return { type, required, words, format, minLength, min, max, fallback };
}
