import { Type } from 'typebox';
import { actionsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { declaresActions } from '../../kit/api/declares-operations.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { cutPage } from '../../kit/api/page.ts';
import { ById } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import { createSignedIds } from '../../kit/signed-ids.ts';
import { may } from '../access.ts';
import { actorOf } from '../device-log.ts';
import { longestPage } from '../devices/schemas.ts';
import { readerOf } from '../guards.ts';
import type { LivePublisher } from '../live-publisher.ts';
import {
  type AnswerDeps,
  acceptInvitation,
  declineInvitation,
  findInvitationByPhone,
  findInvitationOf,
} from './answer-invitation.ts';
import { addHandOverRoutes } from './hand-over-routes.ts';
import { findInvitations, findSharesOf } from './queries.ts';
import {
  Accepted,
  Answer,
  Declined,
  Invitation,
  InvitationPreview,
  InvitationQuery,
  InvitationsQuery,
  NewShare,
  presentInvitation,
  presentPreview,
  presentShare,
  Share,
  SharesQuery,
  Unshared,
} from './schemas.ts';
import { readAddressee, share, unshare } from './share.ts';
import { findShownCodes } from './shown-codes.ts';
import { findReach, findTarget } from './targets.ts';

export type SharingRoutesDeps = Omit<AnswerDeps, 'codes'> & {
  guard: Guard;
  longReads: LongReads;
  /** Secret of the server, from which the codes of invitations are derived. */
  secret: Buffer;
  publisher: LivePublisher;
  onlineMs: number;
};

const path = '/api/devices.php';

/** Adds operations beyond document 1, in its manner: the people of a device. */
export function addSharingRoutes(app: App, given: SharingRoutesDeps): void {
  const codes = createSignedIds(given.secret, 'kisima invitations');
  const deps = { ...given, codes };
  const { db, clock, guard, longReads } = deps;
  const action = actionsForUsers(guard, 'Sharing');
  const open = declaresActions({ schema: { tags: ['Sharing'] } });

  app.post(
    path,
    action('share', {
      summary: 'Invite a person to a device or a group, or change the role there',
      description: 'The answer is the same whether or not anybody has an account by the address.',
      body: NewShare,
      response: {
        200: { ...Share, description: 'The role was changed.' },
        201: { ...Share, description: 'Invited.' },
        ...fails(403, 404, 409),
      },
    }),
    async (request, reply) => {
      const { to, role } = request.body;
      const by = actorOf(guard, request);
      const target = await findTarget(db, 'manage', by.userId, request.body);
      const made = await share(deps, by, { target, to: readAddressee(to), role });
      reply.code(made.isNew ? 201 : 200);
      return presentShare(
        made.share,
        await findShownCodes(db.read, codes, by.userId, [made.share]),
      );
    },
  );

  app.get(
    path,
    action('shares', {
      summary: 'Whom a device, also by its groups, or a group is shared with, and who is invited',
      querystring: SharesQuery,
      response: { 200: Type.Array(Share), ...fails(403, 404) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const target = await findTarget(db, 'see', userId, request.query);
      const reach = await findReach(db.read, userId, target);
      const mayManage = reach !== undefined && may(reach.rank, 'manage');
      const shares = await findSharesOf(db.read, target, clock());
      const told = shares.filter(({ user_id }) => mayManage || user_id === userId);
      const shown = await findShownCodes(db.read, codes, userId, told);
      return told.map((each) => presentShare(each, shown));
    },
  );

  app.delete(
    path,
    action('unshare', {
      summary: 'End a share, take an invitation back, or leave what was shared',
      querystring: ById,
      response: { 200: Unshared, ...fails(403, 404) },
    }),
    async (request) => {
      const { id } = request.query;
      await unshare(deps, actorOf(guard, request), id);
      return { id, removed: true as const };
    },
  );

  app.get(
    path,
    action('invitations', {
      summary: 'What the caller is invited to',
      description: 'With `code`, the first page begins with the invitation by phone that it is of.',
      querystring: InvitationsQuery,
      response: { 200: Type.Array(Invitation) },
    }),
    (request, reply) =>
      longReads.whole(readerOf(guard, request), async () => {
        const { userId } = guard.callerOf(request);
        const { code = '', after, limit = longestPage } = request.query;
        const now = clock();
        const within = { now, after: after ?? 0, limit: limit + 1 };
        const rows = await findInvitations(db.longRead, userId, within);
        const page = cutPage(request, reply, { rows, limit, cursor: 'after', key: 'id' });
        const byPhone =
          after === undefined &&
          (await findInvitationByPhone(db.read, codes, userId, { code, now }));
        return (byPhone ? [byPhone, ...page] : page).map(presentInvitation);
      }),
  );

  app.get(
    path,
    open('invitation', {
      summary: 'What the link of an invitation offers, before signing in',
      querystring: InvitationQuery,
      response: { 200: InvitationPreview, ...fails(404) },
    }),
    async (request) => {
      const { code } = request.query;
      return presentPreview(await findInvitationOf(db.read, codes, code, clock()));
    },
  );

  app.post(
    path,
    action('accept', {
      summary: 'Accept an invitation, or a device that changes hands',
      body: Answer,
      response: { 200: Accepted, ...fails(404) },
    }),
    async (request) => {
      const { id } = request.body;
      const accepted = await acceptInvitation(deps, actorOf(guard, request), request.body);
      return {
        id,
        accepted: true as const,
        device_id: 'deviceId' in accepted ? String(accepted.deviceId) : null,
        group_id: 'groupId' in accepted ? accepted.groupId : null,
      };
    },
  );

  app.post(
    path,
    action('decline', {
      summary: 'Decline an invitation',
      body: Answer,
      response: { 200: Declined, ...fails(404) },
    }),
    async (request) => {
      const { id } = request.body;
      await declineInvitation(deps, actorOf(guard, request), request.body);
      return { id, declined: true as const };
    },
  );

  addHandOverRoutes(app, deps);
}
