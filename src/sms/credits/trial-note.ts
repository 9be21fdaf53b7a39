/** What the ledger says of trial credits; the dashboard says it in its reader's language. */
export const trialNote = 'Trial credits';
