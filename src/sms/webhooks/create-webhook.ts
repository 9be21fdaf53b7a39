import type { Database } from '../../db/database.ts';
import type { Destinations } from '../../delivery/destinations.ts';
import { readPostUrl } from '../../delivery/read-url.ts';
import { writeSecret } from '../../delivery/sign-post.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { addWithinCap, type Cap } from '../add-within-cap.ts';
import { countWebhooks, insertWebhook, type Webhook } from './queries.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

type CreateDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  destinations: Destinations;
  secrets: WebhookSecrets;
};

const mostWebhooks = 10;

const cap: Cap = {
  most: mostWebhooks,
  count: countWebhooks,
  code: 'too_many_webhooks',
  message: `An account has at most ${mostWebhooks} webhooks; delete one first.`,
};

/**
 * Gives an account a further webhook, with a secret that nobody can be shown again.
 * @throws 400 for a URL that events cannot go to, 409 where the account has ten already.
 */
export async function createWebhook(
  { db, clock, ids, destinations, secrets }: CreateDeps,
  userId: number,
  text: string,
): Promise<{ webhook: Webhook; secret: string }> {
  const url = readPostUrl(text, destinations);
  const secret = writeSecret(Buffer.from(ids.secret(32), 'base64url'));
  const sealed_secret = secrets.close(userId, secret);
  const row = { user_id: userId, url, sealed_secret, created_at: clock() };
  const webhook = await addWithinCap(db, userId, cap, (trx) => insertWebhook(trx, row));
  return { webhook, secret };
}
