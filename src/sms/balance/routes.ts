import { type Static, Type } from 'typebox';
import type { Database } from '../../db/database.ts';
import { Named } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { Access } from '../access/access.ts';
import { balanceOf } from '../credits/credits.ts';
import { lowBalanceHeader } from '../credits/low-balance.ts';
import { SimulatedField } from '../message-fields.ts';
import { presentSuspension, suspensionField } from '../suspension/schemas.ts';

/** Document 2, section 2 "Account balance". */
const BalanceAnswer = Named(
  'SmsBalance',
  Type.Object({
    success: Type.Literal(true),
    balance: Type.Integer({ description: 'Credits available.' }),
    quota: Type.Integer({ description: 'All credits ever granted.' }),
    used: Type.Integer({ description: 'All credits spent, refunds taken off.' }),
    simulated: SimulatedField,
    ...suspensionField,
  }),
);

type BalanceDeps = {
  db: Database;
  access: Access;
  /** True if messages of an account without a grant go to the simulator. */
  simulatesTrials: boolean;
};

/** Document 2, section 4, first row. */
export function addBalanceRoutes(app: App, { db, access, simulatesTrials }: BalanceDeps): void {
  app.get(
    `${access.path}/balance`,
    access.operation({
      summary: 'Show the credits of the account',
      response: { 200: BalanceAnswer },
    }),
    async (request, reply): Promise<Static<typeof BalanceAnswer>> => {
      const credits = await balanceOf(db.read, access.accountOf(request));
      const lowBalance = credits?.lowBalance ?? null;
      if (lowBalance !== null) reply.header(lowBalanceHeader, lowBalance);
      const { balance = 0, quota = 0, used = 0, isTrial = false } = credits ?? {};
      const isSimulated = isTrial && simulatesTrials;
      return {
        success: true,
        balance,
        quota,
        used,
        ...(isSimulated && { simulated: true }),
        ...presentSuspension(credits?.suspension),
      };
    },
  );
}
