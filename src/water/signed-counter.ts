/** A signed message of a device, whose signature is right. */
export type SignedClaim = {
  /** Number of the key that signed it. */
  keyNo: number;
  counter: number;
  /** Tells it from any other message of that key. */
  tag: string;
};

/**
 * What becomes of a signed message: `taken`, a new one; `repeated`, the last one again, which first came `at`;
 * `used`, an older one, the last counter being `last`; `ended`, one of a key before the one that is in use.
 */
export type ClaimOutcome =
  | { verdict: 'taken' | 'repeated'; at: number }
  | { verdict: 'used'; last: number }
  | { verdict: 'ended' };

type Memory = SignedClaim & { at: number };

/** Characters of a signature by which a message is known again: 128 bits. */
export const rememberedDigits = 32;

/**
 * Judges a signed message by what its device's row remembers. The counter of a key only rises; the very same
 * message again is no replay but a board whose answer was lost. A newer key counts from anew, and ends those
 * before it.
 * @param packed what is remembered: empty before the first message.
 * @returns what becomes of the message, and what is to be remembered from now on.
 */
export function takeClaim(
  packed: string,
  claim: SignedClaim,
  now: number,
): { outcome: ClaimOutcome; packed: string } {
  const last = unpackSigned(packed);
  const tag = claim.tag.slice(0, rememberedDigits);
  if (!last || claim.keyNo > last.keyNo || isNext(last, claim)) {
    return { outcome: { verdict: 'taken', at: now }, packed: pack({ ...claim, tag, at: now }) };
  }
  return { outcome: judgeOld(last, { ...claim, tag }), packed };
}

function isNext(last: Memory, { keyNo, counter }: SignedClaim): boolean {
  return keyNo === last.keyNo && counter > last.counter;
}

function judgeOld(last: Memory, { keyNo, counter, tag }: SignedClaim): ClaimOutcome {
  if (keyNo < last.keyNo) return { verdict: 'ended' };
  const isSame = counter === last.counter && tag === last.tag;
  return isSame ? { verdict: 'repeated', at: last.at } : { verdict: 'used', last: last.counter };
}

/** @returns undefined of a device that has never signed. */
export function unpackSigned(packed: string): Memory | undefined {
  if (packed === '') return undefined;
  const [keyNo, counter, tag = '', at] = packed.split(' ');
  return { keyNo: Number(keyNo), counter: Number(counter), tag, at: Number(at) };
}

function pack({ keyNo, counter, tag, at }: Memory): string {
  return `${keyNo} ${counter} ${tag} ${at}`;
}
