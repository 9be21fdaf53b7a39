/** Members of JSON Schema that the description uses. */
export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
};

export type Content = Record<string, { schema?: Schema; example?: unknown }>;
export type Response = { $ref?: string; description?: string; content?: Content };
type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
};

export type Operation = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  /** None where anybody may call it. */
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
};

/** Members of an OpenAPI document that are used here. */
export type Document = {
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Record<string, Schema>; responses?: Record<string, Response> };
};

export function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}
