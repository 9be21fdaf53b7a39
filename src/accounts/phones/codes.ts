import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type CodeOf, claimTry, codeMs, giveBackTry, markUnsent, putCode } from './code-queries.ts';

type Deps = { db: Database; clock: Clock; ids: Pick<Ids, 'secret'>; secret: Buffer };

/** A code that is about to be sent. */
export type NewPhoneCode = {
  code: string;
  expiresAt: number;
  /** False where one was sent to the number within the last minute, which stays in place of this one. */
  isStored: boolean;
  /** To be called where it did not go out. */
  forget: () => Promise<void>;
};

/** What a right code was for. */
export type RightCode = { phone: string; codeHash: string };

export type PhoneCodes = ReturnType<typeof createPhoneCodes>;

/**
 * Codes of six digits that go to phones: each is good for ten minutes, five tries and one use, and the next
 * one ends it. What is stored cannot be guessed without the server's secret.
 */
export function createPhoneCodes({ db, clock, ids, secret }: Deps) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kisima phone codes', 32));
  const hashOf = ({ userId, purpose }: CodeOf, phone: string, code: string) =>
    createHmac('sha256', key).update(`${userId} ${purpose} ${phone} ${code}`).digest('base64url');

  return {
    make: async (of: CodeOf, phone: string): Promise<NewPhoneCode> => {
      const now = clock();
      const code = drawCode(ids);
      const codeHash = hashOf(of, phone, code);
      const isStored = await putCode(db.write, { ...of, phone, codeHash, now });
      const forget = () => markUnsent(db.write, of, codeHash);
      return { code, expiresAt: now + codeMs, isStored, forget };
    },

    /** Judges one guess, which a wrong one uses up. The same statements run where there is no such code. */
    judge: async (of: CodeOf, guess: string): Promise<RightCode | undefined> => {
      const row = await claimTry(db.write, of, clock());
      const { phone = '', code_hash: codeHash = hashOf(of, '', '') } = row ?? {};
      const isSame = timingSafeEqual(Buffer.from(codeHash), Buffer.from(hashOf(of, phone, guess)));
      if (!row || !isSame) return undefined;
      await giveBackTry(db.write, of, codeHash);
      return { phone, codeHash };
    },
  };
}

/** Six digits, all equally likely but for one part in four thousand. */
function drawCode(ids: Pick<Ids, 'secret'>): string {
  const drawn = Buffer.from(ids.secret(4), 'base64url').readUInt32BE();
  return String(drawn % 1e6).padStart(6, '0');
}
