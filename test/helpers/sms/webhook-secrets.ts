import { createSeal } from '../../../src/accounts/second-factor/seal.ts';
import { writeSecret } from '../../../src/delivery/sign-post.ts';
import { randomIds } from '../../../src/kit/ids.ts';
import { createWebhookSecrets } from '../../../src/sms/webhooks/webhook-secrets.ts';

/** Those of a server in tests that make webhooks without its API. */
export const webhookSecrets = createWebhookSecrets(
  createSeal(Buffer.alloc(32, 1), randomIds, 'webhooks'),
);

/** A secret as it is stored. */
export const sealSecret = (userId: number, bytes: Uint8Array = Buffer.alloc(32)): string =>
  webhookSecrets.close(userId, writeSecret(bytes));
