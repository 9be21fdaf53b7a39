import { type Static, Type } from 'typebox';
import { ById, Instant, Line, Named } from '../../kit/api/schema/schema.ts';
import { toIso } from '../../kit/time/instant.ts';
import type { Suspension as SuspensionRow } from './queries.ts';

export const ByAccount = ById;

export const NewSuspension = Type.Object({
  reason: Line(200, { description: 'Told to the owner, and in each refusal.' }),
});

const Suspension = Named(
  'SmsSuspension',
  Type.Object(
    { since: Instant, reason: Type.String() },
    {
      description: 'There where the account is suspended: since when nothing of it goes, and why.',
    },
  ),
);

/** A field of accounts, which only suspended ones have. */
export const suspensionField = { suspended: Type.Optional(Suspension) };

export function presentSuspension(suspension: SuspensionRow | undefined): {
  suspended?: Static<typeof Suspension>;
} {
  if (!suspension) return {};
  return { suspended: { since: toIso(suspension.since), reason: suspension.reason } };
}
