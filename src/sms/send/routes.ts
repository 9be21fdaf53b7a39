import { fails } from '../../kit/api/failures/failure-schema.ts';
import { compileNamingMore } from '../../kit/api/schema/field-rules.ts';
import type { App } from '../../kit/http/app.ts';
import type { Access } from '../access/access.ts';
import {
  type Idempotency,
  IdempotencyHeader,
  readKeyedRequest,
  replyWith,
} from '../idempotency/idempotency.ts';
import { findMessageFaults } from '../text/message-faults.ts';
import { SendAnswer, SendRequest } from './schemas.ts';
import { type SendDeps, sendMessage } from './send-message.ts';

export type SendRoutesDeps = SendDeps & { access: Access; once: Idempotency };

/** Document 2, section 4, second row. */
export function addSendRoutes(app: App, deps: SendRoutesDeps): void {
  const { access, once } = deps;
  app.post(
    `${access.path}/send`,
    {
      validatorCompiler: compileNamingMore((sent) =>
        findMessageFaults(sent, { now: deps.clock() }),
      ),
      ...access.sendOperation({
        summary: 'Send one SMS',
        description: 'Answers once a provider has taken it, or once it is stored to go later.',
        headers: IdempotencyHeader,
        body: SendRequest,
        response: {
          200: SendAnswer,
          ...fails(402, 403, 409, 502),
        },
      }),
    },
    async (request, reply) => {
      const from = { userId: access.accountOf(request), keyId: access.keyOf(request) };
      const keyed = await readKeyedRequest(request, from.userId);
      const answer = await once(keyed, () => sendMessage(deps, from, request.body, keyed));
      return replyWith(reply, answer) as SendAnswer;
    },
  );
}
