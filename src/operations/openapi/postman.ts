import { createHash } from 'node:crypto';
import { type Document, type Operation, operationsOf } from './document.ts';

/** Members of a collection of Postman (schema v2.1.0) that are used here. */
type Variable = { key: string; value: string; description?: string };
type Auth =
  | { type: 'noauth' }
  | { type: 'bearer'; bearer: AuthField[] }
  | { type: 'apikey'; apikey: AuthField[] };
type AuthField = { key: string; value: string; type: 'string' };
type Field = { key: string; value: string; description?: string; disabled?: boolean };
type Request = {
  method: string;
  description?: string;
  auth: Auth;
  header: Field[];
  url: { raw: string; host: string[]; path: string[]; query?: Field[]; variable?: Field[] };
  body?: {
    mode: 'raw';
    raw: string;
    options: { raw: { language: 'json' | 'text' } };
  };
};
type Item = { name: string; request: Request; response: [] };
type Folder = { name: string; description?: string; item: Item[] };
export type Collection = {
  info: {
    _postman_id: string;
    name: string;
    description?: string;
    version: string;
    schema: string;
  };
  variable: Variable[];
  item: Folder[];
};

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * Makes a collection of Postman of the description: a folder for each tag, an example body in each request,
 * and variables for the address, the token and the API key.
 * @param origin address of the server; `/` where it is not known.
 */
export function toPostman(document: Document, origin: string): Collection {
  const { title, version, description } = document.info;
  const operations = operationsOf(document);
  const folders = (document.tags ?? []).map(({ name, description }) => ({
    name,
    ...(description && { description }),
    item: operations
      .filter(({ operation }) => (operation.tags ?? [])[0] === name)
      .map(({ path, method, operation }) => itemOf(path, method, operation)),
  }));
  return {
    info: {
      _postman_id: idOf(`${title} ${version}`),
      name: title,
      ...(description && { description }),
      version,
      schema,
    },
    variable: [
      { key: 'base', value: origin === '/' ? '' : origin, description: 'Address of the server.' },
      { key: 'token', value: '', description: '`token` of the answer of `register` or `login`.' },
      { key: 'api_key', value: '', description: '`api_key` of the answer of `/v1/account/keys`.' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

/** An id that stays the same for the same version, so that an import takes the place of the one before. */
function idOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

function itemOf(path: string, method: string, operation: Operation): Item {
  const { summary, description, operationId, parameters = [] } = operation;
  const parts = path.split('/').filter((part) => part !== '');
  const inPath = parts.map((part) => part.replace(/^\{(.*)\}$/, ':$1'));
  const fields = (place: string) =>
    parameters
      .filter((each) => each.in === place)
      .map(({ name, required, example, schema: { description: about } }) => ({
        key: name,
        value: example === undefined ? '' : String(example),
        ...(about && { description: about }),
        // What is optional and has no example is there to be switched on.
        ...(!required && example === undefined && { disabled: true }),
      }));
  const query = fields('query');
  const variable = fields('path').map(({ key, value }) => ({ key, value }));
  const sent = query.filter(({ disabled }) => !disabled);
  const asked = sent.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&');
  const body = bodyOf(operation);
  return {
    name: summary ?? operationId ?? path,
    request: {
      method: method.toUpperCase(),
      ...(description && { description }),
      auth: authOf(operation),
      header: body ? [{ key: 'Content-Type', value: body.type }] : [],
      url: {
        raw: `{{base}}/${inPath.join('/')}${asked && `?${asked}`}`,
        host: ['{{base}}'],
        path: inPath,
        ...(query.length > 0 && { query }),
        ...(variable.length > 0 && { variable }),
      },
      ...(body && {
        body: { mode: 'raw', raw: body.text, options: { raw: { language: body.language } } },
      }),
    },
    response: [],
  };
}

function authOf({ security = [] }: Operation): Auth {
  const schemes = security.flatMap((each) => Object.keys(each));
  const field = (key: string, value: string): AuthField => ({ key, value, type: 'string' });
  if (schemes.includes('bearer')) return { type: 'bearer', bearer: [field('token', '{{token}}')] };
  if (!schemes.includes('apiKey')) return { type: 'noauth' };
  const apikey = [field('key', 'X-API-Key'), field('value', '{{api_key}}'), field('in', 'header')];
  return { type: 'apikey', apikey };
}

/** The example of a body as JSON, or else as the text that the operation takes. */
function bodyOf({ requestBody }: Operation) {
  const content = requestBody?.content ?? {};
  const json = content['application/json'];
  if (json) {
    const text = JSON.stringify(json.example ?? {}, null, 2);
    return { type: 'application/json', text, language: 'json' as const };
  }
  const [type, other] = Object.entries(content)[0] ?? [];
  if (type === undefined) return undefined;
  return { type, text: String(other?.example ?? ''), language: 'text' as const };
}
