import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Ids } from './ids.ts';

/** A row from which a token or a key is derived, with random text of its own. */
export type SaltedRow = { id: number; salt: string };

export type SignedIds = {
  /** Letters, digits, `-` and `_`. */
  tokenOf: (row: SaltedRow) => string;
  /** Id of the only row that a token can belong to; undefined for malformed tokens. */
  idOf: (token: string) => number | undefined;
  /** True if a token is this row's, in the spelling in which it was given. */
  isOf: (token: string, row: SaltedRow) => boolean;
};

/** 72 bits: short enough for an SMS, and too many to guess. */
const macBytes = 9;

const saltBytes = 9;

/**
 * Random input of derivations beside a row's id: a database that was put back gives ids again, and nothing
 * that was derived of them before may fit the new rows.
 */
export function drawSalt(ids: Pick<Ids, 'secret'>): string {
  return ids.secret(saltBytes);
}

/**
 * Tokens that let their holder do one thing to the row with an id, and nothing else. Each is the id with
 * the HMAC of id and salt, so that none is stored and a reader of the database cannot make one.
 * @param purpose use of the tokens; a token of one purpose is invalid for another.
 */
export function createSignedIds(serverSecret: Buffer, purpose: string): SignedIds {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', purpose, 32));
  const tokenOf = ({ id, salt }: SaltedRow): string => {
    const mac = createHmac('sha256', key).update(`${id}\n${salt}`).digest();
    return id.toString(36) + mac.subarray(0, macBytes).toString('base64url');
  };
  return {
    tokenOf,
    idOf: (token) => {
      const [, digits] = /^([1-9a-z][0-9a-z]{0,10})[\w-]{12}$/.exec(token) ?? [];
      const id = digits === undefined ? undefined : Number.parseInt(digits, 36);
      return Number.isSafeInteger(id) ? id : undefined;
    },
    isOf: (token, row) => {
      const [given, right] = [Buffer.from(token), Buffer.from(tokenOf(row))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
