import { isUtf8 } from 'node:buffer';
import querystring from 'fast-querystring';
import { errorCodes, type FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { failures } from '../api/failures/api-error.ts';
import { fault } from '../api/failures/faults.ts';
import { nextTurn } from '../async/slices.ts';
import type { App } from './app.ts';
import { mendBoardJson } from './board-json.ts';
import { withoutEdges } from './body-edges.ts';
import { boundBroken, type JsonBounds } from './json-size.ts';
import { parseInSlices, scanInSlices } from './parse-in-slices.ts';

/** Bytes of a body by default: far more than one record with long fields needs. */
export const usualBodyLimit = 16_384;

/** The members of a schema that bound the number of values. */
type Node = {
  anyOf?: Node[];
  items?: Node;
  maxItems?: number;
  properties?: Record<string, Node>;
  content?: Record<string, { schema: Node }>;
};

/** Room for unknown fields: they are ignored, or named in the answer. */
const leastRoom = 1000;

const counted = new WeakMap<object, number>();

/**
 * Most values, of lists and objects at any depth, that the JSON of a body needs: twice those that its
 * schema names, so that a list that is somewhat too long is still refused by its own name.
 */
export function mostValuesOf(schema: TSchema | undefined): number {
  if (schema === undefined) return leastRoom;
  const known = counted.get(schema);
  if (known !== undefined) return known;
  const most = Math.max(2 * valuesOf(schema as Node), leastRoom);
  counted.set(schema, most);
  return most;
}

function valuesOf({
  anyOf = [],
  items,
  maxItems = 0,
  properties = {},
  content = {},
}: Node): number {
  const fields = Object.values(properties).reduce((sum, field) => sum + valuesOf(field), 0);
  const list = items ? maxItems * valuesOf(items) : 0;
  const forms = Object.values(content).map(({ schema }) => schema);
  return 1 + fields + list + Math.max(0, ...[...anyOf, ...forms].map(valuesOf));
}

/** Far more than any field is nested. */
const deepest = 32;

/**
 * Accepts JSON only. An empty body is no body, whatever its header says: many clients send the header with
 * every request. A `__proto__` in JSON is refused.
 */
export function parseJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  parseJson(app);
  app.addContentTypeParser('*', (request, _body, done) => {
    const isEmpty = request.headers['content-length'] === '0';
    // An unknown path is answered as such, whatever its body.
    if (isEmpty || request.is404) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
  });
}

/** @returns the text of a request's JSON, for signatures that cover it. */
export function keepJsonText(app: App): (request: FastifyRequest) => string {
  const texts = new WeakMap<FastifyRequest, string>();
  app.removeContentTypeParser('application/json');
  parseJson(app, (request, text) => texts.set(request, text));
  return (request) => texts.get(request) ?? '';
}

function parseJson(app: App, keep?: (request: FastifyRequest, text: string) => void): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const octets = body as Buffer;
    const { isForDevices = false } = request.routeOptions.config;
    // Read as if it were, it would go out with characters that nobody wrote. A board's numbers are the same.
    if (!isForDevices && !isUtf8(octets)) {
      return done(failures.malformed('The JSON is not in UTF-8.'));
    }
    const sent = octets.toString();
    const text = isForDevices ? withoutEdges(sent) : sent;
    keep?.(request, text);
    if (text === '') return done(null, undefined);
    const read = (piece: string): { error: Error | null; value?: unknown } => {
      let result: { error: Error | null; value?: unknown } = { error: null };
      void parse(request, piece, (error, value) => {
        result = { error, value };
      });
      return result;
    };
    const readSent = (piece: string) => {
      const result = read(piece);
      if (!result.error || !isForDevices) return result;
      if (formStart.test(piece)) return { error: null, value: parseForm(piece) };
      return read(mendBoardJson(piece));
    };
    const parseNow = (piece: string): unknown => {
      const { error, value } = readSent(piece);
      if (error) throw error;
      return value;
    };
    // Several large bodies that arrive at once are not parsed in one go, and neither is a very large one.
    if (text.length > usualBodyLimit)
      return void readLarge(request, text, parseNow).then(
        (value) => done(null, value),
        (error: Error) => done(error),
      );
    const refusal = refusalOf(boundBroken(text, boundsOfSmall), boundsOfSmall);
    if (refusal) return done(refusal);
    const { error, value } = readSent(text);
    done(error, value);
  });
}

async function readLarge(
  request: FastifyRequest,
  text: string,
  parse: (text: string) => unknown,
): Promise<unknown> {
  await nextTurn();
  const bounds = boundsOf(request);
  const { broken, lists } = await scanInSlices(text, bounds);
  const refusal = refusalOf(broken, bounds);
  if (refusal) throw refusal;
  return lists.length === 0 ? parse(text) : await parseInSlices(text, lists, parse);
}

function boundsOf({ routeOptions }: FastifyRequest): JsonBounds {
  return { values: mostValuesOf(routeOptions.schema?.body as TSchema | undefined), depth: deepest };
}

const boundsOfSmall = { values: Number.POSITIVE_INFINITY, depth: deepest };

/** Refusal of a JSON text that holds more than its operation can use. */
function refusalOf(
  broken: keyof JsonBounds | undefined,
  { values }: JsonBounds,
): Error | undefined {
  switch (broken) {
    case 'depth':
      return failures.malformed(`The JSON is nested more than ${deepest} deep.`);
    case 'values':
      return failures.invalidField('body', fault('tooMany', { limit: values }));
    default:
      return undefined;
  }
}

export const formType = 'application/x-www-form-urlencoded';

/**
 * Reads a form, or JSON that came as one; a name that is repeated becomes an array, which schemas refuse. Boards leave line ends,
 * blanks and NULs around a body; within one they are percent-encoded, so these belong to no field.
 */
export function parseForm(text: string): Record<string, unknown> {
  const bare = withoutEdges(text);
  return (bare.startsWith('{') ? parseMislabelled(bare) : undefined) ?? querystring.parse(bare);
}

/**
 * Reads the form of a request as `parseForm` does, however large: what it may hold is bounded as that of JSON.
 * @throws ApiError 400
 */
export async function readForm(request: FastifyRequest, text: string): Promise<unknown> {
  if (text.length <= usualBodyLimit) return parseForm(text);
  const bare = withoutEdges(text);
  if (!bare.startsWith('{')) {
    const bounds = boundsOf(request);
    const isBroken = bare.split('&', bounds.values + 1).length > bounds.values;
    const refusal = refusalOf(isBroken ? 'values' : undefined, bounds);
    if (refusal) throw refusal;
    return querystring.parse(bare);
  }
  const read = (piece: string): unknown => JSON.parse(mendBoardJson(piece));
  return await readLarge(request, bare, read).catch((error: unknown) => {
    throw error instanceof SyntaxError ? failures.malformed('The JSON cannot be read.') : error;
  });
}

/**
 * Reads what a board wrote where nothing says how: JSON, as boards write it too, or a form.
 * @throws SyntaxError for what is neither.
 */
export function parseOfBoard(text: string): unknown {
  const bare = withoutEdges(text);
  if (formStart.test(bare)) return parseForm(bare);
  try {
    return JSON.parse(bare);
  } catch {
    return JSON.parse(mendBoardJson(bare));
  }
}

/** Reads JSON that is called a form, as by clients that state this type unless they are told another. */
function parseMislabelled(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(mendBoardJson(text)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Of a form that a board calls JSON: a name and its value. */
const formStart = /^[a-z_]+=/;

export function parseFormsToo(app: App): void {
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseForm(body as string));
  });
}
