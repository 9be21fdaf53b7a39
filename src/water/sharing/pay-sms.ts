import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../accounts/audit/queries.ts';
import { actionsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import type { App } from '../../kit/http/app.ts';
import { createSignedIds } from '../../kit/signed-ids.ts';
import { requireRole } from '../access.ts';
import { actorOf, logAction } from '../device-log.ts';
import { findShare, findSharePerson, updateShare } from './queries.ts';
import { presentShare, Share, SmsPayment } from './schemas.ts';
import { holdReach, type SharingDeps } from './share.ts';
import { findShownCodes } from './shown-codes.ts';
import { findDevicesOf, targetOf } from './targets.ts';

export type PayRoutesDeps = SharingDeps & {
  guard: Guard;
  secret: Buffer;
  /**
   * Sees to it that the SMS account of the caller can be used.
   * @throws 409 `no_credits` where it has none, 400 naming `current_password` where that is needed.
   */
  holdPayer: (request: FastifyRequest, currentPassword: string | null | undefined) => Promise<void>;
};

/** Adds the operation by which the owner of a tank pays for the SMS of a person about it. */
export function addPayRoutes(app: App, deps: PayRoutesDeps): void {
  const { db, guard, holdPayer } = deps;
  const codes = createSignedIds(deps.secret, 'kisima invitations');
  const action = actionsForUsers(guard, 'Sharing');

  app.put(
    '/api/devices.php',
    action('pay-sms', {
      summary: "Have the owner's SMS account pay for a person's SMS alerts, or end it",
      body: SmsPayment,
      response: { 200: Share, ...fails(403, 404, 409, 429, 502) },
    }),
    async (request) => {
      const { id, a_day = null, current_password } = request.body;
      const by = actorOf(guard, request);
      await paySms(deps, by, { id, aDay: null, isTrial: true });
      if (a_day !== null) await holdPayer(request, current_password);
      await paySms(deps, by, { id, aDay: a_day, isTrial: false });
      const share = await findSharePerson(db.read, id);
      return presentShare(share, await findShownCodes(db.read, codes, by.userId, [share]));
    },
  );
}

type Payment = {
  id: number;
  aDay: number | null;
  /** True if it is only tried whether the person may. */
  isTrial: boolean;
};

/** @throws ApiError 404 for a share that the person may not see, 403 for who is not the owner. */
async function paySms(
  { db, clock }: SharingDeps,
  by: NonNullable<Actor>,
  { id, aDay, isTrial }: Payment,
): Promise<void> {
  await db.transaction(async (trx) => {
    const found = await findShare(trx, id);
    if (!found) throw failures.notFound('Share');
    const target = targetOf(found);
    const rank = await holdReach(trx, by.userId, target, 'Share');
    requireRole(rank, 'own', 'groupId' in target ? 'group' : 'device');
    if (isTrial || found.sms_paid_a_day === aDay) return;
    await updateShare(trx, id, { sms_paid_a_day: aDay });
    await logAction(trx, await findDevicesOf(trx, target), {
      by,
      now: clock(),
      facts: { to: found.email ?? found.phone, a_day: aDay },
      userId: found.user_id,
      action: 'sms_paid',
    });
  });
}
