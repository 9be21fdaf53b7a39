import { hash } from 'node:crypto';
import type { Ids } from '../../kit/ids.ts';

/** What a program may do with a token: see tanks; or operate them, as an operator of each may. */
export const programScopes = ['read', 'operate'] as const;
export type ProgramScope = (typeof programScopes)[number];

/** A program that makes a request by a token of its own. */
export type Program = {
  /** As its person named it. */
  name: string;
  scope: ProgramScope;
  /** Ids of the only devices it is for; all that the person sees where there is none. */
  deviceIds?: readonly number[];
};

/** Marks a token of ours in a log or a repository. */
const mark = 'kwt_';

/** Of the 43 characters of the secret, the prefix shows eight: enough to tell tokens apart. */
const prefixLength = mark.length + 8;

/** A token with 256 random bits, the part of it that may be shown, and what is stored of it. */
export function newProgramToken(ids: Ids): { token: string; prefix: string; tokenHash: string } {
  const token = mark + ids.secret(32);
  return { token, prefix: token.slice(0, prefixLength), tokenHash: hashOf(token) };
}

/** Returns the hash by which a bearer token of a program is stored; undefined for any other. */
export function programTokenHash(bearer: string | undefined): string | undefined {
  return bearer !== undefined && /^kwt_[\w-]{43}$/.test(bearer) ? hashOf(bearer) : undefined;
}

/** SHA-256, hexadecimal: a token is random, so a slow hash would protect it no better. */
function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
