import type { PostgresClient } from '../../db/postgres/postgres.ts';
import {
  inBatches,
  type KeyRange,
  namesOf,
  quoted,
  type Row,
  type Source,
  type TablePlan,
} from './ends.ts';

const batchRows = 5000;

/** Reads a PostgreSQL database as it is at one instant; the connection is this source's own. */
export async function createPostgresSource(client: PostgresClient): Promise<Source> {
  await client.query('begin transaction isolation level repeatable read read only');

  const readBatch = async (table: TablePlan, { after, upTo }: KeyRange): Promise<Row[]> => {
    const key = quoted(table.key);
    const values = [...(after ?? []), ...(upTo ?? [])];
    const places = values.map((_, index) => `$${index + 1}`);
    const conditions = [
      ...(after ? [`(${key}) > (${places.splice(0, after.length).join(', ')})`] : []),
      ...(upTo ? [`(${key}) <= (${places.join(', ')})`] : []),
    ];
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    const { rows } = await client.query<Row>({
      text: `select ${quoted(namesOf(table))} from ${quoted([table.name])} ${where} order by ${key} limit ${batchRows}`,
      values,
      rowMode: 'array',
    });
    return rows;
  };

  return {
    count: async ({ name }) => {
      const { rows } = await client.query(`select count(*) as count from ${quoted([name])}`);
      return rows[0].count as number;
    },
    read: (table, range) => inBatches(table, range, (next) => readBatch(table, next)),
    lastId: async ({ name }) => {
      const sequence = `pg_get_serial_sequence('${name}', 'id')::regclass`;
      const { rows } = await client.query(
        `select coalesce(pg_sequence_last_value(${sequence}), 0) as last`,
      );
      return rows[0].last as number;
    },
  };
}
