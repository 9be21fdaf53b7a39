import { type Static, Type } from 'typebox';
import { addWithinCap, type Cap } from '../../../accounts/add-within-cap.ts';
import { operationsForUsers } from '../../../accounts/declared-operations.ts';
import type { Guard } from '../../../accounts/guard.ts';
import type { Database } from '../../../db/database.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import { ById } from '../../../kit/api/schema/schema.ts';
import type { App } from '../../../kit/http/app.ts';
import type { Ids } from '../../../kit/ids.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { findDeviceFor } from '../../guards.ts';
import { mapByAccount } from './choose-mapping.ts';
import { payloadOf } from './kept-message.ts';
import { mapUplink } from './map-uplink.ts';
import { profileKeyOf } from './mapping.ts';
import { previewOf } from './preview.ts';
import {
  countSecrets,
  deleteMapping,
  findHeard,
  findHeardDevices,
  findMappings,
  findSecrets,
  insertSecret,
  revokeSecret,
  saveMapping,
} from './queries.ts';
import { readyMappings } from './ready-mappings.ts';
import {
  CreatedSecret,
  DevicesQuery,
  HeardDevices,
  Mappings,
  NewMapping,
  NewSecret,
  Preview,
  PreviewForm,
  presentMapping,
  presentMessage,
  presentSecret,
  presentSecretParts,
  SecretAnswer,
  StoredMapping,
} from './schemas.ts';
import { findOwn } from './take-uplink.ts';
import { webhookSecrets } from './webhook-routes.ts';

export type OwnerDeps = { db: Database; clock: Clock; ids: Ids; guard: Guard };

const path = '/api/lorawan';

const mostSecrets = 20;
const secretCap: Cap = {
  most: mostSecrets,
  count: countSecrets,
  code: 'too_many_secrets',
  message: `An account has at most ${mostSecrets} secrets of LoRaWAN; revoke one first.`,
};

const mostMappings = 50;
const devicesAtOnce = 100;

/** Ours: what an owner sets up for LoRaWAN: secrets of webhooks, and mappings of payloads. */
export function addOwnerRoutes(app: App, deps: OwnerDeps): void {
  addSecretRoutes(app, deps);
  addMappingRoutes(app, deps);
  addHeardRoutes(app, deps);
}

function addSecretRoutes(app: App, { db, clock, ids, guard }: OwnerDeps): void {
  const operation = operationsForUsers(guard, 'LoRaWAN');

  app.post(
    `${path}/secrets`,
    operation({
      summary: 'Make a secret with which a network server posts',
      body: NewSecret,
      response: { 201: CreatedSecret, ...fails(409) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const { secret, prefix, hash } = webhookSecrets.make(ids);
      const row = await addWithinCap(db, userId, secretCap, (trx) =>
        insertSecret(trx, {
          ...request.body,
          user_id: userId,
          prefix,
          secret_hash: hash,
          created_at: clock(),
        }),
      );
      reply.code(201).header('cache-control', 'no-store');
      return { ...presentSecretParts(row), secret };
    },
  );

  app.get(
    `${path}/secrets`,
    operation({
      summary: 'List the secrets that are good, newest first',
      response: { 200: Type.Array(SecretAnswer) },
    }),
    async (request) => {
      const secrets = await findSecrets(db.read, guard.callerOf(request).userId);
      return secrets.map(presentSecret);
    },
  );

  app.delete(
    `${path}/secrets/:id`,
    operation({
      summary: 'Revoke a secret, at once',
      params: ById,
      response: { 200: SecretAnswer, ...fails(404) },
    }),
    async (request) => {
      const revocation = { id: request.params.id, now: clock() };
      const secret = await revokeSecret(db.write, guard.callerOf(request).userId, revocation);
      if (!secret) throw failures.notFound('Secret');
      return presentSecret(secret);
    },
  );
}

function addMappingRoutes(app: App, { db, clock, guard }: OwnerDeps): void {
  const operation = operationsForUsers(guard, 'LoRaWAN');

  app.get(
    `${path}/mappings`,
    operation({
      summary: 'List the mappings of payloads: the ready ones, and those of the account',
      response: { 200: Mappings },
    }),
    async (request) => {
      const own = await findMappings(db.read, guard.callerOf(request).userId);
      return { ready: [...readyMappings], own: own.map(presentMapping) };
    },
  );

  app.put(
    `${path}/mappings`,
    operation({
      summary: 'Set the mapping of a device profile, or of all others',
      body: NewMapping,
      response: { 200: StoredMapping, ...fails(409) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const { profile, mapping } = request.body;
      const key = profileKeyOf(profile);
      const now = clock();
      const cap: Cap = {
        most: mostMappings,
        // One in place of another takes no room.
        count: async (db, userId) =>
          (await findMappings(db, userId)).filter(({ profile_key }) => profile_key !== key).length,
        code: 'too_many_mappings',
        message: `An account has at most ${mostMappings} mappings; remove one first.`,
      };
      const row = await addWithinCap(db, userId, cap, (trx) =>
        saveMapping(trx, {
          user_id: userId,
          profile: (profile ?? '').trim(),
          profile_key: key,
          mapping: JSON.stringify(mapping),
          created_at: now,
          changed_at: now,
        }),
      );
      return presentMapping(row);
    },
  );

  app.delete(
    `${path}/mappings/:id`,
    operation({
      summary: 'Remove a mapping of the account',
      params: ById,
      response: { 200: StoredMapping, ...fails(404) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const mapping = await deleteMapping(db.write, userId, request.params.id);
      if (!mapping) throw failures.notFound('Mapping');
      return presentMapping(mapping);
    },
  );
}

function addHeardRoutes(app: App, { db, guard }: OwnerDeps): void {
  const operation = operationsForUsers(guard, 'LoRaWAN');

  app.get(
    `${path}/devices`,
    operation({
      summary: 'List the devices that were heard, with the last message of each',
      description: `${devicesAtOnce} at a time, by their ids; \`after\` the last one for the next.`,
      querystring: DevicesQuery,
      response: { 200: HeardDevices },
    }),
    async (request): Promise<Static<typeof HeardDevices>> => {
      const { userId } = guard.callerOf(request);
      const { after = 0 } = request.query;
      const heard = await findHeardDevices(db.read, userId, { after, limit: devicesAtOnce });
      const own = await findOwn(db, userId);
      return heard.map((row) => {
        const message = presentMessage(row.message);
        const { source, readings } = mapByAccount(own, message.profile, payloadOf(message));
        return {
          device_id: String(row.device_id),
          mac_or_serial: row.mac_or_serial,
          device_name: row.name,
          heard_at: toIso(row.heard_at),
          message,
          source,
          readings,
        };
      });
    },
  );

  app.post(
    `${path}/preview`,
    operation({
      summary: 'Try a mapping on the last message of a device',
      body: PreviewForm,
      response: { 200: Preview, ...fails(403, 404) },
    }),
    async (request) => {
      const caller = guard.callerOf(request);
      const { device_id, mapping } = request.body;
      const device = await findDeviceFor(db, 'own', caller, device_id);
      const heard = await findHeard(db.read, { userId: caller.userId, deviceId: device.id });
      if (!heard) throw failures.notFound('Message of this device');
      return previewOf(mapUplink(mapping, payloadOf(presentMessage(heard.message))).readings);
    },
  );
}
