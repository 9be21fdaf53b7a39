import { Readable } from 'node:stream';
import type { Db } from '../../db/db.ts';
import { contactFileHeader, contactFileLine } from './contact-file.ts';
import { type ContactRow, findContacts } from './contact-queries.ts';

type OfGroup = { userId: number; groupId: number };

const pageSize = 1000;

/**
 * A group's contacts as CSV, written page by page while it is sent. The first page is there when this
 * resolves, so what fails at once can still be answered as a failure.
 */
export async function exportContacts(db: Db, group: OfGroup): Promise<Readable> {
  const first = await findContacts(db, group, { after: '', limit: pageSize });
  return Readable.from(writePages(db, group, first), { objectMode: false });
}

async function* writePages(db: Db, group: OfGroup, first: ContactRow[]): AsyncGenerator<string> {
  let page = first;
  yield contactFileHeader + page.map(contactFileLine).join('');
  while (page.length === pageSize) {
    page = await findContacts(db, group, { after: page.at(-1)?.phone ?? '', limit: pageSize });
    yield page.map(contactFileLine).join('');
  }
}
