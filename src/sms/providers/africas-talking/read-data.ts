import { fieldOf, parseJson, textOf } from './read-json.ts';
import type { Recipient } from './recipient-status.ts';

/** `SMSMessageData` of an answer: their words on the call as a whole, and the entries. */
type Data = { message: string; recipients: Recipient[] };

const longestMessage = 200;

/**
 * Reads an answer: JSON as it was asked for, or XML, which they answer with where the `Accept` of the call was
 * lost on the way. What is neither, or not as their documentation has it, is not read at all.
 */
export function readData(text: string): Data | undefined {
  return /^\s*</.test(text) ? readXml(text) : readJson(text);
}

function readJson(text: string): Data | undefined {
  const data = fieldOf(parseJson(text), 'SMSMessageData');
  const message = textOf(data, 'Message').slice(0, longestMessage);
  const entries = entriesIn(fieldOf(data, 'Recipients'), message !== '');
  if (!entries) return undefined;
  return { message, recipients: entries.map((each) => recipientOf((name) => textOf(each, name))) };
}

/** The entries; XML that was made into JSON has a single one in place of a list, perhaps a level deeper. */
function entriesIn(value: unknown, hasMessage: boolean): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value === undefined || value === null || value === '') return hasMessage ? [] : undefined;
  const inner = fieldOf(value, 'Recipient');
  if (inner !== undefined) return Array.isArray(inner) ? inner : [inner];
  return textOf(value, 'number') === '' ? undefined : [value];
}

function readXml(text: string): Data | undefined {
  if (!/<SMSMessageData\s*>/i.test(text)) return undefined;
  const [whole = ''] = text.split(/<Recipients/i);
  const message = elementOf(whole, 'Message').slice(0, longestMessage);
  const entries = text.split(/<Recipient\s*>/i).slice(1);
  if (entries.length === 0 && message === '') return undefined;
  return {
    message,
    recipients: entries.map((each) => recipientOf((name) => elementOf(each, name))),
  };
}

/** The text of an element, empty where there is none. */
function elementOf(xml: string, name: string): string {
  // Letters of other alphabets may change their length with their case.
  const small = xml.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const start = small.indexOf(`<${name.toLowerCase()}>`);
  const end = small.indexOf(`</${name.toLowerCase()}>`, start);
  if (start < 0 || end < 0) return '';
  const text = xml.slice(start + name.length + 2, end);
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity) => entities[entity] ?? '').trim();
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function recipientOf(fieldNamed: (name: keyof Recipient) => string): Recipient {
  return {
    statusCode: fieldNamed('statusCode'),
    number: fieldNamed('number'),
    status: fieldNamed('status').trim(),
    messageId: fieldNamed('messageId').trim(),
  };
}
