import { ApiError } from '../kit/api/failures/api-error.ts';

/** Document 2, section 7: the body of a 402 includes the current balance. */
export function insufficientCredits(balance: number, needed: number): ApiError {
  const message = `Insufficient credits: this needs ${needed}, the balance is ${balance}.`;
  return new ApiError(402, 'insufficient_credits', message, { body: { balance } });
}
