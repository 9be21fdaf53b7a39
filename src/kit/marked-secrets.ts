import { hash } from 'node:crypto';
import type { Ids } from './ids.ts';

/** Secrets of programs, which are shown once and stored as hashes. */
export type MarkedSecrets = {
  /** Makes one with 256 random bits, with the part of it that may be shown, and what is stored of it. */
  make: (ids: Ids) => { secret: string; prefix: string; hash: string };
  /** True if a text has the form of one, good or not: 256 bits in base64url after the mark. */
  looksLike: (text: string) => boolean;
  /** SHA-256, hexadecimal: they are random, so a slow hash would protect them no better. */
  hashOf: (secret: string) => string;
};

/** Of the 43 characters of a secret, the prefix shows eight: enough to tell them apart. */
const shownLength = 8;

/** @param mark tells them from others in a log or a repository. */
export function createMarkedSecrets(mark: string): MarkedSecrets {
  const form = new RegExp(`^${mark}[\\w-]{43}$`);
  const hashOf = (secret: string) => hash('sha256', secret, 'hex');
  return {
    make: (ids) => {
      const secret = mark + ids.secret(32);
      return { secret, prefix: secret.slice(0, mark.length + shownLength), hash: hashOf(secret) };
    },
    looksLike: (text) => form.test(text),
    hashOf,
  };
}
