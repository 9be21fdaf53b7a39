import { ApiError, failures } from '../../../kit/api/failures/api-error.ts';
import { failureBody } from '../../../kit/api/failures/error-handler.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import { ValidationFailure } from '../../../kit/api/schema/validator.ts';
import { parseOfBoard } from '../../../kit/http/body-parsers.ts';
import { identityOf } from '../../devices/identity.ts';
import type { DeviceDoor } from '../../direct/device-door.ts';
import type { SentSignature } from '../../direct/signed/sent-signature.ts';

/** Whose message it is, by its topic, and the key that was shown as it connected, or its own signature. */
export type Speaker = {
  identity: string;
  apiKey: string | undefined;
  signed: SentSignature | undefined;
};

type Sent = Record<string, unknown>;

export const door = 'mqtt';

/** What became of the readings of a message. */
export type TakenReadings = {
  /** Fields that were left out, readings that were refused; undefined where all is well. */
  answer?: object | undefined;
  /** Commands that wait for the device. */
  pending: number;
};

/**
 * Takes the payload of a reading, or an array of them, which is a batch; resolves once they are durable.
 * @throws ApiError or ValidationFailure, as a push or a batch over HTTP.
 */
export async function takeReadings(
  { takePush, takeBatch }: Pick<DeviceDoor, 'takePush' | 'takeBatch'>,
  payload: string,
  { identity, apiKey, signed }: Speaker,
): Promise<TakenReadings> {
  const sent = readPayload(payload);
  const isBatch = Array.isArray(sent) || 'readings' in sent;
  const fields: Sent = Array.isArray(sent) ? { readings: sent } : sent;
  requireOwn(fields, identity);
  const named = { ...fields, mac_address: identity, api_key: apiKey ?? fields['api_key'] };
  if (!isBatch) {
    const { ignored, recorded } = await takePush(named, { door, signed });
    const answer = ignored.length > 0 ? { status: 201, ignored } : undefined;
    return { answer, pending: recorded.pending_commands };
  }
  const body = { results: 'refused', ...named };
  const answer = await takeBatch({ query: {}, body, door, signed });
  const isWhole = answer.refused === 0 && !answer.results.some(({ ignored }) => ignored);
  return {
    answer: isWhole ? undefined : { status: 200, ...answer },
    pending: answer.pending_commands,
  };
}

/**
 * Reads a payload as a body over HTTP is read, with what boards leave around it and within.
 * @throws ApiError 400 for what is neither an object nor an array of JSON.
 */
export function readPayload(payload: string): Sent | unknown[] {
  let sent: unknown;
  try {
    sent = parseOfBoard(payload);
  } catch {
    throw failures.malformed('The payload is not valid JSON.');
  }
  if (typeof sent === 'object' && sent !== null) return sent as Sent;
  throw failures.malformed('The payload is neither an object nor an array.');
}

/** @throws ApiError 400 where a message names another device than its topic. */
function requireOwn({ mac_address: mac }: Sent, identity: string): void {
  if (mac === undefined || mac === null || mac === '') return;
  // A serial of digits may stand there as a number.
  const isText = typeof mac === 'string' || typeof mac === 'number';
  if (isText && identityOf(String(mac)) === identity) return;
  throw failures.invalidField('mac_address', fault('otherTopic'));
}

/** What is told of a message that was refused, as the body of the answer over HTTP, with its status. */
export function failureOf(error: unknown): ({ status: number } & object) | undefined {
  const failure = error instanceof ValidationFailure ? failures.invalid(error.fields) : error;
  return failure instanceof ApiError
    ? { status: failure.status, ...failureBody(failure) }
    : undefined;
}
