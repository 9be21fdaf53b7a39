export type CreditState = 'enough' | 'low' | 'none';

/** Upper bound of "low", so that an account that once bought very many is not called low forever. */
const mostCalledLow = 500;

type Account = { balance: number; quota: number; low_balance: number | null; is_low: boolean };

/** State of the balance; low is what the owner has set, else a tenth of all credits ever granted. */
export function creditState({ balance, quota, low_balance, is_low }: Account): CreditState {
  if (balance <= 0) return 'none';
  if (low_balance !== null) return is_low ? 'low' : 'enough';
  return balance <= Math.min(quota / 10, mostCalledLow) ? 'low' : 'enough';
}
