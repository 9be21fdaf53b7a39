/** Tests send with trial credits what customers send with theirs, and all of them from one address. */
export const likeCustomers = {
  SMS_TRIAL_SENDS: 'real',
  SMS_TRIAL_ACCOUNTS_PER_ADDRESS: '1000000',
};
