import type { Database } from '../../db/database.ts';
import { contactFileHeader, contactFileLine } from './contact-file.ts';
import { type ContactRow, findContacts } from './contact-queries.ts';

type OfGroup = { userId: number; groupId: number };

const pageSize = 1000;

/** A group's contacts as CSV, page by page, read while it is taken. */
export async function* exportContacts(
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
