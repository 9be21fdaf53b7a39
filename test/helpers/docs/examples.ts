import type { Schema } from '../../contract/openapi.ts';

/** A success that a page shows below its request. */
export type ShownAnswer = { route: string; status: string; body: string };

const requestLine = /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)(?:\?(\S*))?$/;
const successLine = /^2\d\d$/;

/** Finds the answers in JSON that a page shows in blocks of a request and its answer. */
export function answersShownIn(page: string): ShownAnswer[] {
  return Array.from(page.matchAll(/^```http\n(.*?)^```/gms), ([, block = '']) =>
    answersOfBlock(block),
  ).flat();
}

function answersOfBlock(block: string): ShownAnswer[] {
  const shown: ShownAnswer[] = [];
  let route: string | undefined;
  let current: ShownAnswer | undefined;
  for (const line of block.split('\n')) {
    const request = requestLine.exec(line);
    if (request || line === '') current = undefined;
    if (request) route = routeOf(request);
    else if (route !== undefined && successLine.test(line)) {
      current = { route, status: line, body: '' };
      shown.push(current);
    } else if (current && (current.body !== '' || /^[[{]/.test(line))) current.body += `${line}\n`;
  }
  return shown.filter(({ body }) => body !== '');
}

function routeOf([, method, path, query]: RegExpExecArray): string {
  const action = new URLSearchParams(query).get('action');
  return `${method} ${path}${action === null ? '' : `?action=${action}`}`;
}

/** Name of a member, and an entry of a list, that stands for what an example leaves out. */
const others = '…';

/** Reads an example, in which `…` may stand for further members, entries or a value; undefined of what is no JSON. */
export function readShown(text: string): unknown {
  const open: string[] = [];
  const json = text.replaceAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|…/g, (token, at: number) => {
    if (token === '[' || token === '{') open.push(token);
    if (token === ']' || token === '}') open.pop();
    if (token !== others) return token;
    const isMember = open.at(-1) === '{' && !/:\s*$/.test(text.slice(0, at));
    return isMember ? `"${others}": 0` : `"${others}"`;
  });
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Names the required fields of a schema that an example neither has nor leaves out by `…`. */
export function missingIn(value: unknown, schema: Schema, place = ''): string[] {
  if (schema.anyOf) {
    const all = schema.anyOf.map((each) => missingIn(value, each, place));
    return all.reduce((least, each) => (each.length < least.length ? each : least));
  }
  if (Array.isArray(value)) {
    return value.flatMap((each) => (schema.items ? missingIn(each, schema.items, place) : []));
  }
  if (typeof value !== 'object' || value === null) return [];
  const members = value as Record<string, unknown>;
  const isCut = Object.hasOwn(members, others);
  const missing = (schema.required ?? []).filter((name) => !isCut && !Object.hasOwn(members, name));
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    missingIn(members[name], each, `${place}${name}.`),
  );
  return [...missing.map((name) => place + name), ...below];
}
