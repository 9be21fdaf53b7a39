import type { Seal } from '../../accounts/second-factor/seal.ts';
import type { Webhook } from './queries.ts';

/** Signing secrets of webhooks, which whoever reads the database alone must not sign with. */
export type WebhookSecrets = {
  /** A secret as it is stored. */
  close: (userId: number, secret: string) => string;
  /** The secret of a webhook; undefined for what another server's secret has sealed. */
  open: (webhook: Pick<Webhook, 'user_id' | 'sealed_secret'>) => string | undefined;
};

export function createWebhookSecrets(seal: Seal): WebhookSecrets {
  return {
    close: (userId, secret) => seal.close(userId, Buffer.from(secret)),
    open: ({ user_id, sealed_secret }) => seal.open(user_id, sealed_secret)?.toString(),
  };
}
