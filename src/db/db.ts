import type { Kysely } from 'kysely';
import type { Tables } from './tables/tables.ts';

/** A handle that reads and writes: the database itself, or a transaction of it. */
export type Db = Kysely<Tables>;

/** A page of a list from its newest row down: at most `limit` rows with ids below `before`. */
export type PageBefore = { before: number; limit: number };

/** A page from the oldest row up: at most `limit` rows with ids above `after`. */
export type PageAfter = { after: number; limit: number };

export type Engine = 'sqlite' | 'postgres';
