import type { FailureCode } from '../../../../src/kit/api/failures/failure-codes.ts';
import { minuteMs } from '../../../../src/kit/time/units.ts';
import { Failure, Refusal, Unreachable, type WrongField } from '../../api/failure.ts';
import { timeOfDay } from '../../words/format.ts';
import { language } from '../../words/language.ts';
import { say as sayUi } from '../words.ts';
import { faultSentence } from './fault-sentence.ts';
import { say } from './words.ts';

/** Sentence of each code; only wrong fields need more of the answer. */
const byCode: Record<FailureCode, () => string> = {
  invalid_input: sayUi.unexpected,
  malformed_request: say.malformed,
  unknown_action: say.newerServer,
  method_not_allowed: say.newerServer,
  misdirected_request: say.misdirected,
  unsupported_media_type: say.wrongKind,
  headers_too_large: say.tooLarge,
  client_gone: say.clientGone,
  too_many_requests: say.tooManyRequests,
  too_many_subscriptions: say.tooManySubscriptions,
  idempotency_key_reused: say.idempotencyKeyReused,
  wrong_credentials: say.wrongCredentials,
  invalid_reset_token: say.invalidResetToken,
  email_exists: say.emailExists,
  wrong_code: say.wrongCode,
  wrong_password: say.wrongPassword,
  second_factor_on: say.secondFactorOn,
  second_factor_needed: say.secondFactorNeeded,
  phone_off: say.phoneOff,
  resets_off: say.resetsOff,
  not_found: say.notFound,
  unavailable: say.unavailable,
  only_looks: say.onlyLooks,
  too_large: say.tooLarge,
  device_taken: say.deviceTaken,
  too_many_sensors: say.tooManySensors,
  too_many_corrections: say.tooManyCorrections,
  too_many_imports: say.tooManyImports,
  readings_gone: say.readingsGone,
  no_reading_yet: say.noReadingYet,
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
  too_many_tokens: say.tooManyTokens,
  too_many_secrets: say.tooManySecrets,
  too_many_mappings: say.tooManyMappings,
  network_server_in_use: say.networkServerInUse,
  commands_queued: say.commandsQueued,
  too_many_groups: say.tooManyGroups,
  too_many_webhooks: say.tooManyWebhooks,
  webhook_exists: say.webhookExists,
  test_under_way: say.testUnderWay,
  credits_used: say.creditsUsed,
  account_suspended: say.accountSuspended,
  sender_taken: say.senderTaken,
  group_name_taken: say.groupNameTaken,
  group_full: say.groupFull,
  not_allowed: say.notAllowed,
  not_for_programs: say.notForPrograms,
  shared_too_often: say.sharedTooOften,
  no_credits: say.noCredits,
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
  invalid_signature: say.signatureWrong,
  signature_required: say.signatureMissing,
  counter_used: say.counterUsed,
  unauthenticated: say.unauthenticated,
};

/**
 * Words a failure for people: in English the API's own sentence, which says most; in another
 * language the meaning of its code, and each wrong field.
 */
export function failureSentence(failure: Error): string {
  if (failure instanceof Unreachable) return sayUi.unreachable();
  if (failure instanceof Refusal) return failure.message;
  if (!(failure instanceof Failure)) return sayUi.unexpected();
  const { sentence, code, status, fields, retryAfter } = failure;
  if (code === 'too_many_requests') return tooMany(retryAfter);
  if (sentence && language.value === 'en') {
    return sentence.startsWith('Invalid input') ? namedFaults(fields) || sentence : sentence;
  }
  if (fields.length > 0 && !saysEnough(code)) return wrongFields(fields);
  return isKnown(code) ? byCode[code]() : say.answered({ status });
}

/** True for codes that name fields and say more than that something is wrong with them. */
function saysEnough(code: string): boolean {
  return isKnown(code) && code !== 'invalid_input';
}

function isKnown(code: string): code is FailureCode {
  return Object.hasOwn(byCode, code);
}

/** Lists wrong fields; forms show each fault beneath its field. */
function wrongFields(fields: readonly WrongField[]): string {
  const faults = [...new Set(fields.map(({ message }) => faultSentence(message)))];
  return say.invalidInput({ faults: faults.join('; ') });
}

/** The API's sentence uses names for programs, such as `mac_or_serial`. */
function namedFaults(fields: readonly WrongField[]): string {
  const faults = fields.map(({ field, message }) => `${fieldInWords(field)} ${message}`).join('; ');
  return faults && `${faults[0]?.toUpperCase()}${faults.slice(1)}.`;
}

/** Of a nested field, such as `contacts/0/phone`, the inner one. */
function fieldInWords(field: string): string {
  const inner =
    field
      .split(/[./]/)
      .filter((part) => !/^\d*$/.test(part))
      .at(-1) ?? field;
  return inner
    .replaceAll('_', ' ')
    .replace(/\b(mac|url|sms|id|api)\b/g, (word) => word.toUpperCase());
}

function tooMany(retryAfter: number | undefined): string {
  if (retryAfter === undefined) return say.tooManyRequests();
  // Rounded up: the retry is allowed once that minute is over.
  return say.tooManyUntil({ time: timeOfDay(Date.now() + retryAfter * 1_000 + minuteMs) });
}
