import type { Seal } from '../../accounts/second-factor/seal.ts';
import type { Webhook } from './queries.ts';

/** Signing secrets of webhooks, sealed so that a reader of the database alone cannot sign with them. */
export type WebhookSecrets = {
  /** Seals a secret for storage. */
  close: (userId: number, secret: string) => string;
  /** Opens the secret of a webhook; undefined for one that another server's secret has sealed. */
  open: (webhook: Pick<Webhook, 'user_id' | 'sealed_secret'>) => string | undefined;
};

export function createWebhookSecrets(seal: Seal): WebhookSecrets {
  return {
    close: (userId, secret) => seal.close(userId, Buffer.from(secret)),
    open: ({ user_id, sealed_secret }) => seal.open(user_id, sealed_secret)?.toString(),
  };
}
