import { type Static, Type } from 'typebox';
import { Instant, Line, Nullable } from '../../kit/api/schema/schema.ts';
import { toIsoOrNull } from '../../kit/time/instant.ts';
import type { SecondFactor } from './queries.ts';

const codeField = { description: 'Six digits of the app, or a recovery code.' };

/** Long enough for a recovery code, however it is typed. */
export const Code = Line(64, codeField);

const PresentPassword = Line(256, { description: 'The present one.' });

export const Start = Type.Object({ password: PresentPassword });
export const Confirmation = Type.Object({
  code: Line(64, { description: 'Six digits of the app.' }),
});
export const PasswordAndCode = Type.Object({ password: PresentPassword, code: Code });

export const State = Type.Object({
  enabled: Type.Boolean(),
  enabled_at: Nullable(Instant),
  recovery_codes_left: Type.Integer({ minimum: 0 }),
  required: Type.Boolean({ description: 'Whether this server wants it of this account.' }),
});

export const Started = Type.Object({
  secret: Type.String({ description: 'Base32, to be typed into an app.' }),
  otpauth_uri: Type.String({ description: 'The same as the text of a QR code.' }),
});

export const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'Each works once; never shown again.' }),
});

export const Removed = Type.Object({ enabled: Type.Literal(false) });

export function presentState(
  factor: SecondFactor | undefined,
  { codesLeft, isRequired }: { codesLeft: number; isRequired: boolean },
): Static<typeof State> {
  const confirmedAt = factor?.confirmed_at ?? null;
  return {
    enabled: confirmedAt !== null,
    enabled_at: toIsoOrNull(confirmedAt),
    recovery_codes_left: codesLeft,
    required: isRequired,
  };
}
