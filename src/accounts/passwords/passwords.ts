import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createHashingQueue, type HashingKind } from './hashing-queue.ts';

/** Cost of a hash: kibibytes, passes over them, threads. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** Minimum for argon2id in OWASP's password storage cheat sheet: 19 MiB, two passes. */
const costOfOwasp: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes a core and 19 MiB while it runs, and the thread pool has other work to do too. */
const mostAtOnce = 2;
/** Of sign-ins, and again of new passwords. */
const mostWaiting = 100;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes and verifies passwords on the thread pool, a few at a time, in rotation of their owners. Every
 * function throws 503 where too many wait already.
 */
export function createPasswords(cost = costOfOwasp) {
  const { memoryCost, timeCost, parallelism } = cost;
  // A well-formed hash that no password has, so that an unknown e-mail costs as much as a known one.
  const nobodysHash =
    `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}` +
    `$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  const inQueue = createHashingQueue({ atOnce: mostAtOnce, waiting: mostWaiting });

  const makeHash = (kind: HashingKind, owner: string, password: string) =>
    inQueue(kind, owner, () => hash(toBytes(password), cost));

  return {
    /** Hash of a new password of `owner` to store, in PHC string format. */
    hashNew: (owner: string, password: string) => makeHash('new-password', owner, password),
    /** As `hashNew`, of the password with which its owner is signing in. */
    hashAgain: (owner: string, password: string) => makeHash('sign-in', owner, password),
    /** True if `stored` is the hash of `password`; it takes as long without `stored`. */
    verify: (owner: string, stored: string | undefined, password: string) =>
      inQueue('sign-in', owner, () => verify(stored ?? nobodysHash, toBytes(password))),
    /** True if a stored hash has another cost than today's. */
    isOutdated: (stored: string): boolean => {
      const used = parseOptions(stored);
      return (
        used.memoryCost !== memoryCost ||
        used.timeCost !== timeCost ||
        used.parallelism !== parallelism
      );
    },
  };
}

// One password may be typed as different code points on two keyboards (NIST SP 800-63B, 5.1.1.2).
function toBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'));
}
