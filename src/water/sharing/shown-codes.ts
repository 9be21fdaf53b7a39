import type { Db } from '../../db/db.ts';
import type { SaltedRow, SignedIds } from '../../kit/signed-ids.ts';
import { mayGive } from '../access.ts';
import type { Share } from './queries.ts';
import { findReach, type Target, targetOf } from './targets.ts';

/**
 * Returns the code of an open invitation for a person who may make it himself; undefined for others, who
 * could take by the code what they may not give.
 * @param rank of the person's role at the invitation's own target.
 */
export function codeFor(
  codes: SignedIds,
  rank: number,
  share: SaltedRow & Pick<Share, 'role'>,
): string | undefined {
  return mayGive(rank, share.role) ? codes.tokenOf(share) : undefined;
}

/** Finds the codes that a person may have of some shares, by the ids of these. */
export async function findShownCodes(
  db: Db,
  codes: SignedIds,
  userId: number,
  shares: readonly Share[],
): Promise<Map<number, string>> {
  const ranks = new Map<string, number | undefined>();
  const rankAt = async (target: Target) => {
    const key = JSON.stringify(target);
    if (!ranks.has(key)) ranks.set(key, (await findReach(db, userId, target))?.rank);
    return ranks.get(key);
  };
  const shown = new Map<number, string>();
  for (const share of shares) {
    if (share.accepted_at !== null) continue;
    const rank = await rankAt(targetOf(share));
    const code = rank === undefined ? undefined : codeFor(codes, rank, share);
    if (code !== undefined) shown.set(share.id, code);
  }
  return shown;
}
