import { isUtf8 } from 'node:buffer';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { withoutEdges } from '../../../kit/http/body-edges.ts';
import { boundBroken } from '../../../kit/http/json-size.ts';

/** What one callback tells, by its fields' names. */
export type CallbackEntry = Record<string, unknown>;

/** Far more than any callback holds. */
const jsonBounds = { values: 2000, depth: 8 };

/**
 * Reads what is posted to a callback by how it begins: JSON, parts of a form (RFC 7578), else a form of one
 * line. What stands between may rename the type, or lose it. JSON may be a list. Of a field that is repeated
 * the last counts.
 * @throws ApiError 400 for JSON that cannot be read.
 */
export function readCallbackBody(octets: Buffer): CallbackEntry[] {
  const text = withoutEdges(octets.toString().replace(/^\uFEFF/, ''));
  if (/^[[{]/.test(text)) return readJson(text, octets).map(withId);
  const fields = text.startsWith('--') ? readParts(text) : new URLSearchParams(text);
  return [withId(Object.fromEntries(fields))];
}

function readJson(text: string, octets: Buffer): CallbackEntry[] {
  if (!isUtf8(octets)) throw failures.malformed('The JSON is not in UTF-8.');
  if (boundBroken(text, jsonBounds)) throw failures.malformed('The JSON holds too much.');
  return [parseAsTexts(text)].flat().filter(isEntry);
}

/** Numbers become texts, in the digits that were sent where they are more than a number keeps; nulls are left out. */
function parseAsTexts(text: string): unknown {
  const asText = (_name: string, value: unknown, { source = '' }: { source?: string } = {}) => {
    if (value === null) return undefined;
    if (typeof value !== 'number') return value;
    return Number.isSafeInteger(value) ? String(value) : source;
  };
  try {
    return JSON.parse(text, asText);
  } catch {
    throw failures.malformed('The body is not valid JSON.');
  }
}

function isEntry(value: unknown): value is CallbackEntry {
  return typeof value === 'object' && value !== null;
}

const partHead = /^[\s\S]*?\r?\n\r?\n/;
const partName = /[;\s]name="?([^";\r\n]*)/i;

/** Fields of a form in parts; the first line is the boundary. */
function readParts(text: string): [name: string, value: string][] {
  const boundary = text.split(/\r?\n/, 1)[0]?.trimEnd() ?? text;
  return text.split(boundary).flatMap((part): [string, string][] => {
    const head = partHead.exec(part)?.[0] ?? '';
    const name = partName.exec(head)?.[1];
    if (name === undefined) return [];
    return [[name, part.slice(head.length).replace(/\r?\n$/, '')]];
  });
}

/** Their answers to a send call the same id by its longer name. */
function withId({ messageId, ...entry }: CallbackEntry): CallbackEntry {
  return { ...entry, id: entry['id'] || messageId };
}
