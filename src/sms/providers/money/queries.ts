import type { Selectable } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { SmsProviderMoneyTable } from '../../../db/tables/sms-provider-tables.ts';
import { hourMs } from '../../../kit/time/units.ts';

export type ProviderMoney = Selectable<SmsProviderMoneyTable>;

/** A provider that lets one message through now and then is told again no sooner. */
const toldAgainMs = hourMs;

export async function findProviderMoney(db: Db): Promise<ProviderMoney[]> {
  return await db.selectFrom('sms_provider_money').selectAll().orderBy('provider').execute();
}

/** Notes what a provider says of the balance there. @returns true if it is to be told that it is low. */
export async function noteBalance(
  trx: Db,
  provider: string,
  { amount, currency, now }: { amount: number; currency: string; now: number },
  threshold: number,
): Promise<boolean> {
  const before = await holdRow(trx, provider);
  // Low until it is a tenth above: prices in another currency move by themselves.
  const isLow = amount <= threshold || (before.is_low === 1 && amount <= threshold * 1.1);
  await trx
    .updateTable('sms_provider_money')
    .set({ balance: amount, currency, asked_at: now, is_low: isLow ? 1 : 0 })
    .where('provider', '=', provider)
    .execute();
  return isLow && before.is_low === 0;
}

/** Notes that the balance is not known any more. */
export async function forgetBalance(db: Db, provider: string): Promise<void> {
  await db
    .updateTable('sms_provider_money')
    .set({ balance: null })
    .where('provider', '=', provider)
    .where('balance', 'is not', null)
    .execute();
}

/** Notes that a provider refuses for want of money. @returns true if that is to be told. */
export async function noteRefusing(trx: Db, provider: string, now: number): Promise<boolean> {
  const before = await holdRow(trx, provider);
  const toldAt = before.refusal_told_at;
  const isTold = toldAt !== null && toldAt <= now && toldAt > now - toldAgainMs;
  const tells = before.is_refusing === 0 && !isTold;
  await trx
    .updateTable('sms_provider_money')
    .set({ is_refusing: 1, refused_at: now, ...(tells && { refusal_told_at: now }) })
    .where('provider', '=', provider)
    .execute();
  return tells;
}

/** Notes that a provider takes messages again. */
export async function noteTaking(db: Db, provider: string): Promise<void> {
  await db
    .updateTable('sms_provider_money')
    .set({ is_refusing: 0 })
    .where('provider', '=', provider)
    .where('is_refusing', '=', 1)
    .execute();
}

/** Finds a provider's row, which nobody else changes until the transaction ends. */
async function holdRow(trx: Db, provider: string): Promise<ProviderMoney> {
  return await trx
    .insertInto('sms_provider_money')
    .values({ provider })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ provider }))
    .returningAll()
    .executeTakeFirstOrThrow();
}
