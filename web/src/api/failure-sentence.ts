import { minuteMs } from '../../../src/kit/time/units.ts';
import { timeOfDay } from '../words/format.ts';
import { language } from '../words/language.ts';
import { Failure, Unreachable } from './failure.ts';
import { say } from './words.ts';

/** Codes that say enough without what else stands in the answer; wrong fields do not. */
const byCode: Record<string, () => string> = {
  wrong_credentials: say.wrongCredentials,
  invalid_reset_token: say.invalidResetToken,
  email_exists: say.emailExists,
  wrong_code: say.wrongCode,
  wrong_password: say.wrongPassword,
  second_factor_on: say.secondFactorOn,
  second_factor_needed: say.secondFactorNeeded,
  resets_off: say.resetsOff,
  not_found: say.notFound,
  unavailable: say.unavailable,
  too_large: say.tooLarge,
  device_taken: say.deviceTaken,
  too_many_sensors: say.tooManySensors,
  no_tank: say.noTank,
  more_than_full: say.moreThanFull,
  nothing_measured: say.nothingMeasured,
  reading_too_old: say.readingTooOld,
  in_dead_zone: say.inDeadZone,
  calibration_conflict: say.calibrationConflict,
  command_not_pending: say.commandNotPending,
  insufficient_credits: say.insufficientCredits,
  not_sent: say.notSent,
  nothing_to_cancel: say.nothingToCancel,
  too_many_keys: say.tooManyKeys,
  too_many_groups: say.tooManyGroups,
  too_many_webhooks: say.tooManyWebhooks,
  test_under_way: say.testUnderWay,
  sender_taken: say.senderTaken,
  group_name_taken: say.groupNameTaken,
  group_full: say.groupFull,
  not_allowed: say.notAllowed,
  shared_too_often: say.sharedTooOften,
  no_sms_key: say.noSmsKey,
  sms_not_sent: say.smsNotSent,
  channel_not_set_up: say.channelNotSetUp,
  budget_used_up: say.budgetUsedUp,
  second_factor_off: say.secondFactorOff,
  second_factor_not_started: say.secondFactorNotStarted,
  second_factor_required: say.secondFactorRequired,
  schedule_in_force: say.scheduleInForce,
  request_timeout: say.requestTimeout,
  internal_error: say.internalError,
  api_key_required: say.apiKeyWrong,
  api_key_invalid: say.apiKeyWrong,
  invalid_api_key: say.apiKeyWrong,
  unauthenticated: say.unauthenticated,
};

/**
 * What went wrong, for people: in English the API's own sentence, which knows most; in another
 * language what its code means, where there is one that says enough.
 */
export function failureSentence(failure: Error): string {
  if (failure instanceof Unreachable) return say.unreachable();
  if (!(failure instanceof Failure)) return failure.message;
  const { sentence, code, status, retryAfter } = failure;
  if (code === 'too_many_requests') return tooMany(retryAfter);
  if (sentence && language.value === 'en') return sentence;
  return byCode[code]?.() ?? sentence ?? say.answered({ status });
}

function tooMany(retryAfter: number | undefined): string {
  if (retryAfter === undefined) return say.tooManyRequests();
  // The minute is over when the try is allowed.
  return say.tooManyUntil({ time: timeOfDay(Date.now() + retryAfter * 1_000 + minuteMs) });
}
