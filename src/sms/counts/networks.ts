import { type RawBuilder, sql } from 'kysely';

/** Networks of Kenya, as messages are counted by them; `other` are small ones and ranges not given out. */
export const networks = ['safaricom', 'airtel', 'telkom', 'equitel', 'faiba', 'other'] as const;
export type Network = (typeof networks)[number];

/**
 * The first three digits behind 254 of the ranges that the Communications Authority gave to a network. A
 * number that was taken along to another network counts as the one's that it came from.
 */
const ranges: [from: string, to: string, network: Network][] = [
  ['100', '109', 'airtel'],
  ['110', '119', 'safaricom'],
  ['700', '729', 'safaricom'],
  ['730', '739', 'airtel'],
  ['740', '743', 'safaricom'],
  ['745', '746', 'safaricom'],
  ['747', '747', 'faiba'],
  ['748', '748', 'safaricom'],
  ['750', '756', 'airtel'],
  ['757', '759', 'safaricom'],
  ['762', '762', 'airtel'],
  ['763', '766', 'equitel'],
  ['768', '769', 'safaricom'],
  ['770', '779', 'telkom'],
  ['780', '789', 'airtel'],
  ['790', '799', 'safaricom'],
];

/** The network of a number in the form `254XXXXXXXXX`. */
export function networkOf(phone: string): Network {
  const start = phone.slice(3, 6);
  return ranges.find(([from, to]) => from <= start && start <= to)?.[2] ?? 'other';
}

/** The same of a column, in SQL. */
export function networkOfColumn(column: RawBuilder<string>): RawBuilder<string> {
  const whens = ranges.map(
    ([from, to, network]) =>
      sql`when substr(${column}, 4, 3) between ${sql.lit(from)} and ${sql.lit(to)} then ${sql.lit(network)}`,
  );
  return sql`case ${sql.join(whens, sql` `)} else 'other' end`;
}
