import { type SqlBool, sql } from 'kysely';

/**
 * Which devices a person may see, operate and manage: all three are its owner's. Whoever asks says
 * which of them it is about, so that people with fewer rights have one place to be let in.
 */

/** In a query of `devices`, and of what is joined to them: those that a person may see. */
export const maySee = isOwner;

/** Those whose pump the person may switch, and whose alerts the person may deal with. */
export const mayOperate = isOwner;

/** Those that the person may configure, rename and remove. */
export const mayManage = isOwner;

/** The column has a name that no other table of the service has, so it needs no alias. */
function isOwner(userId: number) {
  return sql<SqlBool>`owner_id = ${userId}`;
}
