import { type Static, Type } from 'typebox';
import {
  Instant,
  Line,
  longestShown,
  Named,
  Nullable,
  OneOf,
  OptionalNullable,
} from '../kit/api/schema/schema.ts';
import { toIso } from '../kit/time/instant.ts';
import { type Language, languages } from './language.ts';
import type { Role, User } from './queries.ts';
import { Code } from './second-factor/schemas.ts';

const Email = Line(254, { format: 'email', description: 'Compared without regard to case.' });
export const Password = Line(256, { minLength: 8 });
export const BrowserId = OptionalNullable(
  Line(64, {
    description:
      'A random name that a browser keeps for itself: a sign-in from one that is new is mailed to the owner.',
  }),
);
const FullName = OptionalNullable(Line(200));

/** Document 1, section 4 "Auth": inputs of the operations. */
export const Registration = Type.Object({
  email: Email,
  password: Password,
  full_name: FullName,
  browser_id: BrowserId,
});
export type Registration = Static<typeof Registration>;

/** Neither field is held to the rules for new ones: an impossible one is a plain 401. */
export const Credentials = Type.Object({
  email: Line(254, { description: 'Or the verified phone number of the account.' }),
  password: Line(longestShown),
  code: OptionalNullable(Code),
  browser_id: BrowserId,
});
export type Credentials = Static<typeof Credentials>;

const WaterPrice = Type.Number({
  minimum: 0,
  maximum: 100_000,
  description: 'Shillings for 1,000 litres.',
});

/** `null` clears the name and the price; in the other fields it means the same as leaving them out. */
export const ProfileChanges = Type.Object({
  full_name: FullName,
  password: OptionalNullable(Password),
  current_password: OptionalNullable(
    Line(256, { description: 'The present one, which is checked where a new one comes with it.' }),
  ),
  code: OptionalNullable(Code),
  timezone: OptionalNullable(Line(64, { description: 'IANA name, such as `Africa/Nairobi`.' })),
  water_price: OptionalNullable(WaterPrice),
});
export type ProfileChanges = Static<typeof ProfileChanges>;

export const ResetRequest = Type.Object({ email: Email });

export const NewPassword = Type.Object({
  token: Line(longestShown),
  password: Password,
  code: OptionalNullable(Code),
  browser_id: BrowserId,
});
export type NewPassword = Static<typeof NewPassword>;

export const UserAnswer = Named(
  'User',
  Type.Object({
    id: Type.String(),
    email: Type.String(),
    full_name: Nullable(Type.String()),
    timezone: Type.String({ description: 'IANA name.' }),
    created_at: Instant,
  }),
);

/** Answer of the operations that issue a token. */
export const SignedIn = Named('SignedIn', Type.Object({ token: Type.String(), user: UserAnswer }));
export type SignedIn = Static<typeof SignedIn>;

export const OwnAccount = Named('OwnAccount', Type.Object({ user: UserAnswer }));
export const LoggedOut = Type.Object({ logged_out: Type.Literal(true) });

const LanguageWord = OneOf(languages, { description: 'English or Swahili.' });
export const LanguageChange = Type.Object({ language: LanguageWord });

const serviceNames = ['water', 'sms'] as const;
export type ServiceName = (typeof serviceNames)[number];

export const Me = Named(
  'Me',
  Type.Object({
    user: UserAnswer,
    role: OneOf(['user', 'admin']),
    language: LanguageWord,
    language_chosen: Type.Boolean({
      description: 'False while `language` is only the default, which nobody chose.',
    }),
    water_price: Nullable(WaterPrice),
    phone: Nullable(
      Type.String({
        description: 'Verified number by which the account signs in, `254XXXXXXXXX`.',
      }),
    ),
    services: Type.Array(OneOf(serviceNames), { description: 'Those that run here.' }),
  }),
);
export type Me = Static<typeof Me>;

export const EndedSessions = Type.Object({
  ended: Type.Integer({ minimum: 0, description: 'Tokens that were good until now.' }),
});

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

export function presentMe(user: User, services: readonly ServiceName[]): Me {
  return {
    user: presentUser(user),
    role: user.role as Role,
    language: user.language as Language,
    language_chosen: user.language_chosen === 1,
    water_price: user.water_price,
    phone: user.phone,
    services: [...services],
  };
}
