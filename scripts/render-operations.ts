import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { inDocumentForm } from './fill-in-references.ts';

type Parameter = { name: string; in: string; required?: boolean; schema: JSONSchema };
type Content = { content?: Record<string, { schema?: JSONSchema }> };
type Described = {
  summary?: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, Content>;
};
export type OpenApi = {
  paths: Record<string, Record<string, Described>>;
  components?: { schemas?: Record<string, JSONSchema>; responses?: Record<string, Content> };
};

const banner = `// Made by \`npm run web:types\` from /openapi.json; a test compares the two. Not edited by hand.
`;

/**
 * What the dashboard may call, as TypeScript: `Operations['GET /api/devices.php?action=list']` has the
 * `query`, `path` and `body` that go in (where there are any) and the `answer` of a success. The named
 * schemas of the document are types of the same names.
 */
export async function renderOperations(openApi: OpenApi): Promise<string> {
  const properties: Record<string, JSONSchema> = {};
  for (const [path, methods] of Object.entries(openApi.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      properties[`${method.toUpperCase()} ${inDocumentForm(path)}`] = schemaOf(operation);
    }
  }
  const schema = { ...closed(properties), $defs: openApi.components?.schemas };
  return await compile(withLocalNames(schema) as JSONSchema, 'Operations', {
    bannerComment: banner,
    additionalProperties: false,
    unknownAny: true,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 100 },
  });
}

/** The schema with references to its own definitions; a description beside one would take its name away. */
function withLocalNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLocalNames);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components/schemas/', '#/$defs/') };
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withLocalNames(each)]),
  );
}

function schemaOf({ parameters = [], requestBody, responses = {}, summary }: Described) {
  const parts: Record<string, JSONSchema> = {};
  for (const [place, key] of [
    ['query', 'query'],
    ['path', 'path'],
  ] as const) {
    const fields = parameters.filter((each) => each.in === place);
    if (fields.length > 0) parts[key] = fieldsOf(fields);
  }
  const body = jsonOf(requestBody);
  if (body) parts['body'] = body;
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  parts['answer'] = jsonOf(success) ?? {};
  return { ...closed(parts), description: summary };
}

function fieldsOf(fields: Parameter[]): JSONSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

function closed(properties: Record<string, JSONSchema>): JSONSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties,
    required: Object.keys(properties),
  };
}

function jsonOf(content: Content | undefined): JSONSchema | undefined {
  return content?.content?.['application/json']?.schema;
}
