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
import { findBulkFaults } from './bulk-faults.ts';
import { BulkAnswer, BulkRequest, DryRunAnswer } from './schemas.ts';
import { type BulkDeps, dryRun, sendBulk } from './send-bulk.ts';

export type BulkRoutesDeps = BulkDeps & { access: Access; once: Idempotency };

/** Ten thousand texts of six segments in any script, with numbers and references: about 15 MB of UTF-8. */
const bodyLimit = 16_777_216;

/** Document 2, section 4, third row. */
export function addBulkRoutes(app: App, deps: BulkRoutesDeps): void {
  const { access, once } = deps;
  app.post(
    `${access.path}/bulk`,
    {
      bodyLimit,
      validatorCompiler: compileNamingMore((sent) => findBulkFaults(sent, deps.clock())),
      ...access.sendOperation({
        summary: 'Queue one SMS to many numbers',
        description:
          'Answers 202 once the whole job is durable; 200 for a dry run, which stores nothing.',
        headers: IdempotencyHeader,
        body: BulkRequest,
        response: {
          200: DryRunAnswer,
          202: BulkAnswer,
          ...fails(402, 403, 409),
        },
      }),
    },
    async (request, reply) => {
      const userId = access.accountOf(request);
      if (request.body.dry_run) return await dryRun(deps, userId, request.body);
      const from = { userId, keyId: access.keyOf(request) };
      const keyed = await readKeyedRequest(request, userId);
      const answer = await once(keyed, () => sendBulk(deps, from, request.body, keyed));
      return replyWith(reply, answer) as BulkAnswer;
    },
  );
}
