import type { Database } from '../../db/database.ts';
import { pagesOf } from '../../kit/async/rows-of-pages.ts';
import { spacedPhone } from '../../kit/text/phone.ts';
import { findMessages, isDated, type Message, type MessageFilter } from './queries.ts';
import { presentMessage } from './schemas.ts';

const columns = [
  'message_id',
  'job_id',
  'to',
  'message',
  'class',
  'status',
  'segments',
  'encoding',
  'cost',
  'error',
  'scheduled_at',
  'created_at',
  'sent_at',
  'delivered_at',
  'simulated',
  'reference',
] as const;

/** All messages of a filter as a file, newest first; they are read as it is taken. */
export function messageFile(
  { longRead, inTurn }: Pick<Database, 'longRead' | 'inTurn'>,
  userId: number,
  filter: MessageFilter,
) {
  return {
    name: 'messages',
    columns,
    cellsOf: (row: Message) => {
      // Twelve digits would be an amount to a spreadsheet.
      const shown = { ...presentMessage(row), message_id: row.id, to: spacedPhone(row.phone) };
      return columns.map((name) => (name === 'simulated' ? Number(shown[name]) : shown[name]));
    },
    pages: (signal: AbortSignal) =>
      pagesOf<Message>(1000, ({ after: last, limit }) => {
        const before = last?.id ?? Number.MAX_SAFE_INTEGER;
        const beforeAt = isDated(filter) ? last?.created_at : undefined;
        return inTurn(
          () => findMessages(longRead, userId, { ...filter, before, beforeAt, limit }),
          signal,
        );
      }),
  };
}
