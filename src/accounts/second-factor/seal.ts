import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Ids } from '../../kit/ids.ts';

/** Keeps the secrets of codes from whoever reads the database without the server's secret. */
export type Seal = {
  close: (userId: number, secret: Uint8Array) => string;
  /** Undefined for what was sealed for another account or with another server's secret. */
  open: (userId: number, sealed: string) => Buffer | undefined;
};

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Seals with a key of its own, derived from the server's secret (RFC 5869). */
export function createSeal(serverSecret: Buffer, ids: Ids): Seal {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', 'kisima second factors', 32));

  return {
    close: (userId, secret) => {
      const iv = Buffer.from(ids.secret(ivBytes), 'base64url');
      const cipher = createCipheriv(algorithm, key, iv).setAAD(ownerOf(userId));
      const closed = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), closed]).toString('base64url');
    },
    open: (userId, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const iv = bytes.subarray(0, ivBytes);
      const tag = bytes.subarray(ivBytes, ivBytes + tagBytes);
      try {
        const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
        decipher.setAAD(ownerOf(userId)).setAuthTag(tag);
        return Buffer.concat([
          decipher.update(bytes.subarray(ivBytes + tagBytes)),
          decipher.final(),
        ]);
      } catch {
        return undefined;
      }
    },
  };
}

/** Bound to the account, so that a row copied to another one opens nothing. */
function ownerOf(userId: number): Buffer {
  return Buffer.from(`user ${userId}`);
}
