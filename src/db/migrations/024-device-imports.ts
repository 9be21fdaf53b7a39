import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** Files of devices that are imported, and their lines. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, clustered } = ddlOf(engine);
  await execute(
    db,
    `
    create table device_imports (
      ${id('device_imports_key')},
      user_id bigint not null,
      address text not null,
      file_name text,
      digest text not null,
      line_count integer not null,
      registered integer not null default 0,
      known integer not null default 0,
      refused integer not null default 0,
      created_at bigint not null,
      ready_at bigint,
      finished_at bigint,
      cancelled_at bigint
    );
    create unique index device_imports_of_file on device_imports (user_id, digest);
    create index device_imports_of_user on device_imports (user_id, id);
    create index device_imports_open on device_imports (id) where ready_at is not null and finished_at is null;
    create index device_imports_created on device_imports (created_at);
    create table device_import_rows (
      import_id bigint not null,
      line integer not null,
      cells text not null,
      status text not null,
      device_id bigint,
      errors text,
      constraint device_import_rows_key primary key (import_id, line)
    ) ${clustered};
    create index device_import_rows_by_status on device_import_rows (import_id, status, line);
    `,
  );
}
