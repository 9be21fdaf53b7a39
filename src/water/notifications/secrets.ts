import type { Seal } from '../../accounts/second-factor/seal.ts';

/** Reads and writes sealed columns, as JSON. */
export type Secrets = {
  close: (userId: number, value: unknown) => string;
  /** Undefined for an empty column, or one that another server has sealed. */
  open: <T>(userId: number, sealed: string | null | undefined) => T | undefined;
};

export function createSecrets(seal: Seal): Secrets {
  return {
    close: (userId, value) => seal.close(userId, Buffer.from(JSON.stringify(value))),
    open: <T>(userId: number, sealed: string | null | undefined) => {
      const opened = sealed == null ? undefined : seal.open(userId, sealed);
      return opened && (JSON.parse(opened.toString()) as T);
    },
  };
}
