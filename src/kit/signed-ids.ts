import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export type SignedIds = {
  /** Letters, digits, `-` and `_`. */
  tokenOf: (id: number) => string;
  /** The id of a token; undefined where it is not one of ours. */
  read: (token: string) => number | undefined;
};

/** 72 bits: short enough for an SMS, and nobody finds one by trying. */
const macBytes = 9;

/**
 * Tokens that let whoever holds one do one thing to the record with an id, and nothing else. Each is the id
 * with its HMAC, so that none is stored and whoever reads the database cannot make one.
 * @param purpose what they are for; a token of one purpose is none of another.
 */
export function createSignedIds(serverSecret: Buffer, purpose: string): SignedIds {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', purpose, 32));
  const macOf = (id: number) =>
    createHmac('sha256', key).update(String(id)).digest().subarray(0, macBytes);
  return {
    tokenOf: (id) => id.toString(36) + macOf(id).toString('base64url'),
    read: (token) => {
      const match = /^([0-9a-z]{1,10})([\w-]{12})$/.exec(token);
      if (!match) return undefined;
      const id = Number.parseInt(match[1] ?? '', 36);
      const mac = Buffer.from(match[2] ?? '', 'base64url');
      return timingSafeEqual(mac, macOf(id)) ? id : undefined;
    },
  };
}
