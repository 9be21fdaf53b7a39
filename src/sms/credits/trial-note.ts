/** Note of trial credits in the ledger; the dashboard translates it. */
export const trialNote = 'Trial credits';
