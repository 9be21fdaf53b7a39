import { type Static, Type } from 'typebox';
import type { ImportRowStatus } from '../../db/tables/device-tables.ts';
import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { PageCursor, PageLimit } from '../../kit/api/page.ts';
import { FormObject, Instant, Line, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import type { Cells } from './columns.ts';
import { mostFileDevices } from './device-file.ts';
import type { Import as ImportRecord, ImportRow as RowRecord } from './queries.ts';

export const NewImportQuery = FormObject({
  file: Type.Optional(Line(200, { description: 'Its name, for the list of imports.' })),
});

export const NewImportContent = {
  content: {
    'text/csv': {
      schema: Type.String({
        description: `A device a line, at most ${mostFileDevices}, with headings in English or Swahili.`,
      }),
    },
  },
};

const Count = Type.Integer({ minimum: 0 });

export const DeviceImport = Named(
  'DeviceImport',
  Type.Object({
    id: Type.Integer(),
    file: Nullable(Type.String()),
    status: OneOf(['running', 'finished', 'cancelled']),
    lines: Count,
    registered: Count,
    known: Type.Integer({ minimum: 0, description: "Devices that were the caller's before." }),
    refused: Count,
    open: Type.Integer({ minimum: 0, description: 'Lines that nothing was done of yet.' }),
    created_at: Instant,
    finished_at: Nullable(Instant),
  }),
);

export function presentImport(row: ImportRecord): Static<typeof DeviceImport> {
  const { id, registered, known, refused } = row;
  const isRunning = row.finished_at === null;
  return {
    id,
    file: row.file_name,
    status: isRunning ? 'running' : row.cancelled_at === null ? 'finished' : 'cancelled',
    lines: row.line_count,
    registered,
    known,
    refused,
    open: Math.max(0, row.line_count - registered - known - refused),
    created_at: toIso(row.created_at),
    finished_at: toIsoOrNull(row.finished_at),
  };
}

const rowStatuses = ['open', 'registered', 'known', 'refused'] as const;

export const RowsQuery = FormObject({
  status: Type.Optional(OneOf(rowStatuses)),
  limit: PageLimit(),
  after: PageCursor('line'),
});

/** Stored statuses of an answered one. */
export function statusesOf(status?: (typeof rowStatuses)[number]): ImportRowStatus[] {
  if (status === undefined) return [...rowStatuses, 'unreadable'];
  return status === 'refused' ? ['refused', 'unreadable'] : [status];
}

export const DeviceImportRow = Named(
  'DeviceImportRow',
  Type.Object({
    line: Type.Integer({ minimum: 1, description: 'Of the file.' }),
    status: OneOf(rowStatuses),
    device_id: Nullable(Type.String()),
    cells: Type.Record(Type.String(), Type.String(), { description: 'What it says, by column.' }),
    errors: Type.Array(
      Type.Object({
        field: Type.String({ description: 'The wrong column.' }),
        message: Type.String(),
      }),
    ),
  }),
);

export function presentRow(row: RowRecord): Static<typeof DeviceImportRow> {
  return {
    line: row.line,
    status: row.status === 'unreadable' ? 'refused' : row.status,
    device_id: row.device_id === null ? null : String(row.device_id),
    cells: cellsOf(row) as Record<string, string>,
    errors: errorsOf(row),
  };
}

export function cellsOf({ cells }: Pick<RowRecord, 'cells'>): Cells {
  return JSON.parse(cells) as Cells;
}

export function errorsOf({ errors }: Pick<RowRecord, 'errors'>): FieldError[] {
  return errors === null ? [] : (JSON.parse(errors) as FieldError[]);
}

export const files = ['refused', 'keys'] as const;

export const FileQuery = FormObject({
  rows: OneOf(files, {
    description:
      '`refused`: the lines that were refused, to be mended and sent again; `keys`: the devices with their ' +
      'keys, and the link of an offer that waits.',
  }),
});

export const FileContent = {
  description: 'A CSV file.',
  content: { 'text/csv': { schema: Type.String() } },
};
