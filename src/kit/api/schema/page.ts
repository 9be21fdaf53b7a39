import { Type } from 'typebox';
import { RecordId } from './schema.ts';

/** How many rows of a list an answer holds where the request does not say. */
export const usualPage = 50;

const mostUsually = 500;

/** How many rows of a list are wanted. */
export function PageLimit(most = mostUsually) {
  return Type.Optional(Type.Integer({ minimum: 1, maximum: most, default: usualPage }));
}

/**
 * Where a page begins: behind the row with this id.
 * @param row what a row is, in a word.
 */
export function PageCursor(row: string) {
  return Type.Optional(
    Type.Integer({
      ...RecordId,
      description: `Id of the last ${row} of the page before; the \`Link\` header carries it.`,
    }),
  );
}
