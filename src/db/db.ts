import type { Kysely } from 'kysely';
import type { Tables } from './tables/tables.ts';

/** A handle that reads and writes: the database itself, or a transaction of it. */
export type Db = Kysely<Tables>;

export type Engine = 'sqlite' | 'postgres';
