import { Failure } from '../api/failure.ts';

/**
 * What a list's answer says of its only entry, as a failure of that entry: the request itself was good.
 */
export function rejectionAsFailure({ to, error }: { to: string | null; error: string }): Failure {
  const sentence = `${to ?? ''} ${error}.`.trim();
  const errors = [{ field: 'phone', message: error }];
  return new Failure(400, { error: sentence, code: 'rejected', errors });
}
