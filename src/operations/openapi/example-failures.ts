import type { FailureCode } from '../../kit/api/failures/failure-codes.ts';

const fail = (code: FailureCode, error: string, more = {}) => ({
  success: false,
  error,
  code,
  ...more,
});

/** An example of each failure that operations share, by its name in the components. */
export const failureExamples: Record<string, object> = {
  BadRequest: fail('invalid_input', 'The input is not valid.', {
    errors: [{ field: 'level', message: 'must be at most 110' }],
  }),
  Unauthorized: fail('unauthenticated', 'A valid bearer token is required.'),
  PaymentRequired: fail(
    'insufficient_credits',
    'Insufficient credits: this needs 2, the balance is 1.',
    {
      balance: 1,
    },
  ),
  Forbidden: fail('not_allowed', 'You may not do that.'),
  NotFound: fail('not_found', 'Device not found.'),
  Conflict: fail('device_taken', 'This device is registered to another user.'),
  TooLarge: fail('too_large', 'The body is too large for this operation.'),
  UnsupportedMediaType: fail('unsupported_media_type', 'This content type is not understood here.'),
  TooManyRequests: fail('too_many_requests', 'Too many requests; try again later.', {
    retry_after: 30,
  }),
  BadGateway: fail('not_sent', 'The provider did not take the message.'),
  Unavailable: fail('unavailable', 'Storage does not answer; try again soon.'),
};
