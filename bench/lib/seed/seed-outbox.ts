import { openSqliteFile, type SqliteFile } from '../../../src/db/sqlite/sqlite-file.ts';
import { hourMs } from '../../../src/kit/time/units.ts';

export const benchText = 'Tank 3 is nearly empty, the pump has started.';

/** The columns of a message as `bulk` stores it. */
const columns = `user_id, job_id, phone, body, class, status, encoding, segments, cost, priority,
  attempts, created_at, due_at, expires_at`;

/** Fills a stopped server's outbox with one job. */
export function seedOutbox(path: string, userId: number, messages: number, dueAt: number): void {
  const file = openSqliteFile(path, { readonly: false, cacheKib: 64 * 1024 });
  const jobId = insertJob(file, userId, messages);
  // What is queued and due so late would be taken for one that a clock ahead has put off, and sent.
  const status = dueAt > Date.now() ? 'scheduled' : 'queued';
  file
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       insert into sms_messages (${columns})
       select ?, ?, '2547' || (10000000 + i), null, 'transactional', ?, 'gsm7', 1, 1, 1, 0, ?, ?, ?
       from n`,
    )
    .run(messages, userId, jobId, status, dueAt, dueAt, dueAt + 48 * hourMs);
  file.close();
}

function insertJob(file: SqliteFile, userId: number, messages: number): number {
  const { lastInsertRowid } = file
    .prepare(
      `insert into sms_jobs (user_id, class, body, queued, created_at)
       values (?, 'transactional', ?, ?, ?)`,
    )
    .run(userId, benchText, messages, Date.now());
  return Number(lastInsertRowid);
}

/**
 * Cost of accepting a bulk by a bare program: it parses the body and inserts its rows in one durable
 * transaction, each by one prepared statement, into the same tables.
 * @returns a function that does it once and gives the milliseconds.
 */
export function bareAccept(path: string, userId: number): (body: string) => number {
  const file = openSqliteFile(path, { readonly: false, cacheKib: 64 * 1024 });
  const insert = file.prepare(
    `insert into sms_messages (${columns})
     values (?, ?, ?, null, 'transactional', 'scheduled', 'gsm7', 1, 1, 1, 0, ?, ?, ?)`,
  );
  const store = file.transaction((to: string[], dueAt: number) => {
    const jobId = insertJob(file, userId, to.length);
    const now = Date.now();
    for (const phone of to) insert.run(userId, jobId, phone, now, dueAt, dueAt + 48 * hourMs);
  });
  return (body) => {
    const start = performance.now();
    const { to, scheduled_at } = JSON.parse(body) as { to: string[]; scheduled_at: string };
    store(to, Date.parse(scheduled_at));
    return performance.now() - start;
  };
}

/** Asks a running server's file whether anything is left to send. */
export function watchOutbox(path: string): { isEmpty: () => boolean; close: () => void } {
  const file = openSqliteFile(path, { readonly: true, cacheKib: 1024 });
  const waiting = file.prepare('select 1 from sms_messages where due_at is not null limit 1');
  return { isEmpty: () => waiting.get() === undefined, close: () => void file.close() };
}
