import { hkdfSync } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';

export type TokenClaims = { userId: number; sessionId: string };

type IssuedToken = TokenClaims & {
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Epoch milliseconds, a whole second. */
  expiresAt: number;
};

export type Tokens = {
  /** Writes the JWT of a session: `sub` the user, `jti` the session, `iat` and `exp`. */
  issue: (token: IssuedToken) => string;
  /** Claims of a token that we signed; undefined for anything else. */
  read: (text: string | undefined) => TokenClaims | undefined;
};

const algorithm = 'HS256';

/**
 * Signs and reads bearer tokens with a key of their own, derived from the server secret (RFC 5869), so that
 * no other use of that secret can produce a token.
 */
export function createTokens(secret: Buffer): Tokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kisima bearer tokens', 32));
  const sign = createSigner({ key, algorithm });
  const verify = createVerifier({
    key,
    algorithms: [algorithm],
    requiredClaims: ['sub', 'jti', 'exp'],
    // `exp` is the same instant as the session's `expires_at`, which the guard compares with the injected
    // clock; the library could only compare it with the machine's.
    ignoreExpiration: true,
  });

  return {
    issue: ({ userId, sessionId, issuedAt, expiresAt }) =>
      sign({
        sub: String(userId),
        jti: sessionId,
        iat: Math.floor(issuedAt / 1000),
        exp: Math.floor(expiresAt / 1000),
      }),
    read: (text) => {
      if (text === undefined || !isSpeltOurWay(text)) return undefined;
      try {
        const { sub, jti } = verify(text) as { sub: string; jti: string };
        return { userId: Number(sub), sessionId: jti };
      } catch {
        return undefined;
      }
    },
  };
}

/** The last character of a signature has unused bits: four spellings would be one token. */
function isSpeltOurWay(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}
