import type { App } from '../../kit/app.ts';
import { fails } from '../../kit/failure-schema.ts';
import type { KeyGuard } from '../api-key-guard.ts';
import { type Idempotency, readKeyedRequest } from '../idempotency/idempotency.ts';
import { IdempotencyHeader } from '../idempotency/schemas.ts';
import { SendAnswer, SendRequest } from './schemas.ts';
import { type SendDeps, sendMessage } from './send-message.ts';

export type SendRoutesDeps = SendDeps & { keys: KeyGuard; once: Idempotency };

/** Document 2, section 4, second row. */
export function addSendRoutes(app: App, deps: SendRoutesDeps): void {
  const { keys, once } = deps;
  app.post(
    '/sms/send',
    {
      onRequest: keys.requireKey,
      schema: {
        tags: ['SMS'],
        security: [{ apiKey: [] }],
        summary: 'Send one SMS',
        description: 'Answers once a provider has taken it, or once it is stored to go later.',
        headers: IdempotencyHeader,
        body: SendRequest,
        response: {
          200: SendAnswer,
          ...fails(400, 401, 402, 403, 409, 413, 415, 429, 502, 503),
        },
      },
    },
    async (request, reply) => {
      const { userId } = keys.holderOf(request);
      const keyed = readKeyedRequest(request, userId);
      const answer = await once(keyed, () => sendMessage(deps, userId, request.body, keyed));
      reply.code(answer.status as 200);
      return answer.body as SendAnswer;
    },
  );
}
