import { randomBytes, randomUUID } from 'node:crypto';

/** Where identifiers and secrets come from; passed in, so that tests can foresee them. */
export type Ids = {
  /** A random UUID, version 4. */
  uuid: () => string;
  /** `bytes` random bytes as URL-safe text without padding. */
  secret: (bytes: number) => string;
};

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
};
