import { ApiError } from '../kit/api/failures/api-error.ts';
import type { FailureCode } from '../kit/api/failures/failure-codes.ts';

const refused = (code: FailureCode, message: string) =>
  new ApiError(401, code, message, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** Why nobody is let in. */
export const refusals = {
  wrongCredentials: () => refused('wrong_credentials', 'Invalid email or password.'),
  invalidResetToken: () => refused('invalid_reset_token', 'Invalid or expired token.'),
  /** Told only to who has shown the password or a reset token. */
  codeRequired: () =>
    refused('second_factor_required', 'This account needs the code of its authenticator app too.'),
  wrongCode: () => refused('wrong_code', 'The code is wrong or was used already.'),
};
