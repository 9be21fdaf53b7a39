import { type Static, Type } from 'typebox';
import type { Database } from '../../db/database.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { Named } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { KeyGuard } from '../access/api-key-guard.ts';
import { balanceOf } from '../credits/credits.ts';

/** Document 2, section 2 "Account balance". */
const BalanceAnswer = Named(
  'SmsBalance',
  Type.Object({
    success: Type.Literal(true),
    balance: Type.Integer({ description: 'Credits available.' }),
    quota: Type.Integer({ description: 'All credits ever granted.' }),
    used: Type.Integer({ description: 'All credits spent, refunds taken off.' }),
  }),
);

/** Document 2, section 4, first row. */
export function addBalanceRoutes(app: App, { db, keys }: { db: Database; keys: KeyGuard }): void {
  app.get(
    '/sms/balance',
    {
      onRequest: keys.requireKey,
      schema: {
        tags: ['SMS'],
        security: [{ apiKey: [] }],
        summary: 'Show the credits of the account',
        response: { 200: BalanceAnswer, ...fails(401, 403, 429, 503) },
      },
    },
    async (request): Promise<Static<typeof BalanceAnswer>> => {
      const credits = await balanceOf(db.read, keys.holderOf(request).userId);
      return { success: true, ...(credits ?? { balance: 0, quota: 0, used: 0 }) };
    },
  );
}
