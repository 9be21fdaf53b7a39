import { ApiError } from './api-error.ts';

/**
 * The failure as it is to be answered. Where the server has no room or no storage, all who ask at that
 * moment are refused alike, and would be back in the same second; so each is given a time of its own.
 * The exact times of throttles and rate limits stay as they are: each belongs to one client.
 * @param random from 0 up to 1.
 */
export function spreadRetry(failure: ApiError, random: () => number): ApiError {
  const { status, code, message, extras } = failure;
  if (code !== 'unavailable' || extras.retryAfter === undefined) return failure;
  const retryAfter = spreadSeconds(extras.retryAfter, random());
  return new ApiError(status, code, message, { ...extras, retryAfter });
}

/** Whole seconds from `least` up to twice that, each as likely as the next. @param chance from 0 up to 1. */
export function spreadSeconds(least: number, chance: number): number {
  const first = Math.ceil(least);
  return first + Math.floor(chance * (first + 1));
}
