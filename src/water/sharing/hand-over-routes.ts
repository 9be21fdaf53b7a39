import { Type } from 'typebox';
import { findDeviceAudit } from '../../accounts/audit/queries.ts';
import { actionsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { findPage } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import type { SignedIds } from '../../kit/signed-ids.ts';
import type { DeviceChanges } from '../device-changes.ts';
import { actorOf } from '../device-log.ts';
import { replaceDevice } from '../devices/replace-device.ts';
import { Device, presentDevice } from '../devices/schemas.ts';
import { findDeviceFor } from '../guards.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { NewTransfer, Replacement } from './hand-over-schemas.ts';
import { findOwnAddresses } from './own-addresses.ts';
import { LogEntry, LogQuery, presentLogEntry, presentShare, Share } from './schemas.ts';
import { addresseeOf, readAddressee, type SharingDeps } from './share.ts';
import { findShownCodes } from './shown-codes.ts';
import { offerDevice } from './transfer.ts';

export type HandOverDeps = SharingDeps & {
  guard: Guard;
  deviceChanges: DeviceChanges;
  publisher: LivePublisher;
  /** Codes of invitations by phone. */
  codes: SignedIds;
  onlineMs: number;
};

const path = '/api/devices.php';

/**
 * Adds operations beyond document 1, in its manner: another owner or hardware for a device, and the log of a
 * device.
 */
export function addHandOverRoutes(app: App, deps: HandOverDeps): void {
  const { db, clock, guard, codes, onlineMs } = deps;
  const action = actionsForUsers(guard, 'Sharing');

  app.post(
    path,
    action('transfer', {
      summary: 'Offer a device to a new owner',
      body: NewTransfer,
      response: { 201: Share, ...fails(403, 404) },
    }),
    async (request, reply) => {
      const { device_id, email = '', to, keep_history, keep_shares } = request.body;
      const newOwner = to == null ? addresseeOf({ email }) : readAddressee(to);
      const by = actorOf(guard, request);
      const device = await findDeviceFor(db, 'own', by, device_id);
      const isOwn = await findOwnAddresses(db.read, by.userId);
      if (isOwn(newOwner)) {
        const field = to == null ? 'email' : 'to';
        throw failures.invalidField(field, fault('ownAddress'));
      }
      const offer = await offerDevice(deps, by, device, {
        newOwner,
        keepHistory: keep_history ?? true,
        keepShares: keep_shares ?? false,
      });
      reply.code(201);
      return presentShare(offer, await findShownCodes(db.read, codes, by.userId, [offer]));
    },
  );

  app.post(
    path,
    action('replace', {
      summary: 'Let new hardware take a device over, with its history',
      body: Replacement,
      response: { 200: Device, ...fails(403, 404, 409) },
    }),
    async (request) => {
      const { device_id, mac_or_serial: macOrSerial, rotate } = request.body;
      const by = actorOf(guard, request);
      const device = await findDeviceFor(db, 'manage', by, device_id);
      const hardware = { macOrSerial, rotate: rotate ?? false };
      const replaced = await replaceDevice(deps, by, device, hardware);
      return presentDevice(replaced, { now: clock(), onlineMs });
    },
  );

  app.get(
    path,
    action('log', {
      summary: 'Who did what to a device, newest first',
      querystring: LogQuery,
      response: { 200: Type.Array(LogEntry), ...fails(403, 404) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const { id } = await findDeviceFor(db, 'manage', { userId }, request.query.device_id);
      const rows = await findPage(request, reply, (page) => findDeviceAudit(db.longRead, id, page));
      return rows.map(presentLogEntry);
    },
  );
}
