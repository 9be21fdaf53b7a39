import { type Static, type TSchema, Type } from 'typebox';
import { PageCursor, PageLimit, TextCursor } from '../../kit/api/page.ts';
import {
  FormObject,
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  RecordId,
} from '../../kit/api/schema/schema.ts';
import { toIso } from '../../kit/time/instant.ts';
import type { ChosenColumns } from '../contact-files/columns.ts';
import type { ContactFile } from '../contact-files/contact-file.ts';
import { cut, longestName, type Rejection } from '../contact-files/contact-list.ts';
import type { ContactRow } from './contact-queries.ts';
import type { Group as GroupRow } from './queries.ts';
import type { Saved } from './save-contacts.ts';

/** Most contacts of one request, as many as a group holds. */
const mostAtOnce = 10_000;
/** Most rejections that an answer lists; it counts all. */
const mostListed = 100;

export const NewGroup = Type.Object({ name: Line(100) });
export const ContactById = FormObject({ id: RecordId, contact_id: RecordId });

export const GroupsQuery = FormObject({
  limit: PageLimit(),
  after: PageCursor('group'),
});

export const formats = ['json', 'csv'] as const;

export const ContactsQuery = FormObject({
  format: Type.Optional(
    OneOf(formats, {
      description: 'Without it the `Accept` header decides; a CSV file has all contacts.',
    }),
  ),
  limit: PageLimit(),
  after: TextCursor('Number of the last contact'),
});

const columnOfFile = (description: string, minimum: number) =>
  Type.Optional(Type.Integer({ minimum, maximum: 1000, description }));

export const ImportQuery = FormObject({
  phone_column: columnOfFile('Column of a file with the numbers, from 1; found where left out.', 1),
  name_column: columnOfFile('Column with the names, 0 for none; found where left out.', 0),
});
export type ImportQuery = Static<typeof ImportQuery>;

export function chosenColumns({ phone_column, name_column }: ImportQuery): ChosenColumns {
  return {
    phone: phone_column === undefined ? undefined : phone_column - 1,
    name: name_column === undefined ? undefined : name_column === 0 ? null : name_column - 1,
  };
}

/** Of any type, since what is no contact is rejected by itself; but an object has these fields alone. */
const ContactLike = Type.Unsafe<unknown>({ properties: { phone: {}, name: {} } });

export const NewContacts = Type.Object({
  contacts: Type.Array(ContactLike, {
    minItems: 1,
    maxItems: mostAtOnce,
    description:
      `Objects \`{"phone", "name"}\`; \`name\` is optional, at most ${longestName} characters. ` +
      'What is none is rejected, without harm to the others.',
  }),
});

export type NewContactsBody = Static<typeof NewContacts> | string | undefined;

/** The two forms in which contacts are sent. */
export const NewContactsContent = {
  content: {
    'application/json': { schema: NewContacts },
    'text/csv': {
      schema: Type.String({
        description:
          `A contact a line, at most ${mostAtOnce}, as phone books and spreadsheets export them: the ` +
          'columns are found by their headings, else by where the numbers stand.',
      }),
    },
  },
};

export const Group = Named(
  'Group',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    contact_count: Type.Integer(),
    created_at: Instant,
  }),
);

export const Contact = Named(
  'Contact',
  Type.Object({
    id: Type.Integer(),
    phone: Type.String({ description: '`254XXXXXXXXX`.' }),
    name: Nullable(Type.String()),
    created_at: Instant,
  }),
);

/** A file is written by ourselves, so only its JSON form has a type. */
type Shown = { description: string; content: Record<string, { schema: TSchema }> };

export const ContactsContent: Shown = {
  description: "The group's contacts in the order of their numbers.",
  content: {
    'application/json': { schema: Type.Array(Contact) },
    'text/csv': { schema: Type.String() },
  },
};

export const SavedContacts = Named(
  'SavedContacts',
  Type.Object({
    added: Type.Integer(),
    updated: Type.Integer({ description: 'Numbers that the group had already.' }),
    rejected: Type.Array(
      Type.Object({
        index: Type.Optional(Type.Integer({ description: 'Place in the list, from 0.' })),
        line: Type.Optional(Type.Integer({ description: 'Line of the file, from 1.' })),
        to: Nullable(Type.String()),
        error: Type.String(),
      }),
      { description: `The first ${mostListed}.` },
    ),
    rejected_count: Type.Integer(),
    mended: Type.Optional(
      Type.Array(
        Type.Object({
          line: Type.Integer({ description: 'Line of the file, from 1.' }),
          written: Type.String({ description: 'As it stood there.' }),
          phones: Type.Array(Type.String(), { description: 'Numbers that were taken of it.' }),
          note: Type.String(),
        }),
        {
          description:
            `What was read of a file otherwise than it stood there, the first ${mostListed}; ` +
            'left out where there is nothing.',
        },
      ),
    ),
    mended_count: Type.Optional(Type.Integer()),
    read_as: Type.Optional(
      Type.Object(
        {
          encoding: Type.String(),
          delimiter: Type.String(),
          phone_columns: Type.Array(Type.Integer(), {
            description: 'From 1; of each line the first with a number counts.',
          }),
          name_columns: Type.Array(Type.Integer()),
        },
        { description: 'How a file was read that is not UTF-8, or names no column of numbers.' },
      ),
    ),
  }),
);

export function presentGroup(group: GroupRow): Static<typeof Group> {
  const { id, name, contact_count } = group;
  return { id, name, contact_count, created_at: toIso(group.created_at) };
}

export function presentContact(contact: ContactRow): Static<typeof Contact> {
  const { id, phone, name } = contact;
  return { id, phone, name, created_at: toIso(contact.created_at) };
}

/** @param place what the places of a list (`index`) or of a file (`line`) are called. */
export function presentSaved(
  { added, updated, rejections, mended }: Saved,
  place: 'index' | 'line',
): Static<typeof SavedContacts> {
  const rejected = rejections
    .slice(0, mostListed)
    .map(({ at, to, error }: Rejection) => ({ [place]: at, to, error }));
  const answer = { added, updated, rejected, rejected_count: rejections.length };
  if (mended.length === 0) return answer;
  return {
    ...answer,
    mended: mended.slice(0, mostListed).map(({ at, written, phones, note }) => {
      return { line: at, written: cut(written), phones, note };
    }),
    mended_count: mended.length,
  };
}

/** How a file was read, in the answer to it, where it did not say so by itself. */
export function presentReading(
  { columns, delimiter }: ContactFile,
  encoding: string,
): Pick<Static<typeof SavedContacts>, 'read_as'> {
  if (encoding === 'utf-8' && columns.isNamed) return {};
  const fromOne = (places: number[]) => places.map((place) => place + 1);
  return {
    read_as: {
      encoding,
      delimiter,
      phone_columns: fromOne(columns.phone),
      name_columns: fromOne(columns.name.flat()),
    },
  };
}
