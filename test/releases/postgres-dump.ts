import pg from 'pg';

/**
 * Notes every statement that changes the schema of this database, as the program sends it: what a later
 * program has to start from is made by the statements of this one, and by none of its own.
 * The database's user has to be a superuser.
 */
export async function noteStatements(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('create schema noted');
    await client.query(
      'create table noted.statements (id integer generated always as identity, txid bigint, text text)',
    );
    await client.query(`create function noted.note() returns event_trigger language plpgsql as $$
      begin
        insert into noted.statements (txid, text)
          select txid_current(), current_query()
          where current_query() is distinct from
            (select text from noted.statements order by id desc limit 1);
      end $$`);
    await client.query(
      'create event trigger note on ddl_command_end execute function noted.note()',
    );
  });
}

/** The noted statements, then all rows, then where identities go on: SQL that makes the database again. */
export async function dump(url: string): Promise<string> {
  return await withClient(url, async (client) => {
    const statements = await ask(
      client,
      "select text from noted.statements where text not like '%noted.%' order by id",
    );
    const rows: string[] = [];
    for (const { text: table } of await ask(client, tablesQuery)) {
      rows.push(...(await insertsOf(client, table)));
    }
    const sequences = await ask(client, sequencesQuery);
    return [...statements, { text: 'set session_replication_role = replica' }, ...sequences]
      .map(({ text }) => text)
      .toSpliced(statements.length + 1, 0, ...rows)
      .map((text) => `${text.replace(/;\s*$/, '')};\n`)
      .join(separator);
  });
}

/** Puts a dump into an empty database. */
export async function load(url: string, sql: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin');
    for (const statement of sql.split(separator)) await client.query(statement);
    await client.query('commit');
  });
}

/** A line that no statement holds. */
const separator = '-- next\n';

/** Tables, and not the parts of divided ones: their rows are those of the whole. */
const tablesQuery = `
  select format('%I', relname) as text from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  order by 1`;

const sequencesQuery = `
  select format('select setval(%L, %s, %L)', format('public.%I', sequencename),
      coalesce(last_value, start_value), last_value is not null) as text
  from pg_sequences where schemaname = 'public' order by 1`;

async function insertsOf(client: pg.Client, table: string): Promise<string[]> {
  const [columns] = await ask(
    client,
    `select json_build_object(
        'names', string_agg(quote_ident(attname), ', ' order by attnum),
        'values', string_agg(format('quote_nullable(%I::text)', attname), ', ' order by attnum)
      )::text as text
      from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const { names, values } = JSON.parse(columns?.text ?? '{}') as { names: string; values: string };
  const inserted = `concat_ws(', ', ${values})`;
  return (await ask(client, `select ${inserted} as text from ${table} order by 1`)).map(
    ({ text }) => `insert into ${table} (${names}) overriding system value values (${text})`,
  );
}

async function ask(client: pg.Client, query: string): Promise<{ text: string }[]> {
  return (await client.query<{ text: string }>(query)).rows;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 60_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
