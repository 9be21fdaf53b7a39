import { type Static, Type } from 'typebox';
import { addWithinCap, type Cap, requireRoom } from '../../accounts/add-within-cap.ts';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { NotifyOwner } from '../../accounts/notices/notices.ts';
import { programScopes, programTokens } from '../../accounts/program-tokens/program-token.ts';
import {
  countProgramTokens,
  findProgramTokens,
  insertProgramToken,
  revokeProgramToken,
  type ProgramToken as TokenRow,
} from '../../accounts/program-tokens/queries.ts';
import { Code } from '../../accounts/second-factor/schemas.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import {
  ById,
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  OptionalNullable,
} from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { findDeviceFor } from '../guards.ts';

/** The most devices that a token may name. */
const mostDevices = 100;

const NewProgramToken = Type.Object({
  name: Line(100, { description: 'Of the program, such as `Home Assistant`.' }),
  scope: OneOf(programScopes, { description: '`operate` may also switch pumps.' }),
  device_ids: OptionalNullable(
    Type.Array(Line(20), {
      minItems: 1,
      maxItems: mostDevices,
      description: 'The only devices it is for; without, all that the person sees.',
    }),
  ),
  current_password: OptionalNullable(Line(256, { description: 'The password of the account.' })),
  code: OptionalNullable(Code),
});

const parts = {
  id: Type.Integer(),
  name: Type.String(),
  scope: OneOf(programScopes),
  device_ids: Nullable(Type.Array(Type.String())),
  prefix: Type.String({ description: 'How the token begins, to tell it from others.' }),
  created_at: Instant,
};

const CreatedProgramToken = Named(
  'CreatedProgramToken',
  Type.Object({
    ...parts,
    token: Type.String({ description: 'Shown this once; only its hash is stored.' }),
  }),
);

const ProgramToken = Named(
  'ProgramToken',
  Type.Object({
    ...parts,
    last_used_at: Type.Union([Instant, Type.Null()], { description: 'Give or take an hour.' }),
  }),
);

function presentParts({ id, name, scope, device_ids, prefix, created_at }: TokenRow) {
  return {
    id,
    name,
    scope: scope as (typeof programScopes)[number],
    device_ids: device_ids === null ? null : (JSON.parse(device_ids) as number[]).map(String),
    prefix,
    created_at: toIso(created_at),
  };
}

function presentToken(token: TokenRow): Static<typeof ProgramToken> {
  return { ...presentParts(token), last_used_at: toIsoOrNull(token.last_used_at) };
}

/** The most tokens of a person that are good at once. */
const mostTokens = 50;

const cap: Cap = {
  most: mostTokens,
  count: countProgramTokens,
  code: 'too_many_tokens',
  message: `An account has at most ${mostTokens} tokens for programs; revoke one first.`,
};

export type ProgramTokensDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  guard: Guard;
  notifyOwner: NotifyOwner;
};

const path = '/api/me/tokens';

/** Ours: tokens for programs, which the 24 hours of a bearer token would end each day. */
export function addProgramTokenRoutes(app: App, deps: ProgramTokensDeps): void {
  const { db, clock, guard, notifyOwner } = deps;
  const operation = operationsForUsers(guard, 'Me');

  app.post(
    path,
    operation({
      summary: 'Make a long-lived token for a program',
      description: 'With two-step sign-in on it needs `current_password` or a `code`.',
      body: NewProgramToken,
      response: { 201: CreatedProgramToken, ...fails(404, 409, 429) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      // What is refused anyway uses no code up.
      const deviceIds = await findDeviceIds(deps, userId, request.body.device_ids ?? null);
      await requireRoom(db.read, userId, cap);
      await guard.proveOwner(request, request.body);
      const { token, row } = await makeToken(deps, userId, { ...request.body, deviceIds });
      notifyOwner(userId, { kind: 'program token made', name: row.name });
      reply.code(201).header('cache-control', 'no-store');
      return { ...presentParts(row), token };
    },
  );

  app.get(
    path,
    operation({
      summary: 'List the tokens of programs that are good, newest first',
      response: { 200: Type.Array(ProgramToken) },
    }),
    async (request) => {
      const tokens = await findProgramTokens(db.read, guard.callerOf(request).userId);
      return tokens.map(presentToken);
    },
  );

  app.delete(
    `${path}/:id`,
    operation({
      summary: 'Revoke the token of a program, at once',
      params: ById,
      response: { 200: ProgramToken, ...fails(404) },
    }),
    async (request) => {
      const revocation = { id: request.params.id, now: clock() };
      const { userId } = guard.callerOf(request);
      const token = await revokeProgramToken(db.write, userId, revocation);
      if (!token) throw failures.notFound('Token');
      guard.tellTokenRevoked(userId);
      return presentToken(token);
    },
  );
}

/**
 * Finds the devices that a token is to name; null where it is to name none.
 * @throws 404 for one that the person does not see.
 */
async function findDeviceIds(
  { db }: ProgramTokensDeps,
  userId: number,
  named: readonly string[] | null,
): Promise<number[] | null> {
  if (named === null) return null;
  const found = new Set<number>();
  for (const id of named) found.add((await findDeviceFor(db, 'see', { userId }, id)).id);
  return [...found];
}

type NewToken = Pick<Static<typeof NewProgramToken>, 'name' | 'scope'> & {
  deviceIds: number[] | null;
};

/**
 * Makes a token, which is shown only once.
 * @throws 409 where the person has as many tokens as they may.
 */
async function makeToken(
  { db, clock, ids }: ProgramTokensDeps,
  userId: number,
  { name, scope, deviceIds }: NewToken,
): Promise<{ row: TokenRow; token: string }> {
  const { secret: token, prefix, hash } = programTokens.make(ids);
  const row = await addWithinCap(db, userId, cap, (trx) =>
    insertProgramToken(trx, {
      user_id: userId,
      name,
      scope,
      device_ids: deviceIds && JSON.stringify(deviceIds),
      prefix,
      token_hash: hash,
      created_at: clock(),
    }),
  );
  return { row, token };
}
