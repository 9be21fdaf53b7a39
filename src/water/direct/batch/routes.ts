import type { FastifyRequest } from 'fastify';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import type { App } from '../../../kit/http/app.ts';
import { formType, readForm } from '../../../kit/http/body-parsers.ts';
import { inflateBody } from '../../../kit/http/inflate.ts';
import type { DeviceDoor } from '../device-door.ts';
import { signatureOf } from '../signed/sent-signature.ts';
import { BatchAnswer, BatchContent, BatchQuery } from './schemas.ts';

/** A thousand readings with every field that there is, each as long as it may be. */
const bodyLimit = 2_097_152;

/** A first line that is no field of a form, and no JSON; it may say what separates the cells (`sep=;`). */
const isTable = /^(?![\s\0]*[{[])(?:\uFEFF?\s{0,8}"?sep=|[^=\r\n]*(?:[\r\n]|$))/i;

/** `POST /iot_push_batch.php`: what a board has kept, or a gateway has gathered. */
export function addBatchRoutes(app: App, takeBatch: DeviceDoor['takeBatch']): void {
  app.register(async (scope) => {
    // What a client is not told to call a file it calls a form, or as the last one was.
    scope.removeContentTypeParser(formType);
    scope.addContentTypeParser(
      ['text/csv', formType],
      { parseAs: 'string' },
      async (request: FastifyRequest, body: string) =>
        isTable.test(body) ? body : await readForm(request, body),
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
        return await takeBatch({ query: query as object, body, signed: signatureOf(request) });
      },
    );
  });
}
