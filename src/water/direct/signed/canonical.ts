import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { rememberedDigits } from '../../signed-counter.ts';

/** First line of whatever is signed: another form would have another one. */
const form = 'kisima-1';

/** What a signature of a request is over. */
export type RequestParts = {
  method: string;
  /** As the API names it, whatever a proxy or a modem makes of it. */
  path: string;
  /** The query as it was sent, without the signature in it; empty where there is none. */
  query: string;
  /** SHA-256 of the body as it was sent, in hexadecimal. */
  bodyHash: string;
  /** The counter, and what is drawn beside it. */
  stamp: string;
};

/** The text that a device signs: no two requests have the same one, since no part holds a line end. */
export function canonicalRequest({ method, path, query, bodyHash, stamp }: RequestParts): string {
  return [form, method, path, query, bodyHash, stamp].join('\n');
}

/** What the signature of an answer is over. */
export type AnswerParts = {
  status: number;
  /** The signature of its request, in hexadecimal: the answer to any other one is of no use. */
  tag: string;
  bodyHash: string;
};

/** The text that the server signs; `answer` stands where a request has its method. */
export function canonicalAnswer({ status, tag, bodyHash }: AnswerParts): string {
  return [form, 'answer', status, tag, bodyHash].join('\n');
}

/** What the signature of a message of MQTT that goes to a device is over. */
export type DownParts = {
  topic: string;
  /** Signature of the device's last message, in hexadecimal; as much of it as is remembered. */
  tag: string;
  bodyHash: string;
};

/** The text that the server signs of such a message: an answer whose topic stands where others have a status. */
export function canonicalDown({ topic, tag, bodyHash }: DownParts): string {
  return [form, 'answer', topic, tag.slice(0, rememberedDigits), bodyHash].join('\n');
}

/** HMAC-SHA256 (RFC 2104) of a text by a device's key, in hexadecimal. */
export function signText(apiKey: string, text: string): string {
  return createHmac('sha256', apiKey).update(text).digest('hex');
}

export function hashBody(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Compares two signatures of 64 digits in a time that tells nothing of where they differ. */
export function isSameSignature(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
