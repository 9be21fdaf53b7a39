/** True in `npm run test:whole` and `test:browser`, which run at full size what `npm test` runs in small. */
export const isWhole = process.env['WHOLE_SUITE'] === '1';

/**
 * How many of something, such as runs of a property: in `npm test`, and where the suite is whole or properties
 * draw new values.
 */
export function howMany(inShort: number, whole: number): number {
  return isWhole || process.env['PROPERTY_SEED'] === 'new' ? whole : inShort;
}

/**
 * Cases that are alike, such as screens and languages: all of them where the suite is whole, and else the one
 * whose turn it is, so that each file takes one of them.
 */
export function inTurn<Case>(turn: number, cases: readonly Case[]): readonly Case[] {
  if (isWhole) return cases;
  const chosen = cases[turn];
  if (chosen === undefined) throw new Error(`there is no case ${turn} of ${cases.length}`);
  return [chosen];
}
