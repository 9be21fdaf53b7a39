export type CreditState = 'enough' | 'low' | 'none';

/** Beyond this an account that once bought very many would always be told that it has few. */
const mostCalledLow = 500;

/** Whether it is time to ask for more credits: when a tenth of all that were ever granted is left. */
export function creditState({ balance, quota }: { balance: number; quota: number }): CreditState {
  if (balance <= 0) return 'none';
  return balance <= Math.min(quota / 10, mostCalledLow) ? 'low' : 'enough';
}
