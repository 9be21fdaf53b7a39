import {
  canonicalDown,
  canonicalRequest,
  hashBody,
  signText,
} from '../../../direct/signed/canonical.ts';
import { readStamped, type SentSignature } from '../../../direct/signed/sent-signature.ts';

/** A payload without the signature that came before it. */
export type OpenedPayload = { payload: string; signed: SentSignature | undefined };

/** A counter, a dash, what is drawn, a dot and the signature. */
const longestFirstLine = 15 + 1 + 32 + 1 + 64;

/** Stands where a request has its method. */
const method = 'PUBLISH';

/** What editors and programs of Windows put before a text. */
const byteOrderMark = Buffer.from('\uFEFF');
const lineFeed = 0x0a;

/**
 * Takes the signature off a payload, which is its first line; what follows its line feed is what the message says, and
 * is signed by its bytes. The line may end with CR LF, and begin with a byte order mark; neither is signed. One that
 * begins otherwise carries none: neither JSON of a reading nor a word begins with a digit.
 * @param topic as its sender spelt it, which is signed.
 */
export function openPayload(topic: string, sent: Buffer): OpenedPayload {
  const hasMark = sent.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  const from = hasMark ? byteOrderMark.length : 0;
  const head = sent.subarray(from, from + longestFirstLine + '\r\n'.length);
  const end = head.indexOf(lineFeed);
  const line = head.subarray(0, Math.max(end, 0)).toString('latin1').replace(/\r$/, '');
  const read = readStamped(line);
  if (!read) return { payload: sent.toString(), signed: undefined };
  const said = sent.subarray(from + end + 1);
  const { stamp, ...signature } = read;
  const parts = { method, path: topic, query: '', stamp };
  const text = () => canonicalRequest({ ...parts, bodyHash: hashBody(said) });
  return {
    payload: said.toString(),
    signed: { ...signature, isInQuery: false, isUnordered: true, text },
  };
}

/** The key of a device, and the signature of the message of it that one answers, or that came last. */
export type Bond = { apiKey: string; tag: string };

/** Puts the server's signature before what goes to a device, as its first line. */
export function sealPayload(topic: string, payload: string, { apiKey, tag }: Bond): string {
  const text = canonicalDown({ topic, tag, bodyHash: hashBody(payload) });
  return `${signText(apiKey, text)}\n${payload}`;
}

/** What a device is told of its message, sealed where that was signed by its key. */
export function answerPayload(
  topic: string,
  answer: object,
  signed: SentSignature | undefined,
): string {
  const payload = JSON.stringify(answer);
  if (!signed?.provenBy) return payload;
  return sealPayload(topic, payload, { apiKey: signed.provenBy.apiKey, tag: signed.tag });
}
