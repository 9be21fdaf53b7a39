import { type Static, Type } from 'typebox';
import { toIso } from '../kit/instant.ts';
import { Instant, Line, Nullable, OptionalNullable } from '../kit/schema.ts';
import type { User } from './queries.ts';

const Email = Line(254, { format: 'email', description: 'Compared without regard to case.' });
const Password = Line(256, { minLength: 8 });
const FullName = OptionalNullable(Line(200));

/** Document 1, section 4 "Auth": what the operations take. */
export const Registration = Type.Object({
  email: Email,
  password: Password,
  full_name: FullName,
});
export type Registration = Static<typeof Registration>;

/** Neither field is held to the rules for new ones: what cannot be an account's is a plain 401. */
export const Credentials = Type.Object({ email: Line(254), password: Line(256) });
export type Credentials = Static<typeof Credentials>;

/** `null` clears the name; in the other fields it means the same as leaving them out. */
export const ProfileChanges = Type.Object({
  full_name: FullName,
  password: OptionalNullable(Password),
  timezone: OptionalNullable(Line(64, { description: 'IANA name, such as `Africa/Nairobi`.' })),
});
export type ProfileChanges = Static<typeof ProfileChanges>;

export const ResetRequest = Type.Object({ email: Email });

export const NewPassword = Type.Object({ token: Line(256), password: Password });
export type NewPassword = Static<typeof NewPassword>;

export const UserAnswer = Type.Object({
  id: Type.String(),
  email: Type.String(),
  full_name: Nullable(Type.String()),
  timezone: Type.String({ description: 'IANA name.' }),
  created_at: Instant,
});

/** The answer of what issues a token. */
export const SignedIn = Type.Object({ token: Type.String(), user: UserAnswer });
export type SignedIn = Static<typeof SignedIn>;

export const OwnAccount = Type.Object({ user: UserAnswer });
export const LoggedOut = Type.Object({ logged_out: Type.Literal(true) });

export const ResetOpened = Type.Object({
  reset_token: Nullable(Type.String({ description: 'null where the token goes by e-mail.' })),
  expires_at: Instant,
});
export type ResetOpened = Static<typeof ResetOpened>;

export function presentUser(user: User): Static<typeof UserAnswer> {
  return {
    id: String(user.id),
    email: user.email,
    full_name: user.full_name,
    timezone: user.timezone,
    created_at: toIso(user.created_at),
  };
}
