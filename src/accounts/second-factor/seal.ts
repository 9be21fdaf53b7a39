import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Ids } from '../../kit/ids.ts';

/**
 * Encrypts secrets that must be read again, so that a reader of the database cannot read them without the
 * server's secret.
 */
export type Seal = {
  close: (userId: number, secret: Uint8Array) => string;
  /** Undefined for a value sealed for another account or with another server's secret. */
  open: (userId: number, sealed: string) => Buffer | undefined;
};

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Kinds of secrets; each has a key of its own. */
type Purpose = 'second factors' | 'notifications' | 'webhooks' | 'network servers';

/** Seals with a key that is derived from the server's secret (RFC 5869). */
export function createSeal(
  serverSecret: Buffer,
  ids: Ids,
  purpose: Purpose = 'second factors',
): Seal {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', `kisima ${purpose}`, 32));

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
