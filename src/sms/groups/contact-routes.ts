import type { FastifyRequest } from 'fastify';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { findPageBy } from '../../kit/api/page.ts';
import { ById } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import { asAttachment } from '../../kit/http/attachment.ts';
import { parseTableFiles } from '../../kit/http/table-files.ts';
import type { TextEncoding } from '../../kit/text/decode-text.ts';
import {
  type ContactFile,
  contactFileHeader,
  contactFileLine,
  readContactFile,
} from '../contact-files/contact-file.ts';
import { type ReadContacts, readContacts, writtenIn } from '../contact-files/contact-list.ts';
import { type ContactRow, deleteContact, findContacts } from './contact-queries.ts';
import { findGroup } from './queries.ts';
import type { GroupsDeps } from './routes.ts';
import { mostContacts, saveContacts } from './save-contacts.ts';
import {
  Contact,
  ContactById,
  ContactsContent,
  ContactsQuery,
  chosenColumns,
  type formats,
  ImportQuery,
  type NewContactsBody,
  NewContactsContent,
  presentContact,
  presentReading,
  presentSaved,
  SavedContacts,
} from './schemas.ts';

const path = '/account/groups/:id/contacts';

/** Ten thousand contacts with long names in any script. */
const bodyLimit = 4_194_304;

/** Serves a group's contacts, as JSON and as CSV at the same address. */
export async function addContactsRoutes(app: App, deps: GroupsDeps): Promise<void> {
  const { db, guard, longReads } = deps;
  const operation = operationsForUsers(guard, 'SMS account');

  const encodings = new WeakMap<FastifyRequest, TextEncoding>();

  await app.register(async (scope) => {
    const keep = (request: FastifyRequest, encoding: TextEncoding) =>
      encodings.set(request, encoding);
    parseTableFiles(scope, keep, ['text/vcard', 'text/x-vcard', 'text/directory']);
    scope.post<{ Params: { id: number }; Querystring: ImportQuery; Body: NewContactsBody }>(
      path,
      {
        bodyLimit,
        ...operation({
          summary: 'Add contacts, or give known ones their new names',
          description:
            'As JSON or as a CSV file. Bad ones are listed and the good ones kept; 201 where a ' +
            'contact is new, else 200.',
          params: ById,
          querystring: ImportQuery,
          body: NewContactsContent,
          response: {
            200: SavedContacts,
            201: SavedContacts,
            ...fails(404),
          },
        }),
      },
      async (request, reply) => {
        const group = { userId: guard.callerOf(request).userId, groupId: request.params.id };
        const given = await readRequest(request.body, request.query);
        const saved = await saveContacts(deps, group, given);
        reply.code(saved.added > 0 ? 201 : 200);
        const { file } = given;
        if (!file) return presentSaved(saved, 'index');
        return {
          ...presentSaved(saved, 'line'),
          ...presentReading(file, encodings.get(request) ?? 'utf-8'),
        };
      },
    );
  });

  app.get(
    path,
    {
      // Its HEAD would read all that its GET sends.
      exposeHeadRoute: false,
      ...operation({
        summary: "List a group's contacts, or take them all as a CSV file",
        params: ById,
        querystring: ContactsQuery,
        response: { 200: ContactsContent, ...fails(404) },
      }),
    },
    async (request, reply) => {
      const { format = accepted(request) } = request.query;
      const group = { userId: guard.callerOf(request).userId, groupId: request.params.id };
      if (!(await findGroup(db.read, group.userId, group.groupId))) {
        throw failures.notFound('Group');
      }
      reply.header('vary', 'accept');
      if (format === 'csv') {
        const name = `contacts-${group.groupId}.csv`;
        const reader = { accountId: group.userId, request };
        const { content } = await longReads.written(reader, async (signal) => ({
          pieces: exportContacts(db, group, signal),
        }));
        return asAttachment(reply, name).send(content);
      }
      const page = await findPageBy('phone', request, reply, (page) =>
        findContacts(db.longRead, group, page),
      );
      return reply.send(page.map(presentContact));
    },
  );

  app.delete(
    `${path}/:contact_id`,
    operation({
      summary: 'Delete a contact of a group',
      params: ContactById,
      response: { 200: Contact, ...fails(404) },
    }),
    async (request) => {
      const { id, contact_id } = request.params;
      const group = { userId: guard.callerOf(request).userId, groupId: id };
      const contact = await deleteContact(db.write, group, contact_id);
      if (!contact) throw failures.notFound('Contact');
      return presentContact(contact);
    },
  );
}

function accepted({ headers }: FastifyRequest): (typeof formats)[number] {
  return /\btext\/csv\b/i.test(headers.accept ?? '') ? 'csv' : 'json';
}

type OfGroup = { userId: number; groupId: number };

const pageSize = 1000;

/** Reads a group's contacts as CSV, page by page, while it is taken. */
async function* exportContacts(
  { longRead, inTurn }: Pick<Database, 'longRead' | 'inTurn'>,
  group: OfGroup,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const read = (after: string): Promise<ContactRow[]> =>
    inTurn(() => findContacts(longRead, group, { after, limit: pageSize }), signal);
  let page = await read('');
  yield contactFileHeader + page.map(contactFileLine).join('');
  while (page.length === pageSize) {
    page = await read(page.at(-1)?.phone ?? '');
    yield page.map(contactFileLine).join('');
  }
}

type GivenContacts = ReadContacts & { file?: ContactFile };

/**
 * The contacts of a request, which come as a list in JSON or as a CSV file.
 * @throws 400 for a file that holds none, or too many.
 */
async function readRequest(
  body: { contacts: unknown[] } | string | undefined,
  query: ImportQuery,
): Promise<GivenContacts> {
  if (body === undefined) throw failures.invalidField('contacts', fault('required'));
  if (typeof body !== 'string') return await readContacts(writtenIn(body.contacts));
  const file = readContactFile(body, mostContacts, chosenColumns(query));
  const read = await readContacts(file.written);
  if (file.count() === 0) throw failures.invalidField('body', fault('noContacts'));
  if (file.count() > mostContacts) {
    throw failures.invalidField('body', fault('mostContacts', { most: mostContacts }));
  }
  return { file, ...read };
}
