/** What a right signature proves of its message: its place in the count of a key. */
export type CounterProof = {
  /** Number of the key that signed it. */
  keyNo: number;
  counter: number;
  /** Tells it from any other message of that key. */
  tag: string;
  /** Set where it came by a way that may bring a message after the one behind it. */
  isUnordered?: boolean;
};

/**
 * What becomes of a signed message: `taken`, a new one, which is late where one behind it came before it; `repeated`,
 * the last one again, which first came `at`; `used`, an older one, the last counter being `last`; `ended`, one of a key
 * before the one that is in use.
 */
export type CounterVerdict =
  | { verdict: 'taken'; at: number; isLate?: true }
  | { verdict: 'repeated'; at: number }
  | { verdict: 'used'; last: number }
  | { verdict: 'ended' };

/** How far the counter of a device has come. */
export type CounterState = {
  keyNo: number;
  counter: number;
  /** Which of the counters before it were taken: bit 0 is of the next lower one. */
  before: number;
};
type Memory = CounterState & { tag: string; at: number };

/** So many counters below the last one are known each by itself, as in the window of IPsec (RFC 4303, 3.4.3). */
const knownBefore = 32;
const allTaken = 0xffffffff;

/** Characters of a signature by which a message is known again: 128 bits. */
export const rememberedDigits = 32;

/**
 * Judges a signed message by what its device's row remembers. The counter of a key only rises; the very same
 * message again is no replay but a board whose answer was lost. One that is unordered may be a few counters late,
 * if its own was not taken yet. A newer key counts from anew, and ends those before it.
 * @param packed what is remembered: empty before the first message.
 * @returns what becomes of the message, and what is to be remembered from now on.
 */
export function judgeCounter(
  packed: string,
  proof: CounterProof,
  now: number,
): { outcome: CounterVerdict; packed: string } {
  const last = unpackSigned(packed);
  const tag = proof.tag.slice(0, rememberedDigits);
  const noted = noteCounter(last, proof);
  if (!last || proof.keyNo > last.keyNo || isNext(last, proof)) {
    return { outcome: { verdict: 'taken', at: now }, packed: pack({ ...noted, tag, at: now }) };
  }
  if (mayBeLate(last, proof)) {
    const outcome = { verdict: 'taken', at: now, isLate: true } as const;
    return { outcome, packed: pack({ ...last, ...noted }) };
  }
  return { outcome: judgeOld(last, { ...proof, tag }), packed };
}

/** What is known once a counter was taken. */
export function noteCounter(
  known: CounterState | undefined,
  { keyNo, counter }: Pick<CounterProof, 'keyNo' | 'counter'>,
): CounterState {
  if (!known || keyNo > known.keyNo) return { keyNo, counter, before: 0 };
  if (keyNo < known.keyNo) return known;
  if (counter > known.counter) return { keyNo, counter, before: movedOn(known, counter) };
  const before = (known.before | bitOf(known.counter - counter)) >>> 0;
  return { keyNo, counter: known.counter, before };
}

/** Whether a message is of a counter that cannot be taken any more, whatever else has happened. */
export function isPassed(known: CounterState, proof: CounterProof): boolean {
  const isLower = proof.keyNo === known.keyNo && proof.counter < known.counter;
  return isLower && !mayBeLate(known, proof);
}

function mayBeLate(known: CounterState, { keyNo, counter, isUnordered }: CounterProof): boolean {
  const bit = keyNo === known.keyNo ? bitOf(known.counter - counter) : 0;
  return isUnordered === true && bit !== 0 && (known.before & bit) === 0;
}

/** The bit of a counter that is so much lower than the last one; 0 where it has none. */
function bitOf(distance: number): number {
  return distance >= 1 && distance <= knownBefore ? (1 << (distance - 1)) >>> 0 : 0;
}

/** Which counters before a new one are taken, the last one among them. */
function movedOn({ before, counter: last }: CounterState, counter: number): number {
  const by = counter - last;
  const moved = by < knownBefore ? before << by : 0;
  return (moved | bitOf(by)) >>> 0;
}

function isNext(last: Memory, { keyNo, counter }: CounterProof): boolean {
  return keyNo === last.keyNo && counter > last.counter;
}

function judgeOld(last: Memory, { keyNo, counter, tag }: CounterProof): CounterVerdict {
  if (keyNo < last.keyNo) return { verdict: 'ended' };
  const isSame = counter === last.counter && tag === last.tag;
  return isSame ? { verdict: 'repeated', at: last.at } : { verdict: 'used', last: last.counter };
}

/** @returns undefined of a device that has never signed. */
export function unpackSigned(packed: string): Memory | undefined {
  if (packed === '') return undefined;
  const [keyNo, counter, tag = '', at, before] = packed.split(' ');
  const known = { keyNo: Number(keyNo), counter: Number(counter), tag, at: Number(at) };
  // Of what was written before this was remembered, nothing below the last one is known not to have come.
  return { ...known, before: before === undefined ? allTaken : Number.parseInt(before, 36) };
}

function pack({ keyNo, counter, tag, at, before }: Memory): string {
  return `${keyNo} ${counter} ${tag} ${at} ${before.toString(36)}`;
}
