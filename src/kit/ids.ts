import { randomBytes, randomUUID } from 'node:crypto';

/** Source of identifiers and secrets; passed in, so that tests can foresee them. */
export type Ids = {
  uuid: () => string;
  /** `bytes` random bytes as URL-safe text without padding. */
  secret: (bytes: number) => string;
};

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
};
