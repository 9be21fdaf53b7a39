import { fails } from '../../../kit/api/failures/failure-schema.ts';
import type { App } from '../../../kit/http/app.ts';
import { inflateBody } from '../../../kit/http/inflate.ts';
import { type SentSignature, signatureOf } from '../signed/sent-signature.ts';
import { readBatch } from './read-batch.ts';
import { BatchAnswer, BatchContent, BatchQuery } from './schemas.ts';
import { type BatchDeps, takeBatch } from './take-batch.ts';

/** A thousand readings with every field that there is, each as long as it may be. */
const bodyLimit = 2_097_152;

type BatchRoutesDeps = BatchDeps & {
  /** Answers 503 to whoever would wait too long. */
  inTime: <T>(work: Promise<T>) => Promise<T>;
  noteRefused: (sent: unknown, error: unknown, signed?: SentSignature) => Promise<void>;
};

/** `POST /iot_push_batch.php`: what a board has kept, or a gateway has gathered. */
export function addBatchRoutes(app: App, deps: BatchRoutesDeps): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      '/iot_push_batch.php',
      {
        bodyLimit,
        config: { isForDevices: true },
        preParsing: inflateBody,
        // `readBatch` reads what came itself, since a reading that is wrong is refused alone.
        validatorCompiler: () => (value) => ({ value }),
        schema: {
          summary: 'Push readings that were kept',
          description:
            'As JSON or CSV, also compressed (`Content-Encoding: gzip` or `deflate`). What is wrong is refused by itself.',
          tags: ['Direct device endpoints'],
          querystring: BatchQuery,
          body: BatchContent,
          response: { 200: BatchAnswer, ...fails(401, 404, 409, 429) },
        },
      },
      async (request) => {
        const { query, body } = request;
        const signed = signatureOf(request);
        try {
          const sent = readBatch(query as object, body);
          return await deps.inTime(takeBatch(deps, { ...sent, signed }));
        } catch (error) {
          await deps.noteRefused({ ...(query as object), ...(body as object) }, error, signed);
          throw error;
        }
      },
    );
  });
}
