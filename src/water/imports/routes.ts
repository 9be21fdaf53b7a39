import { Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { cutPage, findPage, PageQuery, usualPage } from '../../kit/api/page.ts';
import { ById } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import { askedOrigin } from '../../kit/http/asked-origin.ts';
import { asAttachment } from '../../kit/http/attachment.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import { parseTableFiles } from '../../kit/http/table-files.ts';
import { createSignedIds } from '../../kit/signed-ids.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { actorOf } from '../device-log.ts';
import { readerOf } from '../guards.ts';
import { finishImport } from './course-queries.ts';
import { mostFileBytes } from './device-file.ts';
import { writeKeys, writeRefused } from './files.ts';
import { findImports, findRows } from './queries.ts';
import {
  DeviceImport,
  DeviceImportRow,
  FileContent,
  FileQuery,
  NewImportContent,
  NewImportQuery,
  presentImport,
  presentRow,
  RowsQuery,
  statusesOf,
} from './schemas.ts';
import { requireImport, storeImport } from './store-import.ts';

export type ImportsDeps = {
  db: Database;
  clock: Clock;
  guard: Guard;
  longReads: LongReads;
  /** Secret of the server, of which keys of devices and codes of offers are derived. */
  secret: Buffer;
  /** Address of the server for links, where it is set. */
  publicUrl: string | undefined;
};

const path = '/api/imports';

/** Adds operations beyond document 1: files of devices, whose lines the server registers by itself. */
export async function addImportsRoutes(app: App, deps: ImportsDeps): Promise<void> {
  const { db, clock, guard, longReads, secret, publicUrl } = deps;
  const operation = operationsForUsers(guard, 'Imports');
  const codes = createSignedIds(secret, 'kisima invitations');

  await app.register(async (scope) => {
    parseTableFiles(scope);
    scope.post<{ Querystring: { file?: string }; Body: string | undefined }>(
      path,
      {
        bodyLimit: mostFileBytes,
        ...operation({
          summary: 'Import a file of devices, which goes on by itself',
          description:
            '201 once the file is stored; its lines are then worked on. The same file again is 200 and the ' +
            'same import, which goes on with what was refused or cancelled, or is of devices that are gone since.',
          querystring: NewImportQuery,
          body: NewImportContent,
          response: { 200: DeviceImport, 201: DeviceImport, ...fails(409) },
        }),
      },
      async (request, reply) => {
        const text = request.body;
        if (typeof text !== 'string') {
          throw failures.invalidField('body', fault('noDevices'));
        }
        const file = { text, name: request.query.file };
        const { stored, isNew } = await storeImport(deps, actorOf(guard, request), file);
        reply.code(isNew ? 201 : 200);
        return presentImport(stored);
      },
    );
  });

  app.get(
    path,
    operation({
      summary: "The caller's imports of devices, newest first",
      querystring: PageQuery('import'),
      response: { 200: Type.Array(DeviceImport) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const found = await findPage(request, reply, (page) => findImports(db.read, userId, page));
      return found.map(presentImport);
    },
  );

  app.get(
    `${path}/:id`,
    operation({
      summary: 'An import of devices, and how far it is',
      params: ById,
      response: { 200: DeviceImport, ...fails(404) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      return presentImport(await requireImport(db, userId, request.params.id));
    },
  );

  app.get(
    `${path}/:id/rows`,
    operation({
      summary: 'The lines of an import, each with its outcome',
      params: ById,
      querystring: RowsQuery,
      response: { 200: Type.Array(DeviceImportRow), ...fails(404) },
    }),
    async (request, reply) => {
      const { id } = await requireImport(db, guard.callerOf(request).userId, request.params.id);
      const { status, limit = usualPage, after = 0 } = request.query;
      const statuses = statusesOf(status);
      const rows = await findRows(db.longRead, { id, statuses, after, limit: limit + 1 });
      const page = cutPage(request, reply, { rows, limit, cursor: 'after', key: 'line' });
      return page.map(presentRow);
    },
  );

  app.get(
    `${path}/:id/file`,
    {
      // Its HEAD would read all that its GET sends.
      exposeHeadRoute: false,
      ...operation({
        summary: 'The refused lines of an import, or its devices with their keys, as CSV',
        params: ById,
        querystring: FileQuery,
        response: { 200: FileContent, ...fails(404) },
      }),
    },
    async (request, reply) => {
      const { rows } = request.query;
      const found = await requireImport(db, guard.callerOf(request).userId, request.params.id);
      const origin = publicUrl ?? askedOrigin(request, publicUrl) ?? '';
      const { content } = await longReads.written(readerOf(guard, request), async (signal) => ({
        pieces:
          rows === 'keys'
            ? writeKeys({ db, secret, codes }, found, { origin, now: clock() }, signal)
            : writeRefused({ db, secret, codes }, found, signal),
      }));
      return asAttachment(reply, `devices-${rows}-${found.id}.csv`).send(content);
    },
  );

  app.delete(
    `${path}/:id`,
    operation({
      summary: 'Cancel an import; what is registered stays',
      params: ById,
      response: { 200: DeviceImport, ...fails(404) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const { id } = await requireImport(db, userId, request.params.id);
      await finishImport(db.write, id, { now: clock(), isCancelled: true });
      return presentImport(await requireImport(db, userId, id));
    },
  );
}
