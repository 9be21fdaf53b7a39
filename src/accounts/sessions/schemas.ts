import { type Static, Type } from 'typebox';
import { fault } from '../../kit/api/failures/faults.ts';
import { Instant, Named, Nullable, Shaped } from '../../kit/api/schema/schema.ts';
import { toIso } from '../../kit/time/instant.ts';
import { describeProgram } from './describe-program.ts';
import type { Session } from './queries.ts';

export const SessionAnswer = Named(
  'Session',
  Type.Object({
    id: Type.String(),
    created_at: Instant,
    last_seen_at: Type.String({ format: 'date-time', description: 'Give or take an hour.' }),
    address: Nullable(Type.String({ description: 'From where it was opened.' })),
    user_agent: Nullable(Type.String({ description: 'With what, such as `Chrome on Android`.' })),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  }),
);

export const BySession = Type.Object({
  id: Shaped('^[\\w-]{1,64}$', fault('sessionId'), { maxLength: 64 }),
});

export const Ended = Type.Object({ id: Type.String(), ended: Type.Literal(true) });

export async function presentSession(
  session: Session,
  currentId: string,
): Promise<Static<typeof SessionAnswer>> {
  return {
    id: session.id,
    created_at: toIso(session.created_at),
    last_seen_at: toIso(session.last_seen_at),
    address: session.address,
    user_agent: await describeProgram(session.user_agent),
    current: session.id === currentId,
  };
}
