import type { Db } from '../../db/db.ts';
import { ApiError } from '../../kit/api/failures/api-error.ts';
import { findSuspension, type Suspension } from './queries.ts';

/** The refusal of whatever a suspended account would send. */
export function accountSuspended({ reason }: Pick<Suspension, 'reason'>): ApiError {
  const message = `This account is suspended and sends nothing: ${reason}`;
  return new ApiError(403, 'account_suspended', message, { body: { reason } });
}

/** @throws 403 `account_suspended` for a suspended account. */
export async function refuseSuspended(db: Db, userId: number): Promise<void> {
  const suspension = await findSuspension(db, userId);
  if (suspension) throw accountSuspended(suspension);
}
