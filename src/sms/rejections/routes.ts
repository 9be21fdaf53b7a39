import { type Static, Type } from 'typebox';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { cutPage, inLink, PageLimit, usualPage } from '../../kit/api/page.ts';
import { FormObject, Named, Nullable } from '../../kit/api/schema/schema.ts';
import { pagesOf } from '../../kit/async/rows-of-pages.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import type { Access } from '../access/access.ts';
import { answerCsv, FormatField, ListOrFile } from '../files/csv-answer.ts';
import { findJob } from '../jobs/queries.ts';
import { ByJobId } from '../jobs/routes.ts';
import { findRejections, type RejectionRow } from './queries.ts';

const RejectionsQuery = FormObject({
  format: FormatField,
  limit: PageLimit(),
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: inLink('`index` of the last') }),
  ),
});

const Rejected = Named(
  'SmsRejected',
  Type.Object({
    index: Type.Integer({ description: 'Where it stood in the request, from 0.' }),
    to: Nullable(Type.String({ description: 'As it was written; `null` where it was no text.' })),
    error: Type.String(),
  }),
);

function presentRejection({ place, written, error }: RejectionRow): Static<typeof Rejected> {
  return { index: place, to: written, error };
}

export type RejectionsDeps = { db: Database; longReads: LongReads; access: Access };

/** Beyond document 2: all that a bulk job left out, of which its answer lists the first. */
export function addRejectionsRoutes(app: App, { db, longReads, access }: RejectionsDeps): void {
  const { path, operation } = access;

  app.get(
    `${path}/jobs/:job_id/rejected`,
    {
      // Its HEAD would read all that its GET sends.
      exposeHeadRoute: false,
      ...operation({
        summary: 'List what a bulk job left out, or take it all as a CSV file',
        params: ByJobId,
        querystring: RejectionsQuery,
        response: {
          200: ListOrFile('What was left out, in the order of the request.', Type.Array(Rejected)),
          ...fails(404),
        },
      }),
    },
    async (request, reply) => {
      const { format, limit = usualPage, after = -1 } = request.query;
      const job = { userId: access.accountOf(request), jobId: request.params.job_id };
      if (!(await findJob(db.read, job.userId, job.jobId))) throw failures.notFound('Job');
      if (format === 'csv') {
        return await answerCsv({ longReads, request, accountId: job.userId }, reply, {
          name: `rejected-${job.jobId}`,
          columns: ['index', 'to', 'error'],
          cellsOf: ({ place, written, error }: RejectionRow) => [place, written, error],
          pages: (signal) =>
            pagesOf<RejectionRow>(1000, ({ after: last, limit }) =>
              db.inTurn(
                () => findRejections(db.longRead, job, { after: last?.place ?? -1, limit }),
                signal,
              ),
            ),
        });
      }
      const rows = await findRejections(db.longRead, job, { after, limit: limit + 1 });
      const page = cutPage(request, reply, { rows, limit, cursor: 'after', key: 'place' });
      return reply.send(page.map(presentRejection));
    },
  );
}
