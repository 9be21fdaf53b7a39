import { hash } from 'node:crypto';
import type { Ids } from '../../kit/ids.ts';

/** Marks a key of ours in a log or a repository. */
const mark = 'ksm_';

/** Of the 43 characters of the secret, the prefix shows eight: enough to tell keys apart. */
const prefixLength = mark.length + 8;

/** A key with 256 random bits, the part of it that may be shown, and what is stored of it. */
export function newApiKey(ids: Ids): { apiKey: string; prefix: string; keyHash: string } {
  const apiKey = mark + ids.secret(32);
  return { apiKey, prefix: apiKey.slice(0, prefixLength), keyHash: hashApiKey(apiKey) };
}

/** True if a text has the form of a key, good or not: 256 bits in base64url after the mark. */
export function looksLikeApiKey(text: string): boolean {
  return /^ksm_[\w-]{43}$/.test(text);
}

/** SHA-256, hexadecimal: a key is random, so a slow hash would protect it no better. */
export function hashApiKey(apiKey: string): string {
  return hash('sha256', apiKey, 'hex');
}
