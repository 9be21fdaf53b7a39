export type CreditState = 'enough' | 'low' | 'none';

/** Upper bound of "low", so that an account that once bought very many is not called low forever. */
const mostCalledLow = 500;

/** State of the balance; low is a tenth of all credits ever granted. */
export function creditState({ balance, quota }: { balance: number; quota: number }): CreditState {
  if (balance <= 0) return 'none';
  return balance <= Math.min(quota / 10, mostCalledLow) ? 'low' : 'enough';
}
